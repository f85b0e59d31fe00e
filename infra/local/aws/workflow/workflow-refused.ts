/** A refusal as Step Functions words it. */
export class WorkflowRefused extends Error {
  override readonly name = 'WorkflowRefused';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

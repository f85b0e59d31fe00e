/** A refusal in the words of an AWS service: its code, its text, and the status of the answer. */
export class EngineRefused extends Error {
  override readonly name = 'EngineRefused';
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

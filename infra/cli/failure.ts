/** An error that the user can fix; shown without a stack trace. The message says what happened, `hint` what to do. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly hint: string | undefined;

  constructor(message: string, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.hint = hint;
  }
}

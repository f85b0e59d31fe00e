/** A template that this machine cannot run as AWS would. It names every reason at once. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The stack's template holds what this machine cannot run:\n${problems.map((one) => `  ${one}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

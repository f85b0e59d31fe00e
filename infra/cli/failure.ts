import { lookUp } from '../../shared/domain/lib/fields.ts';

/** An error that the user can fix; shown without a stack trace. The message says what happened, `hint` what to do. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly hint: string | undefined;

  constructor(message: string, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.hint = hint;
  }
}

/** What went wrong, and what to do, for the user. */
interface ExplainedError {
  message: string;
  hint?: string | undefined;
}

/** Errors of AWS and of the network by their names, with a suggested fix. */
const KNOWN: Readonly<Record<string, ExplainedError>> = {
  ECONNREFUSED: {
    message: 'The stack does not answer.',
    hint: 'a local stack answers only while npm start runs: start it, then try again',
  },
  ENOTFOUND: {
    message: 'The address of AWS was not found.',
    hint: 'check the network connection and the region',
  },
  CredentialsProviderError: {
    message: 'No AWS credentials found.',
    hint: 'log in with the AWS command line, or set AWS_PROFILE',
  },
  ExpiredTokenException: { message: 'The AWS credentials have expired.', hint: 'log in again' },
  ExpiredToken: { message: 'The AWS credentials have expired.', hint: 'log in again' },
  TimeoutError: { message: 'The request timed out.', hint: 'check the network connection, then try again' },
};

/** Names of errors that mean a missing permission. */
const DENIED = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'AuthorizationError',
  'AuthorizationErrorException',
]);

/** Says what an error means. The stack trace is never shown: it does not help a user. */
export function explainError(error: unknown): ExplainedError {
  if (error instanceof CliFailure) return { message: error.message, hint: error.hint };
  if (!(error instanceof Error)) return { message: String(error) };
  const known = lookUp(KNOWN, codeOf(error) ?? '') ?? lookUp(KNOWN, error.name);
  if (known) return known;
  if (DENIED.has(error.name))
    return {
      message: `AWS denied the request: ${error.message}`,
      hint: 'ask your AWS administrator for this permission',
    };
  return { message: `${error.name}: ${error.message}` };
}

/** True when nothing listens at an address: a local stack that was stopped. */
export function isConnectionRefused(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === 'ECONNREFUSED';
}

/** The code of a network error, which may be wrapped in other errors. */
function codeOf(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) {
    return error.errors
      .map((one) => (one instanceof Error ? codeOf(one) : undefined))
      .find((code) => code !== undefined);
  }
  return error.cause instanceof Error ? codeOf(error.cause) : undefined;
}

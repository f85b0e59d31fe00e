import { CliFailure } from './failure.ts';

/** What went wrong, and what to do, in words for the user. */
export interface Explained {
  message: string;
  hint?: string | undefined;
}

/** Errors of AWS and of the network by their names, with the way out. */
const KNOWN: Readonly<Record<string, Explained>> = {
  ECONNREFUSED: {
    message: 'Nothing answers at the address of the stack.',
    hint: 'a stack on this machine lives only while npm start runs: start it, then try again',
  },
  ENOTFOUND: { message: 'The address of AWS cannot be found.', hint: 'check the network and the region' },
  CredentialsProviderError: {
    message: 'There are no credentials for AWS.',
    hint: 'log in as for the AWS command line, or set AWS_PROFILE',
  },
  ExpiredTokenException: { message: 'The credentials for AWS have expired.', hint: 'log in again' },
  ExpiredToken: { message: 'The credentials for AWS have expired.', hint: 'log in again' },
  TimeoutError: { message: 'The answer took too long.', hint: 'check the network, then try again' },
};

/** Names of errors that mean a missing permission. */
const DENIED = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'AuthorizationError',
  'AuthorizationErrorException',
]);

/** Says what an error means. Its stack is never shown: the place in our code tells a user nothing. */
export function explainError(error: unknown): Explained {
  if (error instanceof CliFailure) return { message: error.message, hint: error.hint };
  if (!(error instanceof Error)) return { message: String(error) };
  const known = KNOWN[codeOf(error) ?? ''] ?? KNOWN[error.name];
  if (known) return known;
  if (DENIED.has(error.name))
    return { message: `AWS refuses it: ${error.message}`, hint: 'ask for this permission' };
  return { message: `${error.name}: ${error.message}` };
}

/** True when nothing listens at an address: a stack on this machine that was stopped. */
export function isAsleep(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === 'ECONNREFUSED';
}

/** The code of a network error, which may lie in one of the errors it was wrapped in. */
function codeOf(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) {
    return error.errors
      .map((one) => (one instanceof Error ? codeOf(one) : undefined))
      .find((code) => code !== undefined);
  }
  return error.cause instanceof Error ? codeOf(error.cause) : undefined;
}

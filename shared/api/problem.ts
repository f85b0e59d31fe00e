import type { HttpAnswer } from '../domain/pages/http-exchange.ts';

const PROBLEMS = {
  'bad-request': [400, 'Bad Request'],
  unauthorized: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  'not-found': [404, 'Not Found'],
  'method-not-allowed': [405, 'Method Not Allowed'],
  conflict: [409, 'Conflict'],
  'too-large': [413, 'Content Too Large'],
  unprocessable: [422, 'Unprocessable Content'],
  'too-many-requests': [429, 'Too Many Requests'],
  failed: [500, 'Internal Server Error'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

/** Why there is no answer. */
export class Problem {
  /** As RFC 9457 has it. */
  readonly answer: HttpAnswer;

  constructor(answer: HttpAnswer) {
    this.answer = answer;
  }
}

/**
 * @param detail what happened, and what to do.
 * @param more.errors what is wrong with which field.
 */
export function problem(
  kind: keyof typeof PROBLEMS,
  detail: string,
  more: { errors?: readonly object[]; headers?: HttpAnswer['headers'] } = {},
): Problem {
  const [status, title] = PROBLEMS[kind];
  return new Problem({
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...more.headers },
    body: JSON.stringify({ type: 'about:blank', title, status, detail, errors: more.errors }),
  });
}

/** What is answered when the work fails. The log has the reason. */
export const API_FAILURE = problem('failed', 'The request failed. Try again in a minute.').answer;

/** What was asked for is not there, or is not for the caller: both are the same to it. */
export function missing(what: string): Problem {
  return problem('not-found', `There is no such ${what}, or the key may not see it.`);
}

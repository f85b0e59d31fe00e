import type * as z from 'zod';

/** One thing that is wrong with a field of a request: where, what, and a short machine word for it. */
export interface Issue {
  loc: readonly (string | number)[];
  msg: string;
  type: string;
}

/**
 * Thrown anywhere below a handler to end a call with an error of the service. The host turns it into an answer in the
 * service's own shape. The `issues` reach the caller only where that shape has a place for them.
 */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    more: { issues?: readonly Issue[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.status = status;
    this.issues = more.issues ?? [];
    this.headers = more.headers ?? {};
  }
}

/** How a service words an error: status and body from what was refused. */
export type ErrorShape = (refused: RequestRefused) => Response;

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  413: 'Payload too large',
  422: 'Validation error',
  429: 'Too many requests',
  503: 'Service unavailable',
};

/** `{message, status_code, status}`; 500 is plain text (news service and events service, errors). */
export const statusErrors: ErrorShape = ({ status, message }) => {
  if (status === 500) {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return new Response('Internal Server Error', { status, headers });
  }
  const text = STATUS_TEXTS[status] ?? 'Unknown status code';
  return Response.json({ message, status_code: status, status: text }, { status });
};

/** `{detail: string}`, and for 422 with known fields `{detail: [{loc, msg, type}]}` (extraction service, errors). */
export const detailErrors: ErrorShape = ({ status, message, issues }) => {
  const detail = status === 422 && issues.length > 0 ? issues : message;
  return Response.json({ detail }, { status });
};

/** What a schema found wrong, as issues below `at` (`body`, `query`): the first 50. */
export function issuesOf(error: z.ZodError, at = 'body'): Issue[] {
  return error.issues.slice(0, 50).map((issue) => ({
    loc: [at, ...issue.path.map((step) => (typeof step === 'symbol' ? step.toString() : step))],
    msg: issue.message,
    type: issue.code,
  }));
}

/** Issues as one line of text: `body.limit: too small`. */
export function lineOf(issues: readonly Issue[]): string {
  return issues.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
}

/**
 * Reads a value by a schema.
 *
 * @throws RequestRefused with `status` (422 unless given), the issues, and a message that names the first fields.
 */
export function readAs<T>(schema: z.ZodType<T>, value: unknown, { at = 'body', status = 422 } = {}): T {
  const read = parsed(schema, value);
  if (read?.success) return read.data;
  if (!read) throw new RequestRefused(status, `${at}: a value has a wrong type`);
  const issues = issuesOf(read.error, at);
  throw new RequestRefused(status, lineOf(issues.slice(0, 5)), { issues });
}

/** Undefined where an object is in place of a list: zod compares its `length`, and one that is no number may throw. */
function parsed<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> | undefined {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

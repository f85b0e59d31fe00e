import type { IncomingHttpHeaders } from 'node:http';

/** The header that names the caller: a function has its name as its session token. */
const CALLER = 'x-amz-security-token';

const ACCESS_DENIED =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';

interface Exchange {
  request: { url: string; headers: IncomingHttpHeaders };
  reply: {
    statusCode: number;
    status: (code: number) => unknown;
    header: (name: string, value: string) => unknown;
  };
}

/**
 * S3 answers 403 to a request for a missing object when the caller may not list its bucket (Amazon S3 API Reference,
 * "GetObject"). Undefined for an answer that stays as it is.
 *
 * @param hidden who may not list, by the name of the bucket.
 */
export function refuseMissing(
  hidden: ReadonlyMap<string, ReadonlySet<string>>,
  { request: { url, headers }, reply }: Exchange,
): string | undefined {
  if (reply.statusCode !== 404) return undefined;
  const [, bucket = ''] = url.split(/[/?]/);
  const caller = headers[CALLER];
  if (typeof caller !== 'string' || !hidden.get(bucket)?.has(caller)) return undefined;
  reply.status(403);
  reply.header('content-length', String(Buffer.byteLength(ACCESS_DENIED)));
  return ACCESS_DENIED;
}

import type { Instant } from '../../domain/time/instant.ts';
import type { NewsPath } from '../../domain/services/news-parameters.ts';
import type { CallOptions } from '../http/call-options.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { Reader } from '../http/reader.ts';
import type { RetryPolicy } from '../http/retry/retry-policy.ts';
import { checkRequest } from './check-request.ts';
import type { CheckedRequest, NewsRequest } from './request.ts';
import { requestQueryOf, wireRequest } from './write-request.ts';

/** The settings of all operations of the news client. */
export interface NewsCalls {
  http: HttpClient;
  /** The service accepts both. A POST can contain a query of any length. */
  method: 'GET' | 'POST';
  now: () => Instant;
}

/** One kind of request: its path, when it is repeated, and how its answer is read. */
export interface Question<T> {
  path: NewsPath;
  policy: RetryPolicy;
  read: Reader<T>;
}

/** An operation of the news client. Throws a RefusedError for a request that is not valid, else any UpstreamError. */
export type Operation<P extends NewsPath, T> = (request: NewsRequest<P>, options?: CallOptions) => Promise<T>;

/** Creates an operation that checks its request, sends it and reads the answer. */
export function operation<P extends NewsPath, T>(
  calls: NewsCalls,
  question: Question<T> & { path: P },
): Operation<P, T> {
  return async (request, options) => {
    const checked = checkRequest(question.path, request);
    return sendRequest(calls, { question, request: checked, options });
  };
}

/** Sends a checked request. */
export function sendRequest<T>(
  calls: NewsCalls,
  given: { question: Question<T>; request: CheckedRequest; options: CallOptions | undefined },
): Promise<T> {
  const { path, policy, read } = given.question;
  const endpoint = { method: calls.method, path: `/${path}`, policy } as const;
  const wire = wireRequest(given.request, { path, now: calls.now() });
  const parcel = calls.method === 'GET' ? { query: requestQueryOf(wire) } : { json: wire };
  return calls.http.call({ endpoint, ...parcel, read }, given.options);
}

import type { IncomingHttpHeaders } from 'node:http';
import type { Service } from '../../../../shared/domain/lib/errors.ts';
import type { Answer } from './answer.ts';
import type { Caller, KeyRule } from './keys.ts';
import type { UsageLimits } from './usage.ts';
import type { MultipartForm } from './read-multipart.ts';
import type { ErrorShape } from './refusal.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One upstream service on this machine, as data. The host listens, checks keys, counts calls, plays faults and words
 * errors; the service only answers.
 */
export interface LocalService {
  name: Service;
  /** The path below which the service lies on the common port: `/news`. Routes are written without it. */
  prefix: string;
  routes: readonly Route[];
  keys: KeyRule;
  errors: ErrorShape;
  limits: UsageLimits;
  /** Ends timers and deliveries of the service; the host has stopped listening by then. */
  close?(): Promise<void>;
}

export interface Route {
  methods: readonly Method[];
  /** `/svc/jobs/{job_id}`: a named part is one segment. Of two routes that fit, the first wins. */
  path: string;
  handler: Handler;
  /** True: answers without a key (liveness). Default false. */
  open?: boolean;
  /** False: the call neither counts against the plan nor is refused for it (subscription). Default true. */
  counted?: boolean;
}

/**
 * Answers one request. Throw `RequestRefused` to end with an error of the service; any other exception becomes a 500
 * in the service's shape and a line on stderr.
 */
export type Handler = (request: LocalRequest) => Answer | Promise<Answer>;

export interface LocalRequest {
  method: Method;
  /** The path below the service's prefix, undecoded: `/svc/jobs/x`. */
  path: string;
  /** The named parts of the route, decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Who calls; in an open route the key is empty. */
  caller: Caller;
  /** The id sent back as `correlation-id`. */
  correlationId: string;
  /** Aborted when the caller goes away or the server closes. */
  signal: AbortSignal;
  /**
   * The body as JSON of any type; `{}` when it is empty.
   * @throws RequestRefused 400 for broken or absurdly nested JSON, 413 above the limit.
   */
  json(): Promise<unknown>;
  /** The body as it came. @throws RequestRefused 413 above the limit. */
  bytes(): Promise<Buffer>;
  /** The body as multipart/form-data. @throws RequestRefused 400 when it is not, 413 above the limit. */
  multipart(): Promise<MultipartForm>;
}

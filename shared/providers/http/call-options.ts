import type { Service } from '../../domain/lib/errors.ts';
import type { Instant } from '../../domain/time/instant.ts';

/** What a caller may say about one call, whatever it asks for. */
export interface CallOptions {
  /** No try and no wait reaches beyond this instant; what stood in the way so far is then thrown. */
  deadline?: Instant;
  /** Ends the call at once; it then throws the signal's reason. */
  signal?: AbortSignal;
  /** Told of every request that was made, failed ones included: for counting calls and for logs. */
  observe?: (exchange: Exchange) => void;
}

/** One request and what became of it. Holds no key, no query and no text of the answer. */
export interface Exchange {
  service: Service;
  /** Method and path with ids left as `{job_id}`: `GET /status/{job_id}`. */
  operation: string;
  /** 1 for the first try of a call. */
  try: number;
  /** False: it is certain that the request never left, so it cannot have been counted against the plan. */
  sent: boolean;
  status?: number;
  correlationId?: string;
  /** From the start of the try to the last byte of the answer, in milliseconds. */
  duration: number;
  /** How long the service says it worked, in seconds. */
  processTime?: number;
  /** The class of the error; absent when the answer was usable. */
  error?: string;
}

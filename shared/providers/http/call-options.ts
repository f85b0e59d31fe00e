import type { Service } from '../../domain/lib/errors.ts';
import type { Instant } from '../../domain/time/instant.ts';

/** Options of every call. */
export interface CallOptions {
  /** No try and no wait continues after this instant. The last error is then thrown. */
  deadline?: Instant;
  /** Ends the call at once and throws the signal's reason. */
  signal?: AbortSignal;
  /** Called with every request, failed ones too: for call counts and logs. */
  observe?: (exchange: Exchange) => void;
}

/** One request and its outcome, without key, query and text of the answer. */
export interface Exchange {
  service: Service;
  /** Method and path, with placeholders for ids: `GET /status/{job_id}`. */
  operation: string;
  /** 1 for the first try of a call. */
  try: number;
  /** False: the request was certainly not sent, so it does not count against the plan. */
  sent: boolean;
  status?: number;
  correlationId?: string;
  /** From the start of the try to the last byte of the answer, in milliseconds. */
  duration: number;
  /** The time that the service reports, in seconds. */
  processTime?: number;
  /** The class of the error; absent when the answer was usable. */
  error?: string;
}

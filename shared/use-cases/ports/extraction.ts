import type { Extraction } from '../../domain/extraction/extraction.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { CallLimits } from './clock.ts';
import type { FoundItems } from './source.ts';

/** The workflow that calls the steps of an extraction. */
export interface Workflow {
  /** Starts an execution; that there is one of this name already is success. */
  start(name: string, extractionId: string): Promise<void>;
}

/** What the workflow has under way. */
export interface Executions {
  /** Names of the executions that run. May lag behind by moments. */
  running(): Promise<ReadonlySet<string>>;
}

/** What one call took. */
export interface Counted {
  /** Requests sent, retries included. */
  calls: number;
  correlationId?: string;
}

/** The query of a job, by which it is also found in a list of jobs. */
export type JobAsk = Pick<Extraction, 'query' | 'range'>;

/** One page of records, as findings. */
export interface RecordPage extends Counted, FoundItems {
  /** Records without an identity. */
  refused: number;
  pages: number;
  /** The limit of records that the job was given. */
  limit?: number;
  /** Of a failed job. */
  error?: string;
}

/** The extraction service as an extraction sees it. Errors are `UpstreamError`s. */
export interface JobService {
  /** Sends a job once. A lost answer is a `TransportError` or `BadShapeError`: there may be a job. */
  submit(ask: JobAsk, limits: CallLimits): Promise<Counted & { upstreamId: string }>;
  /** Our own jobs with the same query, made since then, oldest first. */
  find(ask: JobAsk & { since: Instant }, limits: CallLimits): Promise<Counted & { upstreamIds: string[] }>;
  /** The state of the job, in the service's own word. */
  stage(upstreamId: string, limits: CallLimits): Promise<Counted & { stage: string }>;
  /** A page of records, from 1; of a job at work, a part. */
  records(
    ask: {
      upstreamId: string;
      page: number;
      exclude: Watch['exclude'];
      /** When they are seen: what counts as their time, as the service gives none. */
      now: Instant;
    },
    limits: CallLimits,
  ): Promise<RecordPage>;
  /** Sends a completed job back to work with a higher limit. */
  continue(ask: { upstreamId: string; limit: number }, limits: CallLimits): Promise<Counted>;
  /** Credits left this month; undefined where the plan does not say. */
  credits(limits: CallLimits): Promise<Counted & { left: number | undefined }>;
}

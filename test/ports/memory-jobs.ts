import { RefusedError, ThrottledError, TransportError } from '../../shared/domain/lib/errors.ts';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { MINUTE, type Instant } from '../../shared/domain/time/instant.ts';
import { isSame } from '../../shared/domain/lib/hash.ts';
import type { Clock } from '../../shared/use-cases/ports/clock.ts';
import type { JobAsk, JobService, RecordPage } from '../../shared/use-cases/ports/services.ts';
import { aFinding } from './examples.ts';

const facts = (operation: string) => ({ service: 'extraction', operation }) as const;

/** A job of the twin. */
export interface MemoryJob {
  id: string;
  ask: JobAsk;
  createdAt: Instant;
  /** Since when it works, anew after it was continued. */
  since: Instant;
  limit: number;
}

export interface JobScript {
  slots?: number;
  /** How long a job works, in milliseconds. */
  length?: number;
  /** How many records a question has in all. */
  records?: number;
  /** The most records of a job that has just been sent, whatever it asks for. */
  firstLimit?: number;
  /** How long a new job is missing from the list. */
  listLag?: number;
  credits?: number;
  pageSize?: number;
  /** Every job tells the same facts, under ids of its own. */
  sameFacts?: boolean;
}

/** A record as the provider hands it over; its content is another one when `digest` is. */
export function aRecord(job: string, n: number, digest = 'one'): Finding {
  return aFinding(n, {
    fingerprint: `${job}-record-${String(n).padStart(4, '0')}`,
    service: 'extraction',
    type: 'record',
    title: `Plant number ${n} of ${job} closes`,
    contentHash: digest,
    articles: [{ title: 'A plant closes', link: `https://news.example/${n}` }],
    articleCount: 1,
  });
}

/** The twin, with what a test holds in its hand. */
export interface MemoryJobs {
  service: JobService;
  jobs: Map<string, MemoryJob>;
  /** What was asked, in order. */
  log: string[];
  /** How many jobs were at work at once. */
  mostBusy: number;
  /** Credits left; undefined: the plan does not tell. */
  credits: number | undefined;
  /** Digest of every record's content. */
  digest: string;
  /** Why a failed job failed. */
  error: string | undefined;
  stageOf: (job: MemoryJob) => string;
  /** What a call ends with: before it takes effect, or after, when its answer is lost. */
  fail: (operation: string, when: 'before' | 'after') => Error | undefined;
}

/**
 * The extraction service in memory: slots, stages by the clock, parts while it enriches, and answers that get lost.
 */
export function memoryJobs(clock: Clock, script: JobScript = {}): MemoryJobs {
  const { slots = 4, length = 10 * MINUTE, listLag = 0, pageSize = 100 } = script;
  const jobs = new Map<string, MemoryJob>();

  const call = async <T extends object>(operation: string, work: () => T): Promise<T & { calls: number }> => {
    twin.log.push(operation);
    const before = twin.fail(operation, 'before');
    if (before) throw before;
    const answer = work();
    const after = twin.fail(operation, 'after');
    if (after) throw after;
    return { ...answer, calls: 1 };
  };
  const find = (id: string): MemoryJob => {
    const job = jobs.get(id);
    if (!job) throw new TransportError(`There is no job ${id}.`, facts('GET /status/{job_id}'));
    return job;
  };
  const takeSlot = (operation: string): void => {
    const busy = [...jobs.values()].filter((job) => twin.stageOf(job) !== 'completed').length;
    if (busy >= slots) throw new ThrottledError('All job slots are busy.', facts(operation));
    twin.mostBusy = Math.max(twin.mostBusy, busy + 1);
  };
  const pageOf = (job: MemoryJob, page: number): Omit<RecordPage, 'calls'> => {
    const total = Math.min(script.records ?? 3, job.limit);
    const given = twin.stageOf(job) === 'completed' ? total : Math.ceil(total / 2);
    const all = Array.from({ length: given }, (_, n) => aRecord(job.id, n, twin.digest)).map((one, n) =>
      script.sameFacts ? { ...one, title: `Plant number ${n} closes` } : one,
    );
    const now = clock.now();
    return {
      findings: all.slice((page - 1) * pageSize, page * pageSize).map((one) => ({ ...one, indexedAt: now })),
      refused: 0,
      pages: Math.ceil(all.length / pageSize),
      limit: job.limit,
      ...(twin.error !== undefined && { error: twin.error }),
    };
  };

  const service: JobService = {
    submit: ({ query, range }) =>
      call('submit', () => {
        takeSlot('POST /submit');
        const id = `job-${jobs.size + 1}`;
        const asked = typeof query['limit'] === 'number' ? query['limit'] : 1_000;
        const limit = Math.min(asked, script.firstLimit ?? asked);
        jobs.set(id, { id, ask: { query, range }, createdAt: clock.now(), since: clock.now(), limit });
        return { upstreamId: id };
      }),
    find: ({ query, since }) =>
      call('find', () => ({
        upstreamIds: [...jobs.values()]
          .filter((job) => isSame(job.ask.query, query) && job.createdAt >= since)
          .filter((job) => job.createdAt + listLag <= clock.now())
          .map(({ id }) => id),
      })),
    stage: (id) => call('stage', () => ({ stage: twin.stageOf(find(id)) })),
    records: ({ upstreamId, page }) => call('records', () => pageOf(find(upstreamId), page)),
    continue: ({ upstreamId, limit }) =>
      call('continue', () => {
        const job = find(upstreamId);
        if (limit <= job.limit) {
          const refusal = { ...facts('POST /continue'), refusal: 'request' } as const;
          throw new RefusedError('new_limit is not above the old one.', refusal);
        }
        takeSlot('POST /continue');
        jobs.set(upstreamId, { ...job, limit, since: clock.now() });
        return {};
      }),
    credits: () => call('credits', () => ({ left: twin.credits })),
  };

  const twin: MemoryJobs = {
    service,
    jobs,
    log: [],
    mostBusy: 0,
    credits: script.credits,
    digest: 'one',
    error: undefined,
    stageOf: ({ since }) => {
      const share = (clock.now() - since) / length;
      if (share >= 1) return 'completed';
      if (share >= 0.5) return 'enriching';
      return share >= 0.2 ? 'fetching' : 'submitted';
    },
    fail: () => undefined,
  };
  return twin;
}

/** The answer of a call is lost on its way, after it took effect or before. */
export function lost(operation: string): TransportError {
  return new TransportError('The connection was reset.', facts(operation));
}

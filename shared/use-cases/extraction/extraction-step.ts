import { type AlertsMade, joinAlertsMade } from '../../domain/alerts/alert.ts';
import type { Extraction, ExtractionChange } from '../../domain/extraction/extraction.ts';
import { UpstreamError } from '../../domain/lib/errors.ts';
import type { RunOutcome } from '../../domain/runs/outcome.ts';
import { countersOf, countFindings, type MonthCounters, monthOf } from '../../domain/runs/run-state.ts';
import { MINUTE } from '../../domain/time/instant.ts';
import { creditsOf } from '../../domain/usage/demand.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { changeState } from '../collect/change-state.ts';
import type { InsertPorts, OrderPorts } from '../collect/insert-findings.ts';
import type { CallContext } from '../ports/clock.ts';
import type { Counted, JobService, RecordPage } from '../ports/services.ts';
import type { Ports } from '../ports/ports.ts';

/** What a step of an extraction found and put. */
export type StepOutcome = AlertsMade &
  Pick<RunOutcome, 'matched' | 'new' | 'changed' | 'refused' | 'quarantined' | 'faults' | 'error'>;

/** Both outcomes: their alerts are added, and of everything else the later one counts. */
export function withOutcome<A extends Partial<AlertsMade>, B extends Partial<AlertsMade>>(
  a: A,
  b: B,
): A & B & AlertsMade {
  return { ...a, ...b, ...joinAlertsMade(a, b) };
}

export type AdvancePorts = Pick<
  Ports,
  'clock' | 'definitions' | 'states' | 'extractions' | 'alerts' | 'incidents' | 'jobs'
>;

/** What storing records needs besides. */
export type CollectPorts = AdvancePorts & InsertPorts & OrderPorts & Pick<Ports, 'recordKeys'>;

export interface StepContext<P extends AdvancePorts = AdvancePorts> {
  extraction: Extraction;
  watch: Watch;
  ports: P;
  /** What the step has sent so far. */
  requests: () => Requests;
  /** No upstream call may last beyond these. */
  limits: CallContext;
}

/** What a step comes to. Without a change, another execution has written the extraction in the meantime. */
export interface StepResult {
  change?: ExtractionChange;
  outcome?: Partial<StepOutcome>;
  /** The extraction, where the step has written it. */
  extraction?: Extraction;
}

/** The id that the service gave the job. A step that needs it is never taken before it is known. */
export function upstreamIdOf({ extraction }: StepContext): string {
  const { id, state, upstreamId } = extraction;
  if (upstreamId === undefined) throw new Error(`The extraction ${id} is ${state} and has no job.`);
  return upstreamId;
}

export function readRecords(context: StepContext, page: number): Promise<RecordPage> {
  const { watch, ports, limits } = context;
  const ask = {
    upstreamId: upstreamIdOf(context),
    page,
    exclude: watch.exclude,
    now: ports.clock.now(),
  };
  return ports.jobs.records(ask, limits);
}

type Requests = Pick<RunOutcome, 'calls' | 'correlationIds'>;

/** A job service that counts its requests, retries included; a failed call counts as one. */
export function countRequests(jobs: JobService): { jobs: JobService; requests: () => Requests } {
  let requests: Requests = { calls: 0, correlationIds: [] };
  const add = (calls: number, id: string | undefined): void => {
    const { correlationIds } = requests;
    requests = {
      calls: requests.calls + calls,
      correlationIds: id === undefined ? correlationIds : [...correlationIds, id],
    };
  };
  const counted = async <T extends Counted>(call: Promise<T>): Promise<T> => {
    try {
      const answer = await call;
      add(answer.calls, answer.correlationId);
      return answer;
    } catch (error) {
      add(1, error instanceof UpstreamError ? error.correlationId : undefined);
      throw error;
    }
  };
  return {
    requests: () => requests,
    jobs: {
      submit: (...ask) => counted(jobs.submit(...ask)),
      find: (...ask) => counted(jobs.find(...ask)),
      stage: (...ask) => counted(jobs.stage(...ask)),
      records: (...ask) => counted(jobs.records(...ask)),
      continue: (...ask) => counted(jobs.continue(...ask)),
      credits: (...ask) => counted(jobs.credits(...ask)),
    },
  };
}

interface JobEnd {
  /** Its range counts as covered. */
  covers: boolean;
  /** Records that it gave, and findings that were stored of them for the first time. */
  records: number;
  found: number;
}

/**
 * Adds to the state of the watch what an ended job has used and found, once. Where the job `covers` its range, the
 * next job begins where the range ends. False while a run holds the state: that takes seconds.
 */
export async function countUsage(context: StepContext, end: JobEnd): Promise<boolean> {
  const { extraction, ports, limits } = context;
  const { id, watchId, watchVersion, track, range } = extraction;
  const month = monthOf(ports.clock.now());
  return changeState(ports, { owner: limits.owner, watchId, track }, (state) => {
    const isLive = end.covers && track === 'live' && state.version === watchVersion;
    return {
      ...(isLive && range.to > (state.coveredUntil ?? 0) && { coveredUntil: range.to }),
      ...(state.lastJob !== id && {
        lastJob: id,
        counters: withJob(countersOf(month, state.counters), { context, end }),
      }),
    };
  });
}

/** Of a job that was never accepted only the calls count: it held no slot and cost nothing. */
function withJob(
  before: MonthCounters,
  { context, end }: { context: StepContext; end: JobEnd },
): MonthCounters {
  const { extraction, watch, ports, requests } = context;
  const { upstreamId, sentAt } = extraction;
  const calls = before.calls + extraction.calls + requests().calls;
  if (upstreamId === undefined) return { ...before, calls };
  const now = ports.clock.now();
  const { jobs = 0, credits = 0, slotMinutes = 0 } = before;
  return {
    ...countFindings(before, { found: end.found, now }),
    calls,
    jobs: jobs + 1,
    credits: credits + creditsOf(watch, end.records),
    slotMinutes: slotMinutes + Math.ceil((now - (sentAt ?? now)) / MINUTE),
  };
}

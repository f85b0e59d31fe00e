import { isPolled } from '../../../shared/domain/lib/errors.ts';
import { useOf } from '../plan/estimate-calls.ts';
import type { Stack } from '../stack/stack.ts';
import type { TriedOut } from '../stack/try-out.ts';
import {
  FIRST_POLL,
  PART_GAP,
  POLL_GAP,
  RECORD_PAGE,
} from '../../../shared/domain/extraction/extraction-transitions.ts';
import type { Extraction } from '../../../shared/domain/extraction/extraction.ts';
import { DAY, type Instant, MINUTE, dayOf } from '../../../shared/domain/time/instant.ts';
import {
  ASSUMED_LIMIT,
  JOB_PRICES,
  costsOf,
  creditsOf,
  runsPerMonth,
} from '../../../shared/domain/usage/demand.ts';
import { type Watch, serviceOf } from '../../../shared/domain/watches/watch.ts';

/** Costs and findings of a watch's past jobs, from the store. */
export interface JobPast {
  /** Completed jobs; those of a monitor are not stored one by one. */
  jobs: number;
  /** Means per job; undefined without jobs. */
  took?: {
    records: number;
    calls: number;
    /** Minutes for which a job used a slot. */
    slotMinutes: number;
  };
  /** What was found after the baseline; undefined without any. */
  tried?: TriedOut;
}

const BACK = 30 * DAY;
/** More jobs than a plan has slots for in a day. */
const MOST_A_DAY = 1_000;

type PastStores = Pick<Stack, 'definitions' | 'extractions' | 'findings'>;

/** The past jobs of an extraction watch with the same query; undefined without any. */
export async function readJobPast(
  watch: Watch,
  { stack, now }: { stack: PastStores; now: Instant },
): Promise<JobPast | undefined> {
  const jobs = await endedJobs(watch, { stack, now });
  const notified = jobs.filter(({ silent }) => !silent);
  const from = Math.min(...notified.map(({ range }) => range.from));
  const tried =
    notified.length > 0
      ? await foundSince(watch, { stack, from, now })
      : watch.monitor && (await deliveredFor(watch, { stack, now }));
  if (jobs.length === 0 && !tried) return undefined;
  const mean = (of: (job: Extraction) => number) => jobs.reduce((sum, job) => sum + of(job), 0) / jobs.length;
  const took = {
    records: mean(({ records }) => records),
    calls: mean(({ calls }) => calls),
    slotMinutes: mean(({ sentAt = 0, endedAt = sentAt }) => Math.ceil((endedAt - sentAt) / MINUTE)),
  };
  return { jobs: jobs.length, ...(jobs.length > 0 && { took }), ...(tried && { tried }) };
}

/** What a monitor has delivered; undefined without findings or for another query. */
async function deliveredFor(
  watch: Watch,
  { stack, now }: { stack: PastStores; now: Instant },
): Promise<TriedOut | undefined> {
  const applied = (await stack.definitions.watches()).find(({ id }) => id === watch.id);
  if (applied?.version !== watch.version) return undefined;
  const tried = await foundSince(watch, { stack, from: now - BACK, now });
  const from = Math.min(...tried.findings.map(({ indexedAt }) => indexedAt));
  return tried.hits === 0 ? undefined : { ...tried, window: { from: Math.min(from, now - DAY), to: now } };
}

async function endedJobs(
  watch: Watch,
  { stack, now }: { stack: Pick<Stack, 'extractions'>; now: Instant },
): Promise<Extraction[]> {
  const ended: Extraction[] = [];
  for (let at = now - BACK; dayOf(at) <= dayOf(now); at += DAY) {
    const made = await stack.extractions.madeOn(dayOf(at), MOST_A_DAY);
    ended.push(
      ...made.filter(
        ({ watchId, watchVersion, track, state }) =>
          watchId === watch.id && watchVersion === watch.version && track === 'live' && state === 'done',
      ),
    );
  }
  return ended;
}

async function foundSince(
  watch: Watch,
  { stack, from, now }: { stack: Pick<Stack, 'findings'>; from: Instant; now: Instant },
): Promise<TriedOut> {
  const window = { from: Math.max(from, now - BACK), to: now };
  const stored = await stack.findings.foundIn(watch.id, window);
  const findings = stored
    .filter(({ verdict }) => !(verdict && 'silent' in verdict && verdict.silent === 'baseline'))
    .map(({ finding }) => finding);
  const frames = findings.map(({ indexedAt }) => ({ from: indexedAt, count: 1 }));
  return { window, hits: findings.length, frames, findings, calls: 0 };
}

/** What a watch uses of the plan of its service in an average month. */
export interface MonthCost {
  runs: number;
  calls: number;
  /** For an extraction watch. */
  jobs?: JobCost;
}

/** What jobs use. */
interface JobCost {
  /** Maximum credits of one job and of the month. */
  creditsEach: number;
  credits: number;
  /** Credits per month from past jobs, or from the fixed price of mode lite; undefined before the first job. */
  expected?: number;
  /** How the credits of one job are calculated. */
  basis: string;
  /** Minutes for which the jobs use a slot. */
  slotMinutes: number;
  /** True: calls and minutes are means of its own jobs; false: usual values. */
  isMeasured: boolean;
}

/** A job usually takes 10 to 15 minutes (extraction service, timing). */
const USUAL_LENGTH = 15 * MINUTE;
/** The first parts are ready after a third of that time. */
const USUAL_PARTS = Math.floor(((USUAL_LENGTH / 3) * 2) / PART_GAP);

/** The cost per month: from the schedule of the watch, and for jobs from its past jobs, if any. */
export function monthCostOf(
  watch: Watch,
  { past, now }: { past: JobPast | undefined; now: Instant },
): MonthCost {
  const runs = runsPerMonth(watch, now);
  const service = serviceOf(watch.kind);
  if (isPolled(service)) return { runs, calls: 0 };
  if (service !== 'extraction') return { runs, calls: useOf(watch, now).amount };
  const creditsEach = costsOf(watch).perRun;
  const calls = watch.monitor ? 0 : (past?.took?.calls ?? usualCalls(watch));
  const known = watch.query['mode'] === 'lite' ? 0 : past?.took?.records;
  const slotMinutes = past?.took?.slotMinutes ?? USUAL_LENGTH / MINUTE;
  return {
    runs,
    calls: Math.ceil(runs * calls),
    jobs: {
      creditsEach,
      credits: runs * creditsEach,
      ...(known !== undefined && { expected: Math.ceil(runs * creditsOf(watch, known)) }),
      basis: creditBasisOf(watch),
      slotMinutes: Math.ceil(runs * slotMinutes),
      isMeasured: past?.took !== undefined,
    },
  };
}

/** One call to send the job, one for each poll, and one for each page of records, in parts and at the end. */
function usualCalls({ query: { limit } }: Watch): number {
  const looks = 1 + Math.floor((USUAL_LENGTH - FIRST_POLL) / POLL_GAP);
  const pages = Math.ceil((typeof limit === 'number' ? limit : ASSUMED_LIMIT) / RECORD_PAGE);
  return 1 + looks + pages * (1 + USUAL_PARTS);
}

function creditBasisOf({ query: { limit, mode }, prices = JOB_PRICES }: Watch): string {
  if (mode === 'lite') return 'fixed price of mode lite';
  const each = `${prices.perRecord} per record`;
  return typeof limit === 'number'
    ? `limit ${limit}, ${each}`
    : `assuming ${ASSUMED_LIMIT} records, ${each}; without a limit there may be more`;
}

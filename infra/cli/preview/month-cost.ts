import {
  FIRST_POLL,
  PART_GAP,
  POLL_GAP,
  RECORD_PAGE,
} from '../../../shared/domain/extraction/extraction-times.ts';
import { MINUTE, type Instant } from '../../../shared/domain/time/instant.ts';
import {
  ASSUMED_LIMIT,
  costsOf,
  creditsOf,
  JOB_PRICES,
  runsPerMonth,
} from '../../../shared/domain/usage/demand.ts';
import { serviceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import { estimateCalls, estimateCosts } from '../plan/estimate-calls.ts';
import type { JobPast } from './job-past.ts';

/** What a watch takes of the plan of its service in an average month. */
export interface MonthCost {
  runs: number;
  calls: number;
  /** Of a watch that asks for jobs. */
  jobs?: JobCost;
}

/** What jobs take. */
export interface JobCost {
  /** The most credits of one job and of the month. */
  creditsEach: number;
  credits: number;
  /** Credits of the month as its jobs took them so far, or as a job costs whatever it finds; undefined before the first. */
  expected?: number;
  /** How the credits of one job are reckoned. */
  reckoned: string;
  /** How long the jobs hold a slot, in minutes. */
  slotMinutes: number;
  /** Whether calls and minutes are means of its own jobs, or what a job takes as a rule. */
  isMeasured: boolean;
}

/** A job takes 10 to 15 minutes as a rule (extraction service, timing). */
const USUAL_LENGTH = 15 * MINUTE;
/** A third of which goes by before there are parts to take. */
const USUAL_PARTS = Math.floor(((USUAL_LENGTH / 3) * 2) / PART_GAP);

/** The cost of a month: by the schedule of the watch, and for jobs by those that it has had, where it had any. */
export function monthCostOf(
  watch: Watch,
  { past, now }: { past: JobPast | undefined; now: Instant },
): MonthCost {
  const runs = runsPerMonth(watch, now);
  const service = serviceOf(watch.kind);
  if (service === 'news')
    return { runs, calls: estimateCalls([watch], { allowed: undefined, now }).watches[0]?.calls ?? 0 };
  if (service === 'events') return { runs, calls: estimateCosts([watch], now)[0]?.total ?? 0 };
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
      reckoned: reckonedFor(watch),
      slotMinutes: Math.ceil(runs * slotMinutes),
      isMeasured: past?.took !== undefined,
    },
  };
}

/** One call to send it, then looks at it, and its records page by page: of some parts first, and at the end. */
function usualCalls({ query: { limit } }: Watch): number {
  const looks = 1 + Math.floor((USUAL_LENGTH - FIRST_POLL) / POLL_GAP);
  const pages = Math.ceil((typeof limit === 'number' ? limit : ASSUMED_LIMIT) / RECORD_PAGE);
  return 1 + looks + pages * (1 + USUAL_PARTS);
}

function reckonedFor({ query: { limit, mode }, prices = JOB_PRICES }: Watch): string {
  if (mode === 'lite') return 'mode lite, whatever it finds';
  const each = `${prices.perRecord} for a record`;
  return typeof limit === 'number'
    ? `limit ${limit}, ${each}`
    : `${ASSUMED_LIMIT} records are reckoned, ${each}; without a limit the plan may give more`;
}

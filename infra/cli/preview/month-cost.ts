import {
  FIRST_POLL,
  PART_GAP,
  POLL_GAP,
  RECORD_PAGE,
} from '../../../shared/domain/extraction/extraction-transitions.ts';
import { type Instant, MINUTE } from '../../../shared/domain/time/instant.ts';
import {
  ASSUMED_LIMIT,
  costsOf,
  creditsOf,
  JOB_PRICES,
  runsPerMonth,
} from '../../../shared/domain/usage/demand.ts';
import { serviceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import { useOf } from '../plan/estimate-calls.ts';
import type { JobPast } from './job-past.ts';

/** What a watch uses of the plan of its service in an average month. */
export interface MonthCost {
  runs: number;
  calls: number;
  /** For an extraction watch. */
  jobs?: JobCost;
}

/** What jobs use. */
export interface JobCost {
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
  if (service === 'feeds') return { runs, calls: 0 };
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

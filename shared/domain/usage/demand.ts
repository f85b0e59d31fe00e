import { DAY, type Instant, RECOUNTED_DAYS } from '../time/instant.ts';
import { countersOf, monthOf, type RunState } from '../runs/run-state.ts';
import { parseSchedule, slotsAfter } from '../time/schedule.ts';
import {
  type JobPrices,
  serviceOf,
  type Severity,
  type Watch,
  type WindowRule,
  windowRuleOf,
} from '../watches/watch.ts';

/** The length of an average month. */
export const MONTH = 30.44 * DAY;
/** The slots of a schedule are counted over four weeks, and at most this many: the rest repeats. */
const COUNTED_SPAN = 28 * DAY;
const COUNTED_SLOTS = 2_000;

/** The cost of jobs unless watches.yaml says it (extraction service, credits: indicative figures of third parties). */
export const JOB_PRICES: JobPrices = { perRecord: 10, perLiteJob: 100 };
/** The assumed number of records of a job without a limit. */
export const ASSUMED_LIMIT = 100;

/** What a watch needs of its service's plan: calls, or credits of the extraction service. */
export interface Demand {
  id: string;
  severity: Severity;
  priority: number;
  /** Mean time between two scheduled runs, in milliseconds; infinite when no run is left. */
  period: number;
  /** What each run needs. */
  perRun: number;
  /** What each day needs beside its runs: recounts, further pages. */
  perDay: number;
  /** The longest time between two runs to which the watch may be slowed, in milliseconds. */
  slowest: number;
}

/** The demand of a watch from now on: by its schedule, and by what it used this month beside its runs. */
export function demandOf(
  watch: Watch,
  { state, now }: { state?: Pick<RunState, 'counters' | 'coveredFrom'> | undefined; now: Instant },
): Demand {
  const period = MONTH / runsPerMonth(watch, now);
  return {
    id: watch.id,
    severity: watch.severity,
    priority: watch.priority,
    period,
    ...costsOf(watch),
    ...(watch.monitor && { perRun: perMonitorRun(state, now) }),
    ...(state && serviceOf(watch.kind) !== 'extraction' && { perDay: perDayOf(watch, { state, now }) }),
    slowest: slowestOf(watch, period),
  };
}

/**
 * What a run of a monitor needs: the mean of this month's jobs. Nothing while no job is known: its limit would be so
 * much that all other watches could be paused.
 */
function perMonitorRun(state: Pick<RunState, 'counters'> | undefined, now: Instant): number {
  const { jobs = 0, credits = 0 } = countersOf(monthOf(now), state?.counters);
  return jobs === 0 ? 0 : credits / jobs;
}

/** How often a watch runs in an average month. */
export function runsPerMonth(
  { schedule, timezone }: Pick<Watch, 'schedule' | 'timezone'>,
  now: Instant,
): number {
  const parsed = parseSchedule(schedule, timezone);
  if (parsed.type === 'rate') return Math.ceil(MONTH / parsed.period);
  let slots = 0;
  for (const slot of slotsAfter(parsed, { after: now, start: now })) {
    if (slot >= now + COUNTED_SPAN) break;
    slots += 1;
    if (slots === COUNTED_SLOTS) return Math.ceil((slots * MONTH) / (slot - now));
  }
  return parsed.type === 'at' ? slots : Math.ceil((slots * MONTH) / COUNTED_SPAN);
}

/** One call per run, and those of the daily recount; for a job, the most credits that it may cost. */
export function costsOf(watch: Pick<Watch, 'kind' | 'query' | 'prices'>): Pick<Demand, 'perRun' | 'perDay'> {
  const { kind, query } = watch;
  const rule = windowRuleOf(kind);
  if (rule) return { perRun: 1, perDay: recountCalls(rule) };
  const { limit } = query;
  return { perRun: creditsOf(watch, typeof limit === 'number' ? limit : ASSUMED_LIMIT), perDay: 0 };
}

/** One call for each of the last days if they are counted, or else for each window in which they are queried again. */
function recountCalls({ lookAgain, longest }: WindowRule): number {
  if (lookAgain === 'never') return 0;
  return lookAgain === 'count' ? RECOUNTED_DAYS : Math.max(1, Math.ceil((RECOUNTED_DAYS * DAY) / longest));
}

type PricedQuery = Pick<Watch, 'query' | 'prices'>;

/** What a job with this many records costs, in credits. */
export function creditsOf({ query, prices = JOB_PRICES }: PricedQuery, records: number): number {
  return query['mode'] === 'lite' ? prices.perLiteJob : prices.perRecord * records;
}

/** The limit up to which a job can be continued with the credits that are left. */
export function limitWithin(
  { query, prices = JOB_PRICES }: PricedQuery,
  { limit, wanted, left }: { limit: number; wanted: number; left: number },
): number {
  if (query['mode'] === 'lite') return left >= prices.perLiteJob ? wanted : limit;
  const more = prices.perRecord === 0 ? Number.POSITIVE_INFINITY : Math.floor(left / prices.perRecord);
  return Math.min(wanted, limit + more);
}

/** What a day of this month used beside its runs, but at least the expected calls. */
function perDayOf(
  watch: Watch,
  { state, now }: { state: Pick<RunState, 'counters' | 'coveredFrom'>; now: Instant },
): number {
  const expected = costsOf(watch).perDay;
  const month = monthOf(now);
  if (state.counters.month !== month) return expected;
  const begun = Math.max(Date.parse(`${month}-01T00:00:00Z`), (state.coveredFrom ?? now) + watch.lookback);
  const days = Math.max(1, (now - begun) / DAY);
  return Math.max(expected, (state.counters.calls - state.counters.runs) / days);
}

/** Once a day, or half as often as scheduled; more often for a service that gives no older items. */
function slowestOf({ kind }: Watch, period: number): number {
  const reach = windowRuleOf(kind)?.reach;
  return reach === undefined ? Math.max(DAY, 2 * period) : Math.max(reach / 2, period);
}

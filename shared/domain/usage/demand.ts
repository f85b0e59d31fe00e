import { DAY, type Instant } from '../time/instant.ts';
import { countersOf, monthOf, type RunState } from '../runs/run-state.ts';
import { nextSlot, parseSchedule } from '../time/schedule.ts';
import { type JobPrices, serviceOf, type Severity, type Watch } from '../watches/watch.ts';
import { windowRuleOf, type WindowRule } from '../watches/watch-kinds.ts';
import { RECOUNTED_DAYS } from '../time/window.ts';

/** An average month. */
export const MONTH = 30.44 * DAY;
/** A timetable is counted over four weeks, and no further than so many slots: the rest repeats. */
const COUNTED_SPAN = 28 * DAY;
const COUNTED_SLOTS = 2_000;

/** What jobs cost where the file of watches does not say it (extraction service, credits: indicative figures of third parties). */
export const JOB_PRICES: JobPrices = { perRecord: 10, perLiteJob: 100 };
/** A job without a limit of its own is reckoned with so many records. */
export const ASSUMED_LIMIT = 100;

/** What a watch takes of the plan of its service: calls, or credits of the extraction service. */
export interface Demand {
  id: string;
  severity: Severity;
  priority: number;
  /** Mean time between two runs as scheduled, in milliseconds; infinite where no run is left. */
  period: number;
  /** What each run takes. */
  perRun: number;
  /** What each day takes beside the runs, however few: recounts, further pages. */
  perDay: number;
  /** The longest time between two runs to which the watch may be slowed. */
  slowest: number;
}

/** What a watch needs from now on: by its schedule, and by what it took this month beside its runs. */
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
 * What a run of a monitor takes: as much as the jobs of this month took on average; nothing while none is known, as the
 * most that it may take could stop all others.
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
  let last = now;
  for (
    let slot = nextSlot(parsed, { after: now, start: now });
    slot !== undefined && slot < now + COUNTED_SPAN;
  ) {
    slots += 1;
    last = slot;
    if (slots === COUNTED_SLOTS) return Math.ceil((slots * MONTH) / (last - now));
    slot = nextSlot(parsed, { after: last, start: now });
  }
  return parsed.type === 'at' ? slots : Math.ceil((slots * MONTH) / COUNTED_SPAN);
}

/** One call for each run, and those of the daily second look; for a job, the most credits it may cost. */
export function costsOf(watch: Pick<Watch, 'kind' | 'query' | 'prices'>): Pick<Demand, 'perRun' | 'perDay'> {
  const { kind, query } = watch;
  const rule = windowRuleOf(kind);
  if (rule) return { perRun: 1, perDay: callsToLookAgain(rule) };
  const { limit } = query;
  return { perRun: creditsOf(watch, typeof limit === 'number' ? limit : ASSUMED_LIMIT), perDay: 0 };
}

/** A call for each of the last days where they are counted, else one for each window that they are asked again in. */
function callsToLookAgain({ lookAgain, longest }: WindowRule): number {
  if (lookAgain === 'never') return 0;
  return lookAgain === 'count' ? RECOUNTED_DAYS : Math.max(1, Math.ceil((RECOUNTED_DAYS * DAY) / longest));
}

/** What is asked, and what it costs. */
type Asking = Pick<Watch, 'query' | 'prices'>;

/** What a job of so many records costs, in credits. */
export function creditsOf({ query, prices = JOB_PRICES }: Asking, records: number): number {
  return query['mode'] === 'lite' ? prices.perLiteJob : prices.perRecord * records;
}

/** The limit up to which a job can be sent on with the credits that are left. */
export function limitWithin(
  { query, prices = JOB_PRICES }: Asking,
  { limit, wanted, left }: { limit: number; wanted: number; left: number },
): number {
  if (query['mode'] === 'lite') return left >= prices.perLiteJob ? wanted : limit;
  const more = prices.perRecord === 0 ? Number.POSITIVE_INFINITY : Math.floor(left / prices.perRecord);
  return Math.min(wanted, limit + more);
}

/** What a day of this month took beside the runs; in the first days no less than what is foreseen. */
function perDayOf(
  watch: Watch,
  { state, now }: { state: Pick<RunState, 'counters' | 'coveredFrom'>; now: Instant },
): number {
  const foreseen = costsOf(watch).perDay;
  const month = monthOf(now);
  if (state.counters.month !== month) return foreseen;
  const begun = Math.max(Date.parse(`${month}-01T00:00:00Z`), (state.coveredFrom ?? now) + watch.lookback);
  const days = Math.max(1, (now - begun) / DAY);
  return Math.max(foreseen, (state.counters.calls - state.counters.runs) / days);
}

/** Once a day, or half as often as it runs; early enough for a service that cannot be asked about the past. */
function slowestOf({ kind }: Watch, period: number): number {
  const reach = windowRuleOf(kind)?.reach;
  return reach === undefined ? Math.max(DAY, 2 * period) : Math.max(reach / 2, period);
}

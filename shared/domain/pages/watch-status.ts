import type { Incident } from '../incidents/incident.ts';
import {
  monitorCondition,
  type MonitorCondition,
  type MonitorResource,
} from '../upstream/upstream-resource.ts';
import { formatRelativeTime, type Instant, MINUTE } from '../time/instant.ts';
import { type AllowedRate, formatInterval, type Watch, windowRuleOf } from '../watches/watch.ts';
import { type SlowQuery, slowText } from '../runs/service-wait.ts';
import { monthOf, type MonthCounters, type RunState } from '../runs/run-state.ts';
import { nextSlot, parseSchedule } from '../time/schedule.ts';
import { defined } from '../lib/fields.ts';

/** Runs may start a minute late and take some minutes. Only after this are they late. */
const GRACE = 10 * MINUTE;

/** The condition of a watch. The words are part of the JSON of `status`. */
export type Condition =
  | 'ok'
  | 'new'
  | 'baseline'
  | 'late'
  | 'failing'
  | 'open'
  | 'slowed'
  | 'paused'
  | 'unscheduled'
  | 'disabled'
  | MonitorCondition;

/** The status of a watch, for the command line and the pages. */
export interface WatchStatus {
  id: string;
  kind: Watch['kind'];
  condition: Condition;
  /** What the condition means, for all but `ok`. It may contain text of a service. */
  detail?: string;
  lastRunAt?: Instant;
  coveredUntil?: Instant;
  nextRunAt?: Instant;
  /** Sums of this month (UTC). */
  month: Pick<MonthCounters, 'runs' | 'calls' | 'found' | 'skipped' | 'jobs' | 'credits' | 'slotMinutes'>;
  /** How many items are in quarantine. */
  quarantined: number;
  /** A backfill that is not finished. */
  backfill?: { coveredUntil?: Instant; until: Instant };
}

/** What the store knows about a watch. */
export interface WatchFacts {
  live: RunState | undefined;
  backfill: RunState | undefined;
  /** How many of its items are in quarantine. Default: none. */
  quarantined?: number;
  /** Its monitor at the extraction service. */
  resource?: MonitorResource | undefined;
  /** Open incidents, of other watches too. Default: none. */
  incidents?: readonly Incident[];
}

/** The status of a watch from all that is known about it. */
export function watchStatus(watch: Watch, known: WatchFacts, now: Instant): WatchStatus {
  const { live, backfill, resource } = known;
  const schedule = live?.schedule;
  const hasMonitor = resource?.monitor?.enabled === true && resource.offSince === undefined;
  const start = schedule?.start ?? live?.lastRunAt ?? now;
  const next = nextSlot(parseSchedule(watch.schedule, watch.timezone), { after: now, start });
  const isFilling = backfill?.baseUntil !== undefined && (backfill.coveredUntil ?? 0) < backfill.baseUntil;
  const thisMonth = live?.counters.month === monthOf(now) ? live.counters : undefined;
  const { runs = 0, calls = 0, found = 0, skipped, jobs, credits, slotMinutes } = thisMonth ?? {};
  return defined<WatchStatus>({
    id: watch.id,
    kind: watch.kind,
    ...conditionOf(watch, { known, now }),
    lastRunAt: live?.lastRunAt,
    coveredUntil: live?.coveredUntil,
    nextRunAt: schedule !== undefined || hasMonitor ? next : undefined,
    month: defined<WatchStatus['month']>({ runs, calls, found, skipped, jobs, credits, slotMinutes }),
    quarantined: known.quarantined ?? 0,
    backfill: isFilling ? backfillOf(backfill) : undefined,
  });
}

function backfillOf({ coveredUntil, baseUntil = 0 }: RunState): NonNullable<WatchStatus['backfill']> {
  return defined<NonNullable<WatchStatus['backfill']>>({ coveredUntil, until: baseUntil });
}

/** The most severe condition of a watch. */
function conditionOf(
  watch: Watch,
  { known, now }: { known: WatchFacts; now: Instant },
): Pick<WatchStatus, 'condition' | 'detail'> {
  const { live, resource } = known;
  const schedule = live?.schedule;
  if (watch.disabled)
    return {
      condition: 'disabled',
      detail: 'it has enabled: false in watches.yaml, or is paused on its page',
    };
  if (watch.monitor) return monitorCondition(watch, resource);
  if (!schedule) return { condition: 'unscheduled', detail: 'it has no schedule: apply watches.yaml again' };
  if (live.lastRunAt === undefined) return { condition: 'new', detail: 'it has not run yet' };
  const { failures, lastError = 'unknown', openSince, coveredUntil, baseUntil } = live;
  if (failures > 0) {
    const times = failures === 1 ? 'its last run failed' : `its last ${failures} runs failed`;
    return { condition: 'failing', detail: `${times}: ${lastError}${againText(live.slow, now)}` };
  }
  const failedJob = known.incidents?.find(
    ({ kind, watchId }) => kind === 'failed-job' && watchId === watch.id,
  );
  if (failedJob) return { condition: 'failing', detail: failedJob.text };
  if (openSince !== undefined) {
    return {
      condition: 'open',
      detail: `a window could not be covered, first ${formatRelativeTime(openSince, now)}; it is queried again.${againText(live.slow, now)}`,
    };
  }
  if (baseUntil !== undefined && (coveredUntil ?? 0) < baseUntil) {
    return { condition: 'baseline', detail: 'it stores its baseline, without alerts' };
  }
  if (live.rate && live.rate.until > now) return limitedCondition(live.rate);
  const after = lastSlotOf(watch, { lastRunAt: live.lastRunAt, coveredUntil });
  // If the start of a rate is unknown, a run is due one period after the last one.
  const since = schedule.start ?? after;
  const due = nextSlot(parseSchedule(watch.schedule, watch.timezone), { after, start: since });
  if (due !== undefined && due < now - GRACE && since < now - GRACE) {
    return {
      condition: 'late',
      detail: `a run was due ${formatRelativeTime(due, now)}: check the runs queue and its dead letters, and apply watches.yaml again`,
    };
  }
  return { condition: 'ok' };
}

/** Said of a query that had no answer in time. */
function againText(slow: SlowQuery | undefined, now: Instant): string {
  return slow && slow.times > 0 ? ` ${slowText(slow, now)}` : '';
}

/**
 * The instant after which the next run is due. A run covers the time until it began, and is stored when it ends. If
 * only its own duration lies between, it was the run of the last slot. A job covers its range long after its run.
 */
function lastSlotOf(
  { kind }: Watch,
  { lastRunAt, coveredUntil = 0 }: { lastRunAt: Instant; coveredUntil: Instant | undefined },
): Instant {
  const isUpToDate = windowRuleOf(kind) === undefined || lastRunAt - coveredUntil <= GRACE;
  return isUpToDate ? lastRunAt : coveredUntil;
}

function limitedCondition(rate: AllowedRate): Pick<WatchStatus, 'condition' | 'detail'> {
  const how = rate.state === 'slowed' ? `it runs ${formatInterval(rate.interval)} only` : 'it does not run';
  return { condition: rate.state, detail: `${how}: ${rate.reason}` };
}

/** Whether a condition asks for somebody's attention. */
export function isFaulty(condition: Condition): boolean {
  return FAULTY.includes(condition);
}

const FAULTY: readonly Condition[] = ['late', 'failing', 'open', 'slowed', 'paused', 'unscheduled', 'off'];

import type { MonitorResource } from '../upstream/upstream-resource.ts';
import { MINUTE, type Instant } from '../time/instant.ts';
import { type MonitorCondition, monitorCondition } from '../upstream/monitor-status.ts';
import { formatInterval, type AllowedRate } from '../watches/allowed-rate.ts';
import { monthOf, type MonthCounters, type RunState } from '../runs/run-state.ts';
import { nextSlot, parseSchedule } from '../time/schedule.ts';
import { formatRelativeTime } from '../time/format-time.ts';
import type { Watch } from '../watches/watch.ts';

/** A run may begin a minute late, and a slow one takes some: later than this it is late. */
const GRACE = 10 * MINUTE;

/** How a watch stands. */
export type Condition =
  | 'ok'
  | 'new'
  | 'base'
  | 'late'
  | 'failing'
  | 'open'
  | 'slowed'
  | 'paused'
  | 'unscheduled'
  | 'disabled'
  | MonitorCondition;

export interface WatchStatus {
  id: string;
  kind: Watch['kind'];
  condition: Condition;
  /** What the condition means here, for all but `ok`. It may hold words of a service. */
  detail?: string;
  lastRunAt?: Instant;
  coveredUntil?: Instant;
  nextRunAt?: Instant;
  /** Sums of this month (UTC). */
  month: Pick<MonthCounters, 'runs' | 'calls' | 'found' | 'skipped' | 'jobs' | 'credits' | 'slotMinutes'>;
  /** A span of the past that is being asked for. */
  backfill?: { coveredUntil?: Instant; until: Instant };
}

/** What the store and the scheduler know of a watch. */
export interface WatchFacts {
  live: RunState | undefined;
  backfill: RunState | undefined;
  /** Undefined where the watch has no schedule; a rate counts from `start`. */
  schedule: { start: Instant | undefined } | undefined;
  /** What the extraction service holds for it. */
  resource?: MonitorResource | undefined;
}

export function watchStatus(watch: Watch, known: WatchFacts, now: Instant): WatchStatus {
  const { live, backfill, schedule, resource: held } = known;
  const isHeld = held?.monitor?.enabled === true && held.offSince === undefined;
  const start = schedule?.start ?? live?.lastRunAt ?? now;
  const next = nextSlot(parseSchedule(watch.schedule, watch.timezone), { after: now, start });
  const isPast = backfill?.baseUntil !== undefined && (backfill.coveredUntil ?? 0) < backfill.baseUntil;
  const thisMonth = live?.counters.month === monthOf(now) ? live.counters : undefined;
  const { runs = 0, calls = 0, found = 0, skipped, jobs, credits, slotMinutes } = thisMonth ?? {};
  return {
    id: watch.id,
    kind: watch.kind,
    ...conditionOf(watch, { known, now }),
    ...(live?.lastRunAt !== undefined && { lastRunAt: live.lastRunAt }),
    ...(live?.coveredUntil !== undefined && { coveredUntil: live.coveredUntil }),
    ...((schedule !== undefined || isHeld) && next !== undefined && { nextRunAt: next }),
    month: {
      runs,
      calls,
      found,
      ...(skipped !== undefined && { skipped }),
      ...(jobs !== undefined && { jobs }),
      ...(credits !== undefined && { credits }),
      ...(slotMinutes !== undefined && { slotMinutes }),
    },
    ...(isPast && { backfill: backfillOf(backfill) }),
  };
}

function backfillOf({ coveredUntil, baseUntil = 0 }: RunState): NonNullable<WatchStatus['backfill']> {
  return { ...(coveredUntil !== undefined && { coveredUntil }), until: baseUntil };
}

/** The gravest condition that holds. */
function conditionOf(
  watch: Watch,
  { known, now }: { known: WatchFacts; now: Instant },
): Pick<WatchStatus, 'condition' | 'detail'> {
  const { live, schedule, resource: held } = known;
  if (watch.disabled) return { condition: 'disabled', detail: 'the file says enabled: false' };
  if (watch.monitor) return monitorCondition(watch, held);
  if (!schedule) return { condition: 'unscheduled', detail: 'it has no schedule: apply the file again' };
  if (live?.lastRunAt === undefined) return { condition: 'new', detail: 'it has not run yet' };
  const { failures, lastError = 'unknown', openSince, coveredUntil, baseUntil } = live;
  if (failures > 0) {
    const times = failures === 1 ? 'its last run failed' : `its last ${failures} runs failed`;
    return { condition: 'failing', detail: `${times}: ${lastError}` };
  }
  if (openSince !== undefined) {
    return {
      condition: 'open',
      detail: `a window could not be covered, first ${formatRelativeTime(openSince, now)}; it is asked again`,
    };
  }
  if (baseUntil !== undefined && (coveredUntil ?? 0) < baseUntil) {
    return { condition: 'base', detail: 'its baseline is not complete' };
  }
  if (live.pace && live.pace.until > now) return skipReason(live.pace);
  const after = keptUpUntil(watch, { lastRunAt: live.lastRunAt, coveredUntil });
  // Where nobody knows what a rate counts from, a run is due a period after the last.
  const since = schedule.start ?? after;
  const due = nextSlot(parseSchedule(watch.schedule, watch.timezone), { after, start: since });
  if (due !== undefined && due < now - GRACE && since < now - GRACE) {
    return {
      condition: 'late',
      detail: `a run was due ${formatRelativeTime(due, now)}: look into the queue of runs`,
    };
  }
  return { condition: 'ok' };
}

/**
 * From when on the next run is due. A run covers until it began, and is noted when it ends: where only that lies between, it
 * was the last slot's. A job covers its range when it ends, long after its run: that is no run that is late.
 */
function keptUpUntil(
  { kind }: Watch,
  { lastRunAt, coveredUntil = 0 }: { lastRunAt: Instant; coveredUntil: Instant | undefined },
): Instant {
  const hasKeptUp = kind === 'extraction' || lastRunAt - coveredUntil <= GRACE;
  return hasKeptUp ? lastRunAt : coveredUntil;
}

function skipReason(rate: AllowedRate): Pick<WatchStatus, 'condition' | 'detail'> {
  const how = rate.state === 'slowed' ? `it runs ${formatInterval(rate.interval)} only` : 'it does not run';
  return { condition: rate.state, detail: `${how}: ${rate.reason}` };
}

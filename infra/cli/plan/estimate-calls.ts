import { DAY, type Instant } from '../../../shared/domain/instant.ts';
import { nextSlot, parseSchedule } from '../../../shared/domain/schedule.ts';
import type { Watch } from '../../../shared/domain/watch.ts';
import { RECOUNTED_DAYS } from '../../../shared/domain/window.ts';

/** An average month. */
const MONTH = 30.44 * DAY;
/** What comes on top: further pages of a full window, tries again, windows that were halved. In hundredths. */
const RESERVE = 5;
/** A plan must not be used up to the last call: above this share of it a file is refused. */
export const LARGEST_SHARE = 0.9;
/** A timetable is counted over four weeks, and no further than so many slots: the rest repeats. */
const COUNTED_SPAN = 28 * DAY;
const COUNTED_SLOTS = 2_000;

/** What one watch asks of its service in a month. */
export interface WatchCalls {
  id: string;
  runs: number;
  calls: number;
}

export interface CallEstimate {
  watches: WatchCalls[];
  reserve: number;
  total: number;
  /** What the plan allows, where the file says so. */
  allowed: number | undefined;
  /** True: more than the largest share of the plan. */
  isOver: boolean;
}

/**
 * The upstream calls of an average month: one for each run, and on each day with a run one for each of the days that
 * are counted again.
 */
export function estimateCalls(
  watches: readonly Watch[],
  { allowed, now }: { allowed: number | undefined; now: Instant },
): CallEstimate {
  const each = watches.map((watch) => callsOf(watch, now));
  const sum = each.reduce((total, { calls }) => total + calls, 0);
  const reserve = Math.ceil((sum * RESERVE) / 100);
  const total = sum + reserve;
  return {
    watches: each.toSorted((a, b) => b.calls - a.calls),
    reserve,
    total,
    allowed,
    isOver: allowed !== undefined && total > allowed * LARGEST_SHARE,
  };
}

function callsOf(watch: Watch, now: Instant): WatchCalls {
  const runs = runsPerMonth(watch, now);
  const daysWithRuns = Math.min(runs, Math.round(MONTH / DAY));
  return { id: watch.id, runs, calls: runs + RECOUNTED_DAYS * daysWithRuns };
}

function runsPerMonth({ schedule, timezone }: Watch, now: Instant): number {
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

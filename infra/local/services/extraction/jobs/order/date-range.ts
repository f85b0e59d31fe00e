import { EXTRACTION_LIMITS } from '../../../../../../shared/domain/services/extraction-rules.ts';
import {
  DAY,
  dayOf,
  type Instant,
  isoOf,
  parseWireTime,
} from '../../../../../../shared/domain/time/instant.ts';
import { RequestRefused } from '../../../kit/http/refusal.ts';
import type { Plan } from '../../../kit/plan/plan.ts';

/** The span of discovery that a job asks for, half open. */
export interface DateRange {
  from: Instant;
  to: Instant;
}

interface RequestedDates {
  start_date?: string | null | undefined;
  end_date?: string | null | undefined;
}

interface Bounds {
  now: Instant;
  plan: Pick<Plan['extraction'], 'lookbackDays' | 'longestRangeDays'>;
}

/**
 * The range of a job (extraction service, submit): the last 5 days when nothing is said, until now without an end.
 *
 * @throws RequestRefused 400 for a date that is none, an end without a start or before it, a range that lies in the future,
 * more days than the service or
 * the plan allows, or a start before the plan's look-back.
 */
export function dateRangeOf(requested: RequestedDates, { now, plan }: Bounds): DateRange {
  const from = instantOf('start_date', requested.start_date);
  const to = instantOf('end_date', requested.end_date);
  if (from === undefined) {
    if (to !== undefined) throw new RequestRefused(400, 'end_date needs start_date');
    return { from: now - EXTRACTION_LIMITS.defaultRangeDays * DAY, to: now };
  }
  const range = { from, to: to ?? now };
  if (range.from >= range.to || range.from >= now)
    throw new RequestRefused(400, 'start_date must lie before end_date and before now');
  const [breach] = breachesOf(range, { now, plan });
  if (breach !== undefined) throw new RequestRefused(400, `${breach}. Ask initialize for dates that fit`);
  return range;
}

/** The nearest range that submit accepts, with what was changed in words (extraction service, initialize). */
export function fittingRange(
  requested: RequestedDates,
  { now, plan }: Bounds,
): { range: DateRange; changes: string[] } {
  const to = Math.min(instantOf('end_date', requested.end_date) ?? now, now);
  const wished =
    instantOf('start_date', requested.start_date) ?? to - EXTRACTION_LIMITS.defaultRangeDays * DAY;
  const earliest = Math.max(now - plan.lookbackDays * DAY, to - plan.longestRangeDays * DAY);
  const from = wished < to ? Math.max(wished, earliest) : to - DAY;
  const changes = breachesOf({ from: wished, to }, { now, plan });
  if (from === wished) return { range: { from, to }, changes };
  return {
    range: { from, to },
    changes: [...changes, `start_date was moved from ${isoOf(wished)} to ${isoOf(from)}`],
  };
}

/** Days are counted whole, so that a range worked out a moment before the request still fits. */
function breachesOf({ from, to }: DateRange, { now, plan }: Bounds): string[] {
  const breaches: string[] = [];
  if (Math.floor((to - from) / DAY) > plan.longestRangeDays) {
    breaches.push(`The dates lie more than ${plan.longestRangeDays} days apart`);
  }
  const earliest = dayOf(now - plan.lookbackDays * DAY);
  if (dayOf(from) < earliest) {
    breaches.push(`The plan looks back ${plan.lookbackDays} days, to ${earliest}`);
  }
  return breaches;
}

function instantOf(field: string, text: string | null | undefined): Instant | undefined {
  if (text === null || text === undefined) return undefined;
  const at = parseWireTime(text);
  if (at === undefined) throw new RequestRefused(400, `${field} is not a date such as 2026-11-21T08:00:00Z`);
  return at;
}

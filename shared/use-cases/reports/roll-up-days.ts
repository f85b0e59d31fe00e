import { DAY, dayOf, HOUR, type Instant } from '../../domain/time/instant.ts';
import { type DayRollup, findingTime } from '../../domain/reports/day-rollup.ts';
import { type OpenRollup, openRollup } from '../../domain/reports/roll-up-findings.ts';
import type { RollupMark, RollUpScope } from '../../domain/reports/rollup-mark.ts';
import { dayReader } from '../../domain/reports/period.ts';
import type { Clock } from '../ports/ports.ts';
import type { FoundByDay, Rollups } from '../ports/report-ports.ts';
import { countedOnce } from './unique-findings.ts';

export interface RollUpPorts {
  clock: Clock;
  rollups: Rollups;
  found: FoundByDay;
}

/** What is to be folded. */
export interface RollUpOrder {
  scope: RollUpScope;
  /** Watches of the brand. */
  watches: readonly string[];
  /** The first UTC day found that matters. */
  from: string;
  /** How long folds are kept, in milliseconds. */
  retention: number;
  /** No day is begun after this instant. */
  deadline: Instant;
}

/**
 * A day is closed an hour after its end: no run lives longer than a quarter of that, so that nothing is stored under it
 * any more and the index has caught up.
 */
const CLOSED_AFTER = HOUR;

/** The first UTC day that is not closed yet. */
export function firstOpenDay(now: Instant): string {
  return dayOf(now - CLOSED_AFTER);
}

/**
 * Folds every closed day that is not folded yet, or not with all watches. Each day is put whole and marked last: a fold that
 * breaks off is made again from the same findings. Gives back how many days were folded, and how many are left.
 */
export async function rollUpClosedDays(
  order: RollUpOrder,
  ports: RollUpPorts,
): Promise<{ rolledUp: number; left: number }> {
  const { scope, from, watches } = order;
  const to = firstOpenDay(ports.clock.now());
  const marks = new Map(
    (await ports.rollups.marks(scope, { from, to })).map((mark) => [mark.foundDay, mark]),
  );
  const open = utcDays(from, to)
    .slice(0, -1)
    .filter((day) => !watches.every((id) => marks.get(day)?.watches.includes(id)));
  for (const [index, day] of open.entries()) {
    if (ports.clock.now() >= order.deadline) return { rolledUp: index, left: open.length - index };
    await rollUpDay(order, { ports, day, known: marks.get(day) });
  }
  return { rolledUp: open.length, left: 0 };
}

/** A watch that is gone left its findings behind: what was folded with it stays so. */
async function rollUpDay(
  { scope, watches, retention }: RollUpOrder,
  { ports, day, known }: { ports: RollUpPorts; day: string; known: RollupMark | undefined },
): Promise<void> {
  const all = [...new Set([...watches, ...(known?.watches ?? [])])].toSorted();
  const expiresAt = Date.parse(`${day}T00:00:00Z`) + DAY + retention;
  const rollups = await rollUpFoundDay({ scope, watches: all, day }, ports);
  for (const [to, rollup] of rollups)
    await ports.rollups.put(scope, { day: to, foundDay: day, fold: rollup }, expiresAt);
  for (const gone of known?.days ?? [])
    if (!rollups.has(gone)) await ports.rollups.remove(scope, { day: gone, foundDay: day });
  await ports.rollups.mark(scope, { foundDay: day, watches: all, days: [...rollups.keys()] }, expiresAt);
}

/** What was found on a UTC day, folded by the days of the zone on which it happened; each finding once. */
export async function rollUpFoundDay(
  { scope, watches, day }: { scope: RollUpScope; watches: readonly string[]; day: string },
  { found }: Pick<RollUpPorts, 'found'>,
): Promise<Map<string, DayRollup>> {
  const dayIn = dayReader(scope.timezone);
  const open = new Map<string, OpenRollup>();
  for (const watchId of watches) {
    for await (const page of found.pages(watchId, day)) {
      for (const one of await countedOnce(page, { found, watchId, watches, day })) {
        const key = dayIn(findingTime(one));
        const rollup = open.get(key) ?? openRollup();
        open.set(key, rollup);
        rollup.add(one);
      }
    }
  }
  return new Map(
    [...open].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, rollup]) => [key, rollup.close()]),
  );
}

/** The UTC days from one to the other, both included; none when they are in the wrong order. */
export function utcDays(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayOf(Date.parse(from) + index * DAY));
}

import { dayOf } from '../../domain/time/instant.ts';
import type { RollUpScope } from '../../domain/reports/rollup-mark.ts';
import { type Period, periodWindow } from '../../domain/reports/period.ts';
import {
  addRollup,
  emptyTotals,
  mergeStoryTotals,
  type PeriodTotals,
} from '../../domain/reports/period-totals.ts';
import { topOf } from '../../domain/reports/top-of.ts';
import { readStories, type StoryReading } from '../stories/read-stories.ts';
import { firstOpenDay, type RollUpPorts, rollUpFoundDay, utcDays } from './roll-up-days.ts';

export interface TotalsOrder {
  scope: RollUpScope;
  watches: readonly string[];
  now: Period;
  before: Period;
}

/** So many of a period's largest stories are looked up: whether they were merged since. */
const MOST_LOOKED_UP = 300;

/**
 * The totals of a period and of the days before it, from the folds of closed days and what the open ones hold so far.
 * Every closed day must be folded.
 */
export async function readTotals(
  order: TotalsOrder,
  ports: RollUpPorts & StoryReading,
): Promise<{ now: PeriodTotals; before: PeriodTotals }> {
  const { scope, watches, now, before } = order;
  const totals = { now: emptyTotals(now), before: emptyTotals(before) };
  const add = (entry: Parameters<typeof addRollup>[1]): void => {
    addRollup(totals.now, entry);
    addRollup(totals.before, entry);
  };
  for await (const entry of ports.rollups.read(scope, { first: before.first, last: now.last })) add(entry);
  const at = ports.clock.now();
  // What is found on days before the period cannot have happened within it.
  const from = dayOf(periodWindow(before).from);
  for (const day of utcDays(firstOpenDay(at), dayOf(at)).filter((one) => one >= from)) {
    for (const [key, rollup] of await rollUpFoundDay({ scope, watches, day }, ports))
      add({ day: key, fold: rollup });
  }
  await followMerges(totals, ports);
  return totals;
}

/** Stories that were merged since their findings were judged count as one. */
async function followMerges(
  totals: { now: PeriodTotals; before: PeriodTotals },
  ports: StoryReading,
): Promise<void> {
  const ids = [totals.now, totals.before].flatMap(largest);
  if (ids.length === 0) return;
  const whole = await readStories(ports, [...new Set(ids)]);
  const merged = new Map([...whole].flatMap(([id, { story }]) => (story.id === id ? [] : [[id, story.id]])));
  mergeStoryTotals(totals.now, merged);
  mergeStoryTotals(totals.before, merged);
}

function largest({ stories }: PeriodTotals): string[] {
  const top = topOf<[string, number]>(
    MOST_LOOKED_UP,
    ([one, a], [other, b]) => b - a || (one < other ? -1 : 1),
  );
  for (const entry of stories) top.add(entry);
  return top.all().map(([id]) => id);
}

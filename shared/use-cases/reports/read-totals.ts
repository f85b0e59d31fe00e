import { dayOf } from '../../domain/time/instant.ts';
import type { RollUpScope } from '../../domain/reports/rollup/day-rollup.ts';
import { lengthOf, type Period, periodWindow } from '../../domain/reports/period.ts';
import {
  addRollup,
  emptyTotals,
  mergeStoryTotals,
  type PeriodTotals,
} from '../../domain/reports/period-totals.ts';
import type { EarlierPeriod } from '../../domain/reports/trend.ts';
import { topOf } from '../../domain/reports/rollup/top-of.ts';
import { smallestIds } from '../../domain/stories/same-stories.ts';
import { readStories, type StoryReading } from '../stories/read-stories.ts';
import { firstOpenDay, type RollUpPorts, rollUpFoundDay, utcDays } from './roll-up-days.ts';

interface TotalsOrder {
  scope: RollUpScope;
  watches: readonly string[];
  now: Period;
  before: Period;
  /** The days of `now` for the share of voice. Absent: all of them. */
  voiceDays?: readonly string[];
}

/** The totals of a period, of the days before it, and of the days of the period that count for the share of voice. */
export interface ReadTotals {
  now: PeriodTotals;
  before: PeriodTotals;
  voice: PeriodTotals;
}

/** How many of a period's largest stories are looked up: they may have been merged since. */
const MOST_LOOKED_UP = 300;

/**
 * The totals of a period and of the days before it, from the rollups of closed days and what was found on open days so
 * far. Every closed day must be rolled up.
 */
export async function readTotals(order: TotalsOrder, ports: RollUpPorts & StoryReading): Promise<ReadTotals> {
  const { voiceDays } = order;
  const totals = { now: emptyTotals(order.now), before: emptyTotals(order.before) };
  const voice = voiceDays && voiceDays.length < lengthOf(order.now) ? emptyTotals(order.now) : undefined;
  for await (const rollup of readRollups(order, ports)) {
    addRollup(totals.now, rollup);
    addRollup(totals.before, rollup);
    if (voice && voiceDays?.includes(rollup.day)) addRollup(voice, rollup);
  }
  await joinStories([totals.now, totals.before, ...(voice ? [voice] : [])], ports);
  return { ...totals, voice: voice ?? totals.now };
}

/** The number of articles in earlier periods, from the rollups of their days: those that are not rolled up count nothing. */
export async function readEarlier(
  periods: readonly Period[],
  scope: RollUpScope,
  ports: Pick<RollUpPorts, 'rollups'>,
): Promise<EarlierPeriod[]> {
  const [first, last] = [periods[0]?.first, periods.at(-1)?.last];
  const counts = periods.map((period) => ({ period, articles: 0 }));
  if (first === undefined || last === undefined) return counts;
  for await (const { day, rollup } of ports.rollups.read(scope, { first, last })) {
    const own = counts.find(({ period }) => period.first <= day && day <= period.last);
    if (own) own.articles += rollup.articles;
  }
  return counts;
}

/**
 * Joins the stories of watches that have found one article, then those that were merged since their findings were judged: of
 * the largest ones, under each of their ids.
 */
async function joinStories(all: readonly PeriodTotals[], ports: StoryReading): Promise<void> {
  const same = all.flatMap((totals) => totals.same);
  const smallest = smallestIds(same);
  for (const totals of all) mergeStoryTotals(totals, smallest);
  const large = new Set(all.flatMap(largest));
  const others = [...smallest].flatMap(([id, to]) => (large.has(to) ? [id] : []));
  const merged = await readMergedStories([...large, ...others], ports);
  const joined = smallestIds([...same, ...merged]);
  for (const totals of all) mergeStoryTotals(totals, joined);
}

async function* readRollups(
  { scope, watches, now, before }: TotalsOrder,
  ports: RollUpPorts,
): AsyncGenerator<Parameters<typeof addRollup>[1]> {
  yield* ports.rollups.read(scope, { first: before.first, last: now.last });
  const at = ports.clock.now();
  // What is found on days before the period cannot have happened within it.
  const from = dayOf(periodWindow(before).from);
  for (const day of utcDays(firstOpenDay(at), dayOf(at)).filter((one) => one >= from)) {
    for (const [key, rollup] of await rollUpFoundDay({ scope, watches, day }, ports))
      yield { day: key, rollup };
  }
}

/** Stories that were merged since their findings were judged, each with the story it was merged into. */
async function readMergedStories(ids: readonly string[], ports: StoryReading): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const whole = await readStories(ports, [...new Set(ids)]);
  return new Map([...whole].flatMap(([id, { story }]) => (story.id === id ? [] : [[id, story.id]])));
}

function largest({ stories }: PeriodTotals): string[] {
  const top = topOf<[string, number]>(
    MOST_LOOKED_UP,
    ([one, a], [other, b]) => b - a || (one < other ? -1 : 1),
  );
  for (const entry of stories) top.add(entry);
  return top.all().map(([id]) => id);
}

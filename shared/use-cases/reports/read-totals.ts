import { dayOf } from '../../domain/time/instant.ts';
import type { RollUpScope } from '../../domain/reports/rollup/day-rollup.ts';
import { lengthOf, type Period, periodWindow } from '../../domain/reports/period.ts';
import { addRollup, emptyTotals, type PeriodTotals } from '../../domain/reports/period-totals.ts';
import type { EarlierPeriod } from '../../domain/reports/trend.ts';
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

/**
 * The totals of a period and of the days before it, from the rollups of closed days and what was found on open days so
 * far. Every closed day must be rolled up.
 */
export async function readTotals(order: TotalsOrder, ports: RollUpPorts): Promise<ReadTotals> {
  const { voiceDays } = order;
  const totals = { now: emptyTotals(order.now), before: emptyTotals(order.before) };
  const voice = voiceDays && voiceDays.length < lengthOf(order.now) ? emptyTotals(order.now) : undefined;
  for await (const rollup of readRollups(order, ports)) {
    addRollup(totals.now, rollup);
    addRollup(totals.before, rollup);
    if (voice && voiceDays?.includes(rollup.day)) addRollup(voice, rollup);
  }
  return { ...totals, voice: voice ?? totals.now };
}

/**
 * The number of articles in earlier periods, from the rollups of their days: those that are not rolled up count
 * nothing.
 */
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

async function* readRollups(
  { scope, watches, now, before }: TotalsOrder,
  ports: RollUpPorts,
): AsyncGenerator<Parameters<typeof addRollup>[1]> {
  yield* ports.rollups.read(scope, { first: before.first, last: now.last });
  const at = ports.clock.now();
  // What is found on days before the period cannot have happened within it.
  const from = dayOf(periodWindow(before).from);
  for (const day of utcDays(firstOpenDay(at), dayOf(at)).filter((one) => one >= from)) {
    const { rollups } = await rollUpFoundDay({ scope, watches, day }, ports);
    for (const [key, rollup] of rollups) yield { day: key, rollup };
  }
}

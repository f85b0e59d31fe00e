import type { Ports } from '../ports/ports.ts';
import { DAY, dayOf, HOUR, type Instant, dayAfter } from '../../domain/time/instant.ts';
import {
  type DayRollup,
  findingTime,
  type RollupMark,
  type RollUpScope,
} from '../../domain/reports/day-rollup.ts';
import { openRollup, type OpenRollup } from '../../domain/reports/roll-up-findings.ts';
import { dayReader } from '../../domain/reports/period.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { Named, ReportPlan } from '../../domain/reports/report-record.ts';
import type { Watch } from '../../domain/watches/watch.ts';

export type RollUpPorts = Pick<Ports, 'clock' | 'rollups' | 'findings'>;

/** What is to be rolled up. */
interface RollUpOrder {
  scope: RollUpScope;
  /** Watches of the brand. */
  watches: readonly string[];
  /** The first UTC day found that matters. */
  from: string;
  /** How long rollups are kept, in milliseconds. */
  retention: number;
  /** No day is begun after this instant. */
  deadline: Instant;
}

/** How many days were rolled up, and how many are left. */
export interface RollUpProgress {
  rolledUp: number;
  left: number;
}

export const NO_PROGRESS: RollUpProgress = { rolledUp: 0, left: 0 };

export function addProgress(a: RollUpProgress, b: RollUpProgress): RollUpProgress {
  return { rolledUp: a.rolledUp + b.rolledUp, left: a.left + b.left };
}

/**
 * A day is closed an hour after its end. No run lasts longer than a quarter of that, so nothing is stored under the
 * day any more, and the index shows all of it.
 */
const CLOSED_AFTER = HOUR;

/** The first UTC day that is not closed yet. */
export function firstOpenDay(now: Instant): string {
  return dayOf(now - CLOSED_AFTER);
}

/**
 * Rolls up every closed day that is not rolled up yet, or not with all watches. A day is put whole and marked last:
 * after a death it is rolled up again from the same findings.
 */
async function rollUpClosedDays(order: RollUpOrder, ports: RollUpPorts): Promise<RollUpProgress> {
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

/**
 * The findings of a removed watch stay: what was rolled up with it stays so. A day with findings that wait to be
 * decided is rolled up again: the stories of these are not known yet.
 */
async function rollUpDay(
  { scope, watches, retention }: RollUpOrder,
  { ports, day, known }: { ports: RollUpPorts; day: string; known: RollupMark | undefined },
): Promise<void> {
  const all = [...new Set([...watches, ...(known?.watches ?? [])])].toSorted();
  const expiresAt = Date.parse(`${day}T00:00:00Z`) + DAY + retention;
  const { rollups, isDecided } = await rollUpFoundDay({ scope, watches: all, day }, ports);
  for (const [to, rollup] of rollups)
    await ports.rollups.put(scope, { day: to, foundDay: day, rollup }, expiresAt);
  for (const gone of known?.days ?? [])
    if (!rollups.has(gone)) await ports.rollups.remove(scope, { day: gone, foundDay: day });
  const mark = {
    foundDay: day,
    watches: isDecided ? all : all.filter((id) => !watches.includes(id)),
    days: [...rollups.keys()],
  };
  await ports.rollups.mark(scope, mark, expiresAt);
}

/** What was found on a UTC day, rolled up by the days of the time zone on which it happened; each finding once. */
export async function rollUpFoundDay(
  { scope, watches, day }: { scope: RollUpScope; watches: readonly string[]; day: string },
  { findings }: Pick<RollUpPorts, 'findings'>,
): Promise<{ rollups: Map<string, DayRollup>; isDecided: boolean }> {
  const dayIn = dayReader(scope.timezone);
  const open = new Map<string, OpenRollup>();
  const rollupOf = (one: StoredFinding): OpenRollup => {
    const key = dayIn(findingTime(one, dayIn));
    const rollup = open.get(key) ?? openRollup(dayIn);
    open.set(key, rollup);
    return rollup;
  };
  let isDecided = true;
  for (const watchId of watches)
    for await (const page of findings.foundOn(watchId, day)) {
      isDecided &&= page.every(({ verdict }) => verdict !== undefined);
      for (const one of await uniqueFindings(page, { findings, watchId, watches, day }))
        rollupOf(one).add(one);
    }
  const rollups = [...open].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { rollups: new Map(rollups.map(([key, rollup]) => [key, rollup.close()])), isDecided };
}

/** The UTC days from one to the other, both included; none when they are in the wrong order. */
export function utcDays(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayOf(Date.parse(from) + index * DAY));
}

/**
 * The findings of a page that count here. A finding of several watches counts once: for the first UTC day on which
 * any of them found it, and on that day for the first watch in the order of ids.
 */
export async function uniqueFindings(
  page: readonly StoredFinding[],
  given: { findings: RollUpPorts['findings']; watchId: string; watches: readonly string[]; day: string },
): Promise<StoredFinding[]> {
  const { findings, watchId, watches, day } = given;
  let unique = [...page];
  for (const other of watches) {
    if (other === watchId || unique.length === 0) continue;
    const asked = unique.map(({ finding }) => finding.fingerprint);
    const known = await findings.foundBefore(other, asked, other < watchId ? dayAfter(day) : day);
    unique = unique.filter(({ finding }) => !known.has(finding.fingerprint));
  }
  return unique;
}

/** How long rollups and counts are kept. */
export const ROLLUP_RETENTION = 400 * DAY;

/**
 * Rolls up the closed days of a report's brand, from `trendFrom` if that is earlier, and of its competitors that have
 * watches.
 */
export async function rollUpForReport(
  plan: ReportPlan,
  given: {
    from: string;
    trendFrom?: string;
    watches: readonly Watch[];
    ports: RollUpPorts;
    deadline: Instant;
  },
): Promise<RollUpProgress> {
  const { from: own, trendFrom = own, watches, ports, deadline } = given;
  let progress = NO_PROGRESS;
  for (const { id } of [plan.brand, ...competitorsWithWatches(plan, watches)]) {
    const scope = { brand: id, timezone: plan.timezone };
    const ids = watchIdsOfBrand(id, watches);
    const from = id === plan.brand.id && trendFrom < own ? trendFrom : own;
    const order = { scope, watches: ids, from, retention: ROLLUP_RETENTION, deadline };
    progress = addProgress(progress, await rollUpClosedDays(order, ports));
  }
  return progress;
}

/** The ids of the watches of a brand, in order. */
export function watchIdsOfBrand(brand: string, watches: readonly Watch[]): string[] {
  return watches.flatMap((watch) => (watch.brand === brand ? [watch.id] : [])).toSorted();
}

/** The competitors of a report that have watches. */
export function competitorsWithWatches({ brand }: ReportPlan, watches: readonly Watch[]): Named[] {
  return brand.competitors.filter(({ id }) => watchIdsOfBrand(id, watches).length > 0);
}

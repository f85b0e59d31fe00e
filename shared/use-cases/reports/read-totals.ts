import { UpstreamError } from '../../domain/lib/errors.ts';
import { defined } from '../../domain/lib/fields.ts';
import { idOf } from '../../domain/lib/hash.ts';
import { toneSelectionOf } from '../../domain/reports/tone-selection.ts';
import { type CoveredWatch, mergeWindows } from '../../domain/reports/coverage.ts';
import { searchedNewsOf } from '../../domain/reports/searched-news.ts';
import type {
  CallSums,
  Coverage,
  WatchCoverage,
  WindowRow,
} from '../../domain/reports/operations-numbers.ts';
import { addRollup, emptyTotals, type PeriodTotals } from '../../domain/reports/period-totals.ts';
import { lengthOf, type Period, periodWindow } from '../../domain/reports/period.ts';
import type { CountedVoiceRow, ServiceVoice } from '../../domain/reports/report-numbers.ts';
import type { Brand, Named } from '../../domain/reports/report-record.ts';
import { type RollUpScope, topOf } from '../../domain/reports/day-rollup.ts';
import { sharesOf } from '../../domain/reports/voice-rows.ts';
import type { EarlierPeriod } from '../../domain/reports/trend.ts';
import { coveredWindowsOf } from '../../domain/runs/expected-run.ts';
import type { RunState, WindowRecord } from '../../domain/runs/run-state.ts';
import { dayOf, HOUR, type Instant, type Window } from '../../domain/time/instant.ts';
import { kindFactsOf, type Watch } from '../../domain/watches/watch.ts';
import type { StoredCounts } from '../../store/reports.ts';
import type { CallLimits } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';
import { firstOpenDay, rollUpFoundDay, type RollUpPorts, utcDays } from './roll-up-days.ts';

interface TotalsOrder {
  scope: RollUpScope;
  watches: readonly string[];
  now: Period;
  before: Period;
  /** The days of `now` for the share of voice. Absent: all of them. */
  voiceDays?: readonly string[];
}

/** The totals of a period, of the days before it, and of the days of the period that count for the share of voice. */
interface ReadTotals {
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

export type WatchPorts = Pick<Ports, 'states' | 'windows'>;

/** How many recorded windows are listed. */
const MOST_WINDOWS = 400;

/** What the watches of a brand covered of a period, and the calls it took. */
export async function sumWatches(
  watches: readonly Watch[],
  { period, now }: { period: Period; now: Instant },
  ports: WatchPorts,
): Promise<{ coverage: Coverage; calls: CallSums }> {
  const span = periodWindow(period);
  const rows: WatchCoverage[] = [];
  const listed = topOf<WindowRecord>(MOST_WINDOWS, incidentsFirst);
  for (const watch of watches) {
    const state = await ports.states.read(watch.id, 'live');
    const windows = await ports.windows.between(watch.id, span);
    for (const window of windows) listed.add(window);
    const until = Math.min(span.to, now);
    rows.push(coverageOf(watch, { state, windows, span: { from: span.from, to: until } }));
  }
  const sum = (key: 'due' | 'checked' | 'calls') => rows.reduce((total, row) => total + row[key], 0);
  return {
    coverage: {
      watches: rows,
      due: sum('due'),
      checked: sum('checked'),
      windows: listed.all().map(windowRow),
    },
    calls: { recorded: sum('calls'), months: monthsOf(rows), own: 0 },
  };
}

/** What is due now may still be covered by a run; a period that has passed is measured to its end. */
function coverageOf(
  watch: Watch,
  given: { state: RunState | undefined; windows: readonly WindowRecord[]; span: Window },
): WatchCoverage {
  const { state, windows, span } = given;
  const until = span.to + HOUR;
  const { due, checked } = coveredWindowsOf(watch, { state, since: span.from, until });
  const month = monthOf(state, span);
  return {
    watchId: watch.id,
    kind: watch.kind,
    schedule: watch.schedule,
    timezone: watch.timezone,
    due,
    checked,
    cutWindows: windows.filter(({ cut }) => cut).length,
    lateWindows: windows.filter(({ late }) => late).length,
    openWindows: windows.filter((one) => one.state === 'open').length,
    recordedWindows: windows.length,
    calls: windows.reduce((sum, { calls }) => sum + calls, 0),
    ...(month && { month }),
  };
}

/** The month that the state counts, where the period overlaps it. */
function monthOf(state: RunState | undefined, span: Window): WatchCoverage['month'] {
  if (!state) return undefined;
  const { month, calls } = state.counters;
  const overlaps = dayOf(span.from).slice(0, 7) <= month && month <= dayOf(span.to - 1).slice(0, 7);
  return overlaps ? { month, calls } : undefined;
}

function monthsOf(rows: readonly WatchCoverage[]): CallSums['months'] {
  const months = new Map<string, number>();
  for (const { month } of rows)
    if (month) months.set(month.month, (months.get(month.month) ?? 0) + month.calls);
  return [...months].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([month, calls]) => ({ month, calls }));
}

function windowRow({ watchId, from, to, state, cut, late, matched, found, calls }: WindowRecord): WindowRow {
  return { watchId, from, to, state, cut, late, matched, found, calls };
}

function incidentsFirst(one: WindowRow, other: WindowRow): number {
  const rank = ({ state, cut, late }: WindowRow) => (state === 'open' ? 0 : cut ? 1 : late ? 2 : 3);
  return rank(one) - rank(other) || one.from - other.from || (one.watchId < other.watchId ? -1 : 1);
}

type StatePorts = Pick<Ports, 'states'>;

/**
 * What the watches of a name have covered. A watch that only counts is left out, and so is one that was switched off
 * before `since`: nobody expects it to cover anything.
 */
export async function readCoveredWatches(
  watches: readonly Watch[],
  { named, since }: { named: Named; since: Instant },
  ports: StatePorts,
): Promise<CoveredWatch[]> {
  const all: CoveredWatch[] = [];
  for (const watch of watches) {
    const { finds, window } = kindFactsOf(watch.kind);
    if (window?.holds === 'counts') continue;
    const covered = await readCovered(watch.id, ports);
    if (watch.disabled && covered.every(({ to }) => to <= since)) continue;
    if (finds === 'articles') {
      const selection = toneSelectionOf(watch, named.names);
      const news = searchedNewsOf(watch, selection);
      all.push(defined<CoveredWatch>({ watchId: watch.id, finds, covered, news, selection }));
    } else all.push({ watchId: watch.id, finds: 'items', covered });
  }
  return all;
}

/** The spans that a watch has covered by its runs and its last backfill: without overlaps, oldest first. */
async function readCovered(watchId: string, { states }: StatePorts): Promise<Window[]> {
  const tracks = [await states.read(watchId, 'live'), await states.read(watchId, 'backfill')];
  const covered = tracks.flatMap((track): Window[] => {
    const { coveredFrom: from, coveredUntil: to } = track ?? {};
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
  return mergeWindows(covered);
}

export type VoicePorts = Pick<Ports, 'clock' | 'nameCounts' | 'counter'>;

interface VoiceOrder {
  reportId: string;
  brand: Brand;
  /** Competitors that no watch covers. */
  uncovered: readonly Named[];
  period: Period;
  before: Period;
  retention: number;
}

interface CountedVoices {
  service?: ServiceVoice;
  uncounted: readonly string[];
  calls: number;
}

/**
 * Asks the service to count the brand and those competitors that no watch covers, all by their names alone, so that
 * they can be compared. Counts of a period are stored and not requested again. Where the service cannot be asked, they
 * are named as not counted.
 */
export async function countVoices(
  order: VoiceOrder,
  ports: VoicePorts,
  limits: CallLimits,
): Promise<CountedVoices> {
  const { brand, uncovered, period, before } = order;
  if (uncovered.length === 0) return { uncounted: [], calls: 0 };
  const names = [brand, ...uncovered];
  try {
    const now = await countNames(names, { order, of: period, ports, limits });
    const earlier = await countNames(names, { order, of: before, ports, limits });
    return {
      service: {
        now: rowsOf(names, { brand, counts: now }),
        before: rowsOf(names, { brand, counts: earlier }),
        window: now.window,
        windowBefore: earlier.window,
      },
      uncounted: [],
      calls: now.calls + earlier.calls,
    };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { uncounted: uncovered.map(({ names: [name], id }) => name ?? id), calls: 0 };
  }
}

/** Counts of a period that has not ended are not stored: they change. */
async function countNames(
  names: readonly Named[],
  { order, of, ports, limits }: { order: VoiceOrder; of: Period; ports: VoicePorts; limits: CallLimits },
): Promise<StoredCounts> {
  const asked = names.map((name) => [name.id, ...name.names]);
  const key = idOf('counts', order.reportId, of.first, of.last, of.timezone, JSON.stringify(asked));
  const known = await ports.nameCounts.get(key);
  if (known) return known;
  const now = ports.clock.now();
  const { from, to } = periodWindow(of);
  const window = { from, to: Math.min(to, Math.floor(now / HOUR) * HOUR) };
  const articles: Record<string, number> = {};
  let calls = 0;
  for (const { id, names: written } of window.from < window.to ? names : []) {
    const exclude = excludedOf(id, order.brand);
    const answer = await ports.counter.count({ names: written, exclude }, window, limits);
    articles[id] = answer.articles;
    calls += answer.calls;
  }
  const counts = { window, articles, calls, expiresAt: now + order.retention };
  if (to <= now) await ports.nameCounts.put(key, counts);
  return counts;
}

/** Only the brand has phrases that show that something else is meant. */
function excludedOf(id: string, brand: Brand): readonly string[] {
  return id === brand.id ? brand.exclude : [];
}

function rowsOf(
  names: readonly Named[],
  { brand, counts: { articles } }: { brand: Brand; counts: StoredCounts },
): CountedVoiceRow[] {
  const shares = sharesOf(names.map(({ id }) => articles[id] ?? 0));
  return names.map(({ id, names: written }, index) => ({
    id,
    name: written[0] ?? id,
    names: written,
    exclude: excludedOf(id, brand),
    articles: articles[id] ?? 0,
    share: shares[index] ?? 0,
  }));
}

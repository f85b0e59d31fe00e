import type { Ports } from '../ports/ports.ts';
import { dayOf, HOUR, type Instant } from '../../domain/time/instant.ts';
import { coveredWindowsOf } from '../../domain/runs/covered-windows.ts';
import { type Period, periodWindow } from '../../domain/reports/period.ts';
import { topOf } from '../../domain/reports/rollup/top-of.ts';
import type {
  CallSums,
  Coverage,
  WatchCoverage,
  WindowRow,
} from '../../domain/reports/operations-numbers.ts';
import type { RunState } from '../../domain/runs/run-state.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Window } from '../../domain/time/window.ts';
import type { WindowRecord } from '../../domain/runs/window-record.ts';
import { type ArticleWatch, type CoveredSpans, mergeWindows } from '../../domain/reports/coverage-days.ts';
import { toneSelectionOf } from '../../domain/reports/basis/tone-selection.ts';
import type { Named } from '../../domain/reports/report-plan.ts';
import { kindFactsOf } from '../../domain/watches/watch-kinds.ts';

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
  const listed = topOf(MOST_WINDOWS, incidentsFirst);
  for (const watch of watches) {
    const state = await ports.states.read(watch.id, 'live');
    const covered = await readCovered(watch.id, ports);
    const windows = await ports.windows.between(watch.id, span);
    for (const window of windows) listed.add(windowRow(window));
    const until = Math.min(span.to, now);
    rows.push(coverageOf(watch, { state, covered, windows, span: { from: span.from, to: until } }));
  }
  const sum = (key: 'due' | 'checked' | 'calls') => rows.reduce((total, row) => total + row[key], 0);
  return {
    coverage: { watches: rows, due: sum('due'), checked: sum('checked'), windows: listed.all() },
    calls: { recorded: sum('calls'), months: monthsOf(rows), own: 0 },
  };
}

/** What is due now may still be covered by a run; a period that has passed is measured to its end. */
function coverageOf(
  watch: Watch,
  given: { state: RunState | undefined; covered: Window[]; windows: readonly WindowRecord[]; span: Window },
): WatchCoverage {
  const { state, covered, windows, span } = given;
  const until = span.to + HOUR;
  const { due, checked } = coveredWindowsOf(watch, { state, since: span.from, until });
  const latest = covered.at(-1);
  const month = monthOf(state, span);
  return {
    watchId: watch.id,
    kind: watch.kind,
    schedule: watch.schedule,
    timezone: watch.timezone,
    due,
    checked,
    ...(latest && { coveredFrom: latest.from, coveredUntil: latest.to }),
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
 * What the watches of a name have covered, by what they find. A watch that only counts finds neither. A watch that was switched
 * off before `since` is left out: nobody expects it to cover anything.
 */
export async function readCoveredSpans(
  watches: readonly Watch[],
  { named, since }: { named: Named; since: Instant },
  ports: StatePorts,
): Promise<CoveredSpans> {
  const articles: ArticleWatch[] = [];
  const items: Window[][] = [];
  for (const watch of watches) {
    const { finds, window } = kindFactsOf(watch.kind);
    if (window?.holds === 'counts') continue;
    const covered = await readCovered(watch.id, ports);
    if (watch.disabled && covered.every(({ to }) => to <= since)) continue;
    if (finds !== 'articles') items.push(covered);
    else {
      const selection = toneSelectionOf(watch, named.names);
      articles.push({ watchId: watch.id, covered, ...(selection && { selection }) });
    }
  }
  return { articles, items };
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

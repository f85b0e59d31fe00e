import { tallyOf } from '../../domain/life-sign.ts';
import { dayOf, HOUR, type Instant } from '../../domain/instant.ts';
import type { Period } from '../../domain/report/period.ts';
import { spanOf } from '../../domain/report/period.ts';
import type { AlertSums, CallSums, Coverage, WatchCoverage } from '../../domain/report/report-numbers.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { Watch } from '../../domain/watch.ts';
import { contains, type Window } from '../../domain/window.ts';
import type { WindowRecord } from '../../domain/window-record.ts';
import type { Alerts, RunStates, StoredAlert } from '../ports.ts';
import type { RecordedWindows } from '../report-ports.ts';
import { utcDays } from './fold-days.ts';

/** So many alerts of a day are read; of more, the sums say that they are cut. */
const MOST_ALERTS = 20_000;

/** The alerts of a brand that were made in a period, a day at a time. */
export async function sumAlerts(
  { brand, period }: { brand: string; period: Period },
  { alerts }: { alerts: Pick<Alerts, 'madeOn'> },
): Promise<AlertSums> {
  const span = spanOf(period);
  const bySeverity = { info: 0, warning: 0, critical: 0 };
  const sums = { made: 0, told: 0, held: 0, silenced: 0, dropped: 0, bySeverity, cut: false };
  for (const day of utcDays(dayOf(span.from), dayOf(span.to - 1))) {
    const made = await alerts.madeOn(day, MOST_ALERTS);
    sums.cut ||= made.length === MOST_ALERTS;
    for (const one of made) if (concerns(one, { brand, span })) addAlert(sums, one);
  }
  return sums;
}

function concerns({ alert }: StoredAlert, { brand, span }: { brand: string; span: Window }): boolean {
  const { occasion } = alert;
  const ownBusiness =
    occasion.type === 'report' || occasion.type === 'life-sign' || occasion.type === 'trouble';
  return alert.brand === brand && !ownBusiness && contains(span, alert.createdAt);
}

const FATES = { pending: 'held', told: 'told', silenced: 'silenced', dropped: 'dropped' } as const;

function addAlert(
  sums: Pick<AlertSums, never> &
    Record<'made' | 'told' | 'held' | 'silenced' | 'dropped', number> & {
      bySeverity: Record<'info' | 'warning' | 'critical', number>;
    },
  { alert, state }: StoredAlert,
): void {
  sums.made += 1;
  sums[FATES[state.state]] += 1;
  sums.bySeverity[alert.severity] += 1;
}

export interface WatchPorts {
  states: Pick<RunStates, 'read'>;
  recorded: RecordedWindows;
}

/** What the watches of a brand covered of a period, and what they asked upstream. */
export async function sumWatches(
  watches: readonly Watch[],
  { period, now }: { period: Period; now: Instant },
  ports: WatchPorts,
): Promise<{ coverage: Coverage; calls: CallSums }> {
  const span = spanOf(period);
  const rows: WatchCoverage[] = [];
  const months = new Map<string, number>();
  let recorded = 0;
  for (const watch of watches) {
    const state = await ports.states.read(watch.id, 'live');
    const windows = await ports.recorded.begunIn(watch.id, span);
    recorded += windows.reduce((sum, { calls }) => sum + calls, 0);
    addMonth(months, { state, span });
    rows.push(coverageOf(watch, { state, windows, span: { from: span.from, to: Math.min(span.to, now) } }));
  }
  const sum = (key: 'due' | 'checked') => rows.reduce((total, row) => total + row[key], 0);
  return {
    coverage: { watches: rows, due: sum('due'), checked: sum('checked') },
    calls: {
      recorded,
      months: [...months]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([month, calls]) => ({ month, calls })),
      own: 0,
    },
  };
}

/** The grace for runs on their way is for what is due now: a period that has passed is looked at whole. */
function coverageOf(
  watch: Watch,
  { state, windows, span }: { state: RunState | undefined; windows: readonly WindowRecord[]; span: Window },
): WatchCoverage {
  const until = span.to + HOUR;
  const { due, checked } = tallyOf(watch, { state, since: span.from, until });
  return {
    watchId: watch.id,
    kind: watch.kind,
    due,
    checked,
    ...(state?.coveredFrom !== undefined && { coveredFrom: state.coveredFrom }),
    ...(state?.coveredUntil !== undefined && { coveredUntil: state.coveredUntil }),
    cutWindows: windows.filter(({ cut }) => cut).length,
    lateWindows: windows.filter(({ late }) => late).length,
    openWindows: windows.filter((one) => one.state === 'open').length,
  };
}

/** The months of the period whose calls the state still counts. */
function addMonth(
  months: Map<string, number>,
  { state, span }: { state: RunState | undefined; span: Window },
): void {
  if (!state) return;
  const { month, calls } = state.counters;
  if (month < dayOf(span.from).slice(0, 7) || month > dayOf(span.to - 1).slice(0, 7)) return;
  months.set(month, (months.get(month) ?? 0) + calls);
}

import type { AlertState, Occasion } from '../alerts/alert.ts';
import type { Instant } from '../time/instant.ts';
import type { Severity } from '../watches/watch.ts';
import type { WindowRecord } from '../runs/run-state.ts';

/** An alert behind the sums. Its title is news text, or empty if it is about no single finding. */
export interface AlertRow {
  id: string;
  at: Instant;
  fate: AlertFate;
  severity: Severity;
  occasion: Occasion['type'];
  watchId?: string;
  channel: string;
  title: string;
  link?: string;
  /** The story that it is about. */
  story?: string;
  /** How many findings it shows. */
  items: number;
  /** Why it was held, silenced, joined or dropped. */
  reason?: string;
}

/** What became of an alert; `notified` means sent. */
export type AlertFate = 'notified' | 'held' | 'silenced' | 'joined' | 'dropped';

export function fateOf(state: AlertState): AlertFate {
  if (state.state === 'pending') return 'held';
  return state.state === 'dropped' && state.joinedTo ? 'joined' : state.state;
}

export interface AlertSums {
  /** All alerts that were made in the period. */
  made: number;
  notified: number;
  /** Those that still wait. */
  held: number;
  silenced: number;
  /** Those that were not sent because another watch had notified the channel of their story. */
  joined: number;
  dropped: number;
  /** Those that a model called not relevant, and that waited for it. Absent: none. */
  doubted?: number;
  bySeverity: Readonly<Record<Severity, number>>;
  /** Whether a day had more alerts than are read, so that the sums are too low. */
  cut: boolean;
  /** The most severe first, then the oldest; as many as fit. */
  listed: readonly AlertRow[];
}

/** What a watch has covered in a period. */
export interface WatchCoverage {
  watchId: string;
  kind: string;
  /** Its schedule, and the zone of the schedule. */
  schedule: string;
  timezone: string;
  /** How many windows its schedule had in the period, and how many of them are covered (`checked`). */
  due: number;
  checked: number;
  /** The days that it has covered whole. Absent: it is switched off, or it only counts. */
  completeDays?: readonly string[];
  /** Shortest windows with more items than the service gives: the others are not in the report. */
  cutWindows: number;
  /** Days that were covered again because articles became visible late. */
  lateWindows: number;
  /** Open windows. */
  openWindows: number;
  /** Stored windows that began in the period, and the requests that they took. */
  recordedWindows: number;
  calls: number;
  /** All requests of the month that its state counts, if the period touches that month. */
  month?: { month: string; calls: number };
}

/** What a report shows of a stored window. */
export type WindowRow = Pick<
  WindowRecord,
  'watchId' | 'from' | 'to' | 'state' | 'cut' | 'late' | 'matched' | 'found' | 'calls'
>;

/** What all watches of a brand have covered in a period. */
export interface Coverage {
  watches: readonly WatchCoverage[];
  due: number;
  checked: number;
  /** Stored windows: those that were cut, late or open first, then the oldest; as many as fit. */
  windows: readonly WindowRow[];
}

/** Upstream requests for the brand. */
export interface CallSums {
  /** In stored windows that began in the period: those that found something, came late or failed. */
  recorded: number;
  /** In each calendar month that the period touches, as far as the watches still count it. */
  months: readonly { month: string; calls: number }[];
  /** For counting names for this report. */
  own: number;
}

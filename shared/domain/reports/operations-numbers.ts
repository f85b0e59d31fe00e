import type { AlertState, Occasion } from '../alerts/alert.ts';
import type { Instant } from '../time/instant.ts';
import type { Severity } from '../watches/watch.ts';
import type { WindowRecord } from '../runs/window-record.ts';

/** An alert behind the sums. Its title is news text, or nothing where it is about no single finding. */
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
  /** Findings that it tells. */
  items: number;
  /** Why it was held, silenced or dropped. */
  reason?: string;
}

/** What became of an alert. */
export type AlertFate = 'told' | 'held' | 'silenced' | 'dropped';

export const ALERT_FATES = {
  told: 'told',
  pending: 'held',
  silenced: 'silenced',
  dropped: 'dropped',
} as const satisfies Record<AlertState['state'], AlertFate>;

export interface AlertSums {
  /** All that were made in the period. */
  made: number;
  told: number;
  /** Waiting for their time. */
  held: number;
  silenced: number;
  dropped: number;
  bySeverity: Readonly<Record<Severity, number>>;
  /** More alerts than are read in a day: the sums are too low. */
  cut: boolean;
  /** The gravest first, then the oldest; as many as there is room for. */
  listed: readonly AlertRow[];
}

export interface WatchCoverage {
  watchId: string;
  kind: string;
  /** Its timetable, and the zone of it. */
  schedule: string;
  timezone: string;
  /** Windows that its timetable had in the period, and those that were checked. */
  due: number;
  checked: number;
  /** Everything between these instants has been asked for, by whichever window. */
  coveredFrom?: Instant;
  coveredUntil?: Instant;
  /** Shortest windows that held more than the service gives: what is beyond is not in this report. */
  cutWindows: number;
  /** Days that were asked for again because articles became visible late. */
  lateWindows: number;
  /** Windows that are still open. */
  openWindows: number;
  /** Windows that began in the period and are on record, and the requests that they took. */
  recordedWindows: number;
  calls: number;
  /** All requests of the month that its state still counts, where the period touches it. */
  month?: { month: string; calls: number };
}

/** What a report shows of a window on record. */
export type WindowRow = Pick<
  WindowRecord,
  'watchId' | 'from' | 'to' | 'state' | 'cut' | 'late' | 'matched' | 'found' | 'calls'
>;

export interface Coverage {
  watches: readonly WatchCoverage[];
  due: number;
  checked: number;
  /** Those on record: what was cut, late or open first, then the oldest; as many as there is room for. */
  windows: readonly WindowRow[];
}

/** Requests sent upstream for the brand. */
export interface CallSums {
  /** In windows that began in the period and found something, came late or failed: each is on record. */
  recorded: number;
  /** Of each calendar month that the period touches, all windows together, as far as the watches still count it. */
  months: readonly { month: string; calls: number }[];
  /** To count names for this report. */
  own: number;
}

import type { Alert } from '../alerts/alert.ts';
import type { Instant } from '../time/instant.ts';
import type { AlertEntry } from './inbox.ts';
import type { WatchMarks } from './reader-marks.ts';
import type { ReaderAction } from './reader-action.ts';

/** The alerts of a page on one story; an alert without a story is alone. */
export interface AlertGroup {
  /** The newest first. */
  entries: readonly AlertEntry[];
  /** Who has acknowledged one of them, undone ones left out. */
  acknowledged: readonly ReaderAction[];
  /** The form that acknowledges the newest one: where it is sent, and its token. Absent: nobody can, or somebody has. */
  form?: { path: string; token: string };
}

/** A page of the alerts of a UTC day, by story. */
export interface AlertsView {
  day: string;
  /** In the order of their newest alert. */
  groups: readonly AlertGroup[];
  /** How many alerts the page has. */
  count: number;
  isFirst: boolean;
  /** Where older alerts of the day go on. */
  next?: { at: Instant; id: string };
  /** On a day without alerts: the last one before it, as far as was looked. */
  last?: { alert: Alert } | 'none';
  /** What readers marked, by watch. */
  marks: readonly WatchMarks[];
}

/** How many days before an empty day are looked at for the last alert. */
export const LOOKED_BACK = 31;

/** Alerts of one story together, in the order of their newest. */
export function groupByStory(entries: readonly AlertEntry[]): AlertEntry[][] {
  return [...Map.groupBy(entries, ({ alert }) => alert.story?.id ?? alert.id).values()];
}

import type { ProposedExclusions } from './propose-exclusions.ts';
import type { ReaderAction } from './reader-action.ts';

/** How many of the latest alerts of a watch readers marked as not relevant, and what to exclude for it. */
export interface WatchMarks {
  watchId: string;
  /** Alerts of the days that were counted. */
  alerts: number;
  /** Those of them that are marked. */
  notRelevant: number;
  acknowledged: number;
  proposed: ProposedExclusions;
}

/** Which alerts of each watch were made on some days. */
export interface CountedAlerts {
  byWatch: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many UTC days were counted, with today: fewer than asked where there were too many alerts. */
  days: number;
}

/** What readers did about these alerts of a watch, each alert counted once; undone actions do not count. */
export function countMarks(
  actions: readonly ReaderAction[],
  alerts: ReadonlySet<string>,
): Pick<WatchMarks, 'alerts' | 'notRelevant' | 'acknowledged'> {
  const active = actions.filter(({ alertId, undoneAt }) => undoneAt === undefined && alerts.has(alertId));
  const countOf = (kind: ReaderAction['kind']) =>
    new Set(active.filter((one) => one.kind === kind).map(({ alertId }) => alertId)).size;
  return { alerts: alerts.size, notRelevant: countOf('not-relevant'), acknowledged: countOf('acknowledge') };
}

import type { Alert } from '../../domain/alerts/alert.ts';
import { storyKey } from '../../domain/alerts/grouping.ts';

/** One paragraph of a message: an alert, and the other alerts about the same story. */
export interface Entry {
  lead: Alert;
  others: readonly Alert[];
}

/** The alerts of a message, merged by story, in the order of their first alerts. */
export function entriesOf(alerts: readonly Alert[]): Entry[] {
  const stories = Map.groupBy(alerts, storyKey);
  return [...stories.values()].flatMap(([lead, ...others]) => (lead ? [{ lead, others }] : []));
}

/** The link to a page of an alert; undefined where its texts contain none. */
export type LinkOf = (alert: Alert) => string | undefined;

/** The links of an entry. */
export interface EntryLinks {
  /** To its receipt: why the reader got it. */
  linkOf?: LinkOf | undefined;
  /** To the page with what the reader can do to get less of it. */
  quieterOf?: LinkOf | undefined;
}

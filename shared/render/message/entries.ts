import type { Alert } from '../../domain/alerts/alert.ts';
import { storyKey } from '../../domain/alerts/grouping.ts';

/** What a message tells as one: an alert, with the others that tell the same story. */
export interface Entry {
  lead: Alert;
  others: readonly Alert[];
}

/** The alerts of a message, merged by story, each where its first alert stands. */
export function entriesOf(alerts: readonly Alert[]): Entry[] {
  const stories = Map.groupBy(alerts, storyKey);
  return [...stories.values()].flatMap(([lead, ...others]) => (lead ? [{ lead, others }] : []));
}

import { defined } from '../lib/fields.ts';
import type { AlertRule, Watch } from '../watches/watch.ts';

/** What a watch searched for and when it alerted, as it was when an alert was made. Its receipt shows it. */
export interface WatchRule extends Omit<AlertRule, 'channel'> {
  /** Absent where it is too long to be stored with each alert. */
  query?: Watch['query'];
}

/** In characters of JSON. Each alert of a watch stores its query, and few queries have a tenth of this. */
const LONGEST_QUERY = 4_000;

export function watchRuleOf({ query, alert: { when, settings, grows } }: Watch): WatchRule {
  const isShort = JSON.stringify(query).length <= LONGEST_QUERY;
  return defined<WatchRule>({ when, settings, grows, query: isShort ? query : undefined });
}

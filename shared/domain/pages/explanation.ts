import type { JoinedTo } from '../alerts/alert-state.ts';
import type { Instant } from '../time/instant.ts';
import type { Discovery } from '../findings/discovery.ts';
import type { Window } from '../time/window.ts';

/** How far an article came on its way from the service to a person. The words are part of the JSON of `explain`. */
export type ArticleStage =
  /** SNS has accepted its message. */
  | 'told'
  /** The service does not have it yet, or not at all. */
  | 'not-indexed'
  /** Its window is not covered yet, or failed. */
  | 'window-open'
  /** Its window is not covered, because the budget slows or pauses the watch. */
  | 'budget'
  /** It is older than the first window of the watch. */
  | 'before-first-window'
  /** The rank of its outlet is outside the query's range. */
  | 'below-rank'
  /** Its outlet, or a phrase or topic in it, is excluded. */
  | 'excluded'
  /** It does not match the query. */
  | 'not-matched'
  /** It matches the query and its window is covered, but the service did not give it. */
  | 'not-given'
  /** It was found, but is not judged yet. */
  | 'not-judged'
  /** It belongs to the baseline, or to a backfill. */
  | 'base'
  /** Another article of its story has the alert. */
  | 'duplicate'
  /** It could not be judged. */
  | 'quarantined'
  /** The policy or the channel does not alert on it. */
  | 'not-worth-telling'
  /** Its alert waits for the end of quiet hours, the brief or its group. */
  | 'held'
  /** Its alert waits because the channel has reached its limit per hour. */
  | 'storm-cap'
  | 'silenced'
  | 'dropped'
  /** Another watch had notified the channel of its story. */
  | 'joined'
  /** Its message is being sent. */
  | 'on-its-way'
  /** SNS refused its message. */
  | 'failed-delivery';

/** What happened to an article in a watch, or to an alert. */
export interface Explanation {
  standing: ArticleStage;
  /** What happened, what it means, what to do. */
  text: string;
  watchId?: string;
  alertId?: string;
  messageId?: string;
  /** What had notified the channel of its story. */
  joinedTo?: JoinedTo;
  /** The window that found or covered it, or that will cover it. */
  window?: Window;
  /** When its alert is due, or its window is queried again. */
  dueAt?: Instant;
  /** False: its message counts it in the summary and does not list it. */
  listed?: false;
  /** The run and the request that first found it. */
  foundBy?: Discovery;
  /** The zone of the times in `text`, and of its receipt. */
  timezone?: string;
}

import type { Instant } from '../time/instant.ts';
import type { Window } from '../time/window.ts';

/** How far an article came on its way from the service to a person. The first of these that applies is reported. */
export type ArticleStage =
  /** It was sent, and SNS has accepted the message. */
  | 'told'
  /** The service does not have it, or not yet. */
  | 'not-indexed'
  /** It lies in a span that is not covered yet, or whose window could not be covered. */
  | 'window-open'
  /** Its span would be covered by now, but the budget of the service holds the watch back. */
  | 'budget'
  /** It is older than the first window of the watch. */
  | 'before-first-window'
  /** Its outlet is beyond the ranks that the query asks for. */
  | 'below-rank'
  /** Its outlet or a phrase in it is among the exclusions. */
  | 'excluded'
  /** The query does not ask for it. */
  | 'not-matched'
  /** The query asks for it, its window is covered, and the service did not give it. */
  | 'not-given'
  /** It was found, and is not judged yet. */
  | 'not-judged'
  /** It belongs to the silent base, or to a backfill. */
  | 'base'
  /** Another article of its story was told. */
  | 'duplicate'
  /** Its policy, or the channel, does not tell such findings. */
  | 'not-worth-telling'
  /** Its alert waits for quiet hours, a digest or its group. */
  | 'held'
  /** Its alert waits because the channel has told so much lately. */
  | 'storm-cap'
  | 'silenced'
  | 'dropped'
  /** Its message is on its way. */
  | 'on-its-way'
  /** SNS refused its message. */
  | 'failed-delivery';

/** What became of an article in one watch, or of one alert. */
export interface Explanation {
  standing: ArticleStage;
  /** What happened, what it means, what to do. */
  text: string;
  watchId?: string;
  alertId?: string;
  messageId?: string;
  /** The window that covered it, or that is to. */
  window?: Window;
  /** When it will be told, or asked for. */
  dueAt?: Instant;
}

import { type AlertsMade, joinAlertsMade, NO_ALERTS } from '../../domain/alerts/alerts-made.ts';
import type { RecentWords } from '../stories/recent-words.ts';

/** What came of some findings. */
export interface Processed extends AlertsMade {
  /** Findings stored for the first time. */
  stored: number;
  /** Ids of the stories of the findings that were grouped. */
  stories: ReadonlySet<string>;
  recent: RecentWords;
  /** False when the time was up before all of them were judged. */
  complete: boolean;
}

export function nothingProcessed(recent: RecentWords): Processed {
  return { ...NO_ALERTS, stored: 0, stories: new Set(), recent, complete: true };
}

/** What came of some findings and then of further ones. */
export function joinProcessed(before: Processed, after: Processed): Processed {
  return {
    ...joinAlertsMade(before, after),
    stored: before.stored + after.stored,
    stories: new Set([...before.stories, ...after.stories]),
    recent: after.recent,
    complete: after.complete,
  };
}

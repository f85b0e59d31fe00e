import { writeStoryArticle } from '../../shared/contracts/stored/stored-story.ts';
import { writeSignature } from '../../shared/domain/stories/signature-text.ts';
import { dayOf, isoOf } from '../../shared/domain/time/instant.ts';
import type { StoryRecord } from '../../shared/domain/stories/story-record.ts';
import type { Table } from '../../shared/store/table.ts';
import type { NewStories, SimilarityKey } from '../../shared/use-cases/ports/stories.ts';

/** New stories, keys and claims of a watch: those that are named. */
export function newStories(some: Partial<NewStories>): NewStories {
  return { stories: [], keys: [], claims: [], open: [], ...some };
}

/** Stories and keys as a version before left them, shared by all watches. */
export interface SharedStories {
  stories?: readonly StoryRecord[];
  keys?: ReadonlyMap<string, SimilarityKey>;
}

/** Puts into a table what a version before has left there. */
export async function leaveShared(
  table: Table,
  { stories = [], keys = new Map() }: SharedStories,
): Promise<void> {
  for (const { articles, samples, absorbed, signature, ...story } of stories)
    await table.put({
      pk: `STORY#${story.id}`,
      sk: 'STORY',
      ...story,
      signature: writeSignature(signature),
      prints: new Set(articles.map(writeStoryArticle)),
      samples: samples.length > 0 ? new Set(samples.map(writeSignature)) : undefined,
      absorbed: absorbed.length > 0 ? new Set(absorbed) : undefined,
      timePk: `STORIES#${dayOf(story.madeAt)}`,
      timeSk: `${isoOf(story.madeAt)}#${story.id}`,
    });
  for (const [key, to] of keys) await table.put({ pk: `BAND#${key}`, sk: 'BAND', band: key, ...to });
}

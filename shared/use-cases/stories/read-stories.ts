import type { Ports } from '../ports/ports.ts';
import { currentStoryId, joinParts, type StoryOutline } from '../../domain/stories/story-record.ts';
import {
  type ReadRecords,
  recordsOfWatch,
  relatedRecords,
  type WatchReading,
  type WholeStory,
  wholeStory,
} from './stories-of-run.ts';

/** Where the stories of all watches are read. */
export interface StoryReading {
  stories: Pick<Ports['stories'], 'parts'>;
}

/**
 * Stories by the given ids, of all watches, each with all its parts: a merged story is followed to the one that absorbed it.
 * Ids of stories that are gone are left out.
 */
export async function readStories(
  { stories }: StoryReading,
  ids: readonly string[],
): Promise<Map<string, WholeStory>> {
  return wholeStories(ids, recordsOfAll({ stories }));
}

/** Reads records of stories, each of all watches together. */
export function recordsOfAll({ stories }: StoryReading): ReadRecords<StoryOutline> {
  return async (ids) => {
    const parts = await stories.parts(ids);
    return new Map(Array.from(parts, ([id, all]) => [id, joinParts(all)] as const).flatMap(present));
  };
}

/** Stories by the given ids, as one watch has them. One read for each hundred. */
export async function readStoriesOfWatch(
  ports: WatchReading,
  watchId: string,
  ids: readonly string[],
): Promise<Map<string, WholeStory>> {
  return wholeStories(ids, recordsOfWatch(ports, watchId));
}

function present([id, record]: readonly [string, StoryOutline | undefined]): [string, StoryOutline][] {
  return record ? [[id, record]] : [];
}

async function wholeStories(
  ids: readonly string[],
  read: ReadRecords<StoryOutline>,
): Promise<Map<string, WholeStory>> {
  const records = await relatedRecords(ids, read);
  return new Map(
    ids.flatMap((id) => {
      const whole = wholeStory(records, id);
      return whole ? [[id, whole] as const] : [];
    }),
  );
}

/**
 * Merges two stories of a watch that report the same thing: the second into the first, each as it is now. The one that stays
 * records what it absorbs first, so that whoever finds it reads both, also after a death in between.
 */
export async function mergeStories(
  ports: Pick<Ports, 'stories'>,
  watchId: string,
  pair: readonly [stays: string, goes: string],
): Promise<void> {
  const records = await relatedRecords(pair, recordsOfWatch(ports, watchId));
  const candidates = { records, merged: new Map<string, string>() };
  const [winner, loser] = pair.map((id) => currentStoryId(candidates, id));
  if (winner === undefined || loser === undefined || winner === loser) return;
  if (!records.has(winner) || !records.has(loser)) return;
  await ports.stories.absorb(watchId, winner, loser);
  await ports.stories.redirect(watchId, loser, winner);
}

import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { StoryOutline } from '../../domain/stories/story-record.ts';
import { similarityKey, storyKey } from '../findings/dynamo-stories.ts';
import { ABSENT, type Table, type When } from '../table.ts';

/**
 * Deletes a story unless somebody has changed it. Its sets only grow, and whoever adds an article writes when, so their
 * sizes and that time say whether it is the one that was read.
 */
export function removeStory(table: Table, story: StoryOutline): Promise<boolean> {
  const { id, seenAt, articles, absorbed, mergedInto } = story;
  const sizes = Object.entries({ prints: articles.length, absorbed: absorbed.length });
  const unchanged: When = {
    is: {
      seenAt,
      mergedInto,
      ...Object.fromEntries(sizes.flatMap(([set, size]) => (size === 0 ? [[set, undefined]] : []))),
    },
    size: Object.fromEntries(sizes.filter(([, size]) => size > 0)),
  };
  return table.removeIf(storyKey(id), { anyOf: [ABSENT, unchanged] });
}

/** Another story may claim a key at the same time: then it keeps it. */
export async function removeSimilarityKeys(
  table: Table,
  keys: readonly { key: string; story: string }[],
): Promise<void> {
  await inParallel(keys, ({ key, story }) => table.removeIf(similarityKey(key), { is: { story } }));
}

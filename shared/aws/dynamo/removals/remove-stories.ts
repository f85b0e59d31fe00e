import { inParallel } from '../../../domain/lib/in-parallel.ts';
import type { StoryOutline } from '../../../domain/stories/story-record.ts';
import { similarityKey, storyKey } from '../findings/dynamo-stories.ts';
import type { Table } from '../table/table.ts';

/**
 * Deletes a story unless somebody has changed it. Its sets only grow, and whoever adds an article writes when, so their
 * sizes and that time say whether it is the one that was read.
 */
export function removeStory(table: Table, story: StoryOutline): Promise<boolean> {
  const { id, seenAt, articles, absorbed, mergedInto } = story;
  const conditions = [
    'attribute_not_exists(pk)',
    [
      'seenAt = :seenAt',
      articles.length > 0 ? 'size(prints) = :articles' : 'attribute_not_exists(prints)',
      absorbed.length > 0 ? 'size(absorbed) = :absorbed' : 'attribute_not_exists(absorbed)',
      mergedInto === undefined ? 'attribute_not_exists(mergedInto)' : 'mergedInto = :mergedInto',
    ].join(' AND '),
  ];
  return table.removeIf(storyKey(id), conditions.map((one) => `(${one})`).join(' OR '), {
    ':seenAt': seenAt,
    ...(articles.length > 0 && { ':articles': articles.length }),
    ...(absorbed.length > 0 && { ':absorbed': absorbed.length }),
    ...(mergedInto !== undefined && { ':mergedInto': mergedInto }),
  });
}

/** Another story may claim a key at the same time: then it keeps it. */
export async function removeSimilarityKeys(
  table: Table,
  keys: readonly { key: string; story: string }[],
): Promise<void> {
  await inParallel(keys, ({ key, story }) =>
    table.removeIf(similarityKey(key), 'story = :story', { ':story': story }),
  );
}

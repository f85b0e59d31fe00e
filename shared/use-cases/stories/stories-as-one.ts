import { currentStoryId, type StoryOutline, storyOfRecords } from '../../domain/stories/story-record.ts';
import { byBeginning } from '../../domain/stories/story-merges.ts';
import { recordsOfAll, type StoryReading } from './read-stories.ts';
import { relatedRecords, type WholeStory } from './stories-of-run.ts';

/** Stories that are one, under the id of the one that began first, but of no merged one; undefined where there is none of them. */
export async function readAsOne(
  { stories }: StoryReading,
  ids: readonly string[],
): Promise<WholeStory | undefined> {
  return storyAsOne(await relatedRecords(ids, recordsOfAll({ stories })));
}

/** The same, from records that were read together. */
export function storyAsOne(records: ReadonlyMap<string, StoryOutline>): WholeStory | undefined {
  const merges = { records, merged: new Map<string, string>() };
  const current = [...records.keys()].map((id) => currentStoryId(merges, id));
  const [root] = current.filter((id) => records.has(id)).toSorted(byBeginning(merges));
  const first = root === undefined ? undefined : records.get(root);
  if (!first) return undefined;
  const others = [...records.values()].filter(({ id }) => id !== first.id);
  const family = [first, ...others];
  const { mergedInto: _other, ...whole } = first;
  return {
    story: storyOfRecords(whole, others),
    articles: family.flatMap(({ articles }) => articles),
    family: family.map(({ id }) => id),
  };
}

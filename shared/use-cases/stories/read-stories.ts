import type { Ports } from '../ports/ports.ts';
import { withMergedIds, currentStoryId } from '../../domain/stories/story-candidates.ts';
import { type StoryRecord, storyOfRecords } from '../../domain/stories/story-record.ts';
import type { Story } from '../../domain/stories/story.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { articleWordsOf } from '../../domain/stories/article-words.ts';
import {
  headlineOf,
  newOpenStory,
  OPEN_FOR,
  type OpenStory,
  withArticle,
} from '../../domain/stories/open-story.ts';
import { isClustered } from '../../domain/stories/similarity-profile.ts';
import type { FindingScope } from '../context/finding-scope.ts';

/** Where stories are read. */
export interface StoryReading {
  stories: Pick<Ports['stories'], 'records'>;
}

/** A story with all its parts, and the ids under which it was known: its own and those of the stories that it absorbed. */
export interface WholeStory {
  story: Story;
  family: readonly string[];
}

/**
 * Stories by the given ids, each with all its parts: a merged story is followed to the one that absorbed it. Ids of stories
 * that are gone are left out.
 */
export async function readStories(
  ports: StoryReading,
  ids: readonly string[],
): Promise<Map<string, WholeStory>> {
  const records = await relatedRecords(ports, ids);
  return new Map(
    ids.flatMap((id) => {
      const whole = wholeStory(records, id);
      return whole ? [[id, whole] as const] : [];
    }),
  );
}

/** The records of some stories, of all that they were merged into and of all that they absorbed. */
export async function relatedRecords(
  { stories }: StoryReading,
  ids: readonly string[],
): Promise<Map<string, StoryRecord>> {
  const all = new Map<string, StoryRecord>();
  const asked = new Set<string>();
  for (let next = [...new Set(ids)]; next.length > 0; ) {
    for (const id of next) asked.add(id);
    const found = await stories.records(next);
    for (const [id, record] of found) all.set(id, record);
    const related = [...found.values()].flatMap(({ mergedInto, absorbed }) =>
      [mergedInto ?? [], absorbed].flat(),
    );
    next = [...new Set(related)].filter((id) => !asked.has(id));
  }
  return all;
}

/** A story from records that were read together. */
export function wholeStory(records: Map<string, StoryRecord>, id: string): WholeStory | undefined {
  const candidates = { records, merged: new Map<string, string>() };
  const root = currentStoryId(candidates, id);
  const record = records.get(root);
  if (!record) return undefined;
  const family = withMergedIds(candidates, root);
  const absorbed = family.slice(1).flatMap((one) => records.get(one) ?? []);
  return { story: storyOfRecords(record, absorbed), family };
}

/**
 * Merges two stories that report the same thing: the one with the larger id goes into the other. The other one records what
 * it absorbs first, so that whoever finds it reads both. Somebody may merge one of them elsewhere at the same time: then the
 * two that they have become are merged. Each time an id gets smaller, so the loop ends.
 */
export async function mergeStories(
  ports: Pick<Ports, 'stories'>,
  [one, other]: readonly [string, string],
): Promise<void> {
  for (;;) {
    const records = await relatedRecords(ports, [one, other]);
    const candidates = { records, merged: new Map<string, string>() };
    const [winner, loser] = [currentStoryId(candidates, one), currentStoryId(candidates, other)].toSorted();
    if (winner === undefined || loser === undefined || winner === loser) return;
    if (!records.has(winner) || !records.has(loser)) return;
    await ports.stories.absorb(winner, loser);
    if (await ports.stories.redirect(loser, winner)) return;
  }
}

/**
 * The open stories of a watch, by id. A watch that has none in the store may have found its articles with a version that kept
 * none: they are made of what it found while a story is open.
 */
export async function readOpenStories(
  { ports, watch }: Pick<FindingScope, 'ports' | 'watch'>,
  queried: ReadonlySet<string>,
): Promise<ReadonlyMap<string, OpenStory>> {
  const now = ports.clock.now();
  const stored = await ports.stories.open(watch.id);
  if (stored.length > 0) {
    const open = stored.filter(({ lastAt }) => now - lastAt <= OPEN_FOR);
    return new Map(open.map((story) => [story.id, story]));
  }
  const found = await ports.findings.foundIn(watch.id, { from: now - OPEN_FOR, to: now });
  return openStoriesOf(found, queried);
}

/** The open stories of findings whose story is known. */
export function openStoriesOf(
  found: readonly StoredFinding[],
  queried: ReadonlySet<string>,
): Map<string, OpenStory> {
  const open = new Map<string, OpenStory>();
  for (const { story, finding } of found) {
    if (story === undefined || !isClustered(finding)) continue;
    const [words, headline] = [articleWordsOf(finding, queried), headlineOf(finding)] as const;
    const before = open.get(story);
    open.set(story, before ? withArticle(before, words, headline) : newOpenStory(story, words, headline));
  }
  return open;
}

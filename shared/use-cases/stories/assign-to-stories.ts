import { inParallel } from '../../domain/lib/in-parallel.ts';
import { queueMerges, assignStories } from '../../domain/stories/assign-stories.ts';
import type { SimilarityProfile } from '../../domain/stories/similarity-profile.ts';
import type { StoryRecord } from '../../domain/stories/story-record.ts';
import {
  keyUntil,
  keptUntil,
  type StoryMemory,
  openCandidates,
  type StoryCandidates,
} from '../../domain/stories/story-candidates.ts';
import type { UsualWords } from '../../domain/stories/usual-words.ts';
import { mergeStories } from './merge-stories.ts';
import { readStories, relatedRecords, type WholeStory, wholeStory } from './read-stories.ts';
import type { Stories } from '../ports/stories.ts';

/** What the assignment depends on. Which words are usual is read only when titles are compared. */
export interface Placing extends Omit<StoryMemory, 'usual'> {
  usual: () => Promise<UsualWords>;
}

/**
 * Assigns findings to stories, in the order given, and returns the story of each by its fingerprint. First the articles are
 * written, then the similarity keys are claimed, in sorted order and each only if it is free. Whoever finds a key taken
 * reads it again: so of two that assign similar findings at the same time, at least one sees the other and merges the two
 * stories. Each step can be repeated, however far an earlier try came.
 */
export async function assignToStories(
  ports: { stories: Stories },
  marks: readonly SimilarityProfile[],
  placing: Placing,
): Promise<Map<string, WholeStory>> {
  const candidates = await readCandidates(ports, marks, placing);
  assignStories(candidates, marks);
  await writeStories(ports, candidates);
  await claimKeys(ports, { candidates, marks });
  for (const pair of candidates.merges) await mergeStories(ports, pair);
  return storiesOf(ports, candidates);
}

async function readCandidates(
  ports: { stories: Stories },
  marks: readonly SimilarityProfile[],
  { usual, ...memory }: Placing,
): Promise<StoryCandidates> {
  const keys = marks.flatMap((one) => [...one.keys, ...one.adjacentKeys, one.fallbackKey]);
  const owners = await ports.stories.keys([...new Set(keys)].toSorted());
  const records = await relatedRecords(
    ports,
    [...owners.values()].map(({ story }) => story),
  );
  const areCompared = marks.length > 1 || records.size > 0;
  return openCandidates({ owners, records }, { ...memory, usual: areCompared ? await usual() : new Map() });
}

/** A finding that founded its story in an earlier try joins it now. */
async function writeStories({ stories }: { stories: Stories }, candidates: StoryCandidates): Promise<void> {
  const { now, records, created: founded, additions: joined } = candidates;
  const until = { seenAt: now, expiresAt: keptUntil(candidates) };
  await inParallel(founded.values(), async (record) => {
    if (await stories.found(record)) return;
    const { signature: _founder, samples, articles } = record;
    keep(records, await stories.join(record.id, { articles, samples, ...until }));
  });
  await inParallel(joined, async ([id, additions]) => {
    keep(records, await stories.join(id, { ...additions, ...until }));
  });
}

function keep(records: Map<string, StoryRecord>, record: StoryRecord | undefined): void {
  if (record) records.set(record.id, record);
}

/** Claims the keys that are free; where somebody was faster, checks whether that is the same story. */
async function claimKeys(
  ports: { stories: Stories },
  { candidates, marks }: { candidates: StoryCandidates; marks: readonly SimilarityProfile[] },
): Promise<void> {
  const { stories } = ports;
  const lost: string[] = [];
  const claims = [...candidates.claims.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  await inParallel(claims, async ({ key, story, previous: was }) => {
    if (!(await stories.claimKey(key, { story, until: keyUntil(candidates) }, was))) lost.push(key);
  });
  if (lost.length === 0) return;
  const owners = await stories.keys(lost.toSorted());
  const others = await relatedRecords(
    ports,
    [...owners.values()].map(({ story }) => story),
  );
  for (const [key, owner] of owners) candidates.owners.set(key, owner);
  for (const record of others.values()) candidates.records.set(record.id, record);
  for (const one of marks) {
    if ([...one.keys, one.fallbackKey].some((key) => owners.has(key))) queueMerges(candidates, one);
  }
}

/** The stories as they are now. What was merged, here or by another run, is read again. */
async function storiesOf(
  ports: { stories: Stories },
  { assigned: placed, records, merges: meetings }: StoryCandidates,
): Promise<Map<string, WholeStory>> {
  const ids = [...new Set(placed.values())];
  const whole = new Map(
    ids.flatMap((id) => {
      const known = meetings.length === 0 && isRead(records, id) ? wholeStory(records, id) : undefined;
      return known ? [[id, known] as const] : [];
    }),
  );
  const others = await readStories(
    ports,
    ids.filter((id) => !whole.has(id)),
  );
  return new Map(
    Array.from(placed, ([fingerprint, id]) => {
      const story = whole.get(id) ?? others.get(id);
      if (!story) throw new Error(`The story ${id} was placed into and is gone.`);
      return [fingerprint, story];
    }),
  );
}

/** Whether all stories that it was merged into, or that it absorbed, have been read with it. */
function isRead(records: ReadonlyMap<string, StoryRecord>, id: string): boolean {
  const { mergedInto, absorbed = [] } = records.get(id) ?? {};
  return [...absorbed, ...(mergedInto === undefined ? [] : [mergedInto])].every((one) => records.has(one));
}

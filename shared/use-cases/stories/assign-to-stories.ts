import { inParallel } from '../../domain/lib/in-parallel.ts';
import { meetOthers, placeAll } from '../../domain/stories/assign-stories.ts';
import type { SimilarityProfile } from '../../domain/stories/similarity-profile.ts';
import type { StoryRecord } from '../../domain/stories/story-record.ts';
import {
  keyUntil,
  keptUntil,
  type Memory,
  openCandidates,
  type StoryCandidates,
} from '../../domain/stories/story-candidates.ts';
import type { UsualWords } from '../../domain/stories/usual-words.ts';
import { mergeStories } from './merge-stories.ts';
import { readStories, relatedRecords, type WholeStory, wholeStory } from './read-stories.ts';
import type { Stories } from '../ports/story-ports.ts';

/** What placing goes by; which words are usual is asked only when titles are held against each other. */
export interface Placing extends Omit<Memory, 'usual'> {
  usual: () => Promise<UsualWords>;
}

/**
 * Places findings into stories, in the order given, and gives back the story of each by its fingerprint. First the
 * articles are written, then the bands are put, in sorted order and only where nothing stands; who finds a band taken
 * reads it back, and so of two that place like findings at the same time at least one sees the other, and merges the two
 * stories. Each step can be repeated: nothing of it depends on how far an earlier try came.
 */
export async function assignToStories(
  ports: { stories: Stories },
  marks: readonly SimilarityProfile[],
  placing: Placing,
): Promise<Map<string, WholeStory>> {
  const candidates = await readCandidates(ports, marks, placing);
  placeAll(candidates, marks);
  await writeStories(ports, candidates);
  await claimKeys(ports, { candidates, marks });
  for (const pair of candidates.meetings) await mergeStories(ports, pair);
  return storiesOf(ports, candidates);
}

async function readCandidates(
  ports: { stories: Stories },
  marks: readonly SimilarityProfile[],
  { usual, ...memory }: Placing,
): Promise<StoryCandidates> {
  const keys = marks.flatMap((one) => [...one.keys, ...one.near, one.own]);
  const owners = await ports.stories.keys([...new Set(keys)].toSorted());
  const records = await relatedRecords(
    ports,
    [...owners.values()].map(({ story }) => story),
  );
  const areCompared = marks.length > 1 || records.size > 0;
  return openCandidates({ owners, records }, { ...memory, usual: areCompared ? await usual() : new Map() });
}

/** A founder that was placed before has its story already, and joins it. */
async function writeStories({ stories }: { stories: Stories }, candidates: StoryCandidates): Promise<void> {
  const { now, records, founded, joined } = candidates;
  const until = { seenAt: now, expiresAt: keptUntil(candidates) };
  await inParallel(founded.values(), async (record) => {
    if (await stories.found(record)) return;
    const { signature: _founder, samples, prints } = record;
    keep(records, await stories.join(record.id, { prints, samples, ...until }));
  });
  await inParallel(joined, async ([id, additions]) => {
    keep(records, await stories.join(id, { ...additions, ...until }));
  });
}

function keep(records: Map<string, StoryRecord>, record: StoryRecord | undefined): void {
  if (record) records.set(record.id, record);
}

/** Takes the bands that are free; where somebody was faster, looks whether that is the same story. */
async function claimKeys(
  ports: { stories: Stories },
  { candidates, marks }: { candidates: StoryCandidates; marks: readonly SimilarityProfile[] },
): Promise<void> {
  const { stories } = ports;
  const lost: string[] = [];
  const takings = [...candidates.taken.values()].toSorted((a, b) => (a.band < b.band ? -1 : 1));
  await inParallel(takings, async ({ band: key, story, was }) => {
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
    if ([...one.keys, one.own].some((key) => owners.has(key))) meetOthers(candidates, one);
  }
}

/** The stories as they are now. What was merged, here or by another run, is read anew. */
async function storiesOf(
  ports: { stories: Stories },
  { placed, records, meetings }: StoryCandidates,
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

/** Whether all that a story was merged into, or took in, has been read with it. */
function isRead(records: ReadonlyMap<string, StoryRecord>, id: string): boolean {
  const { mergedInto, absorbed = [] } = records.get(id) ?? {};
  return [...absorbed, ...(mergedInto === undefined ? [] : [mergedInto])].every((one) => records.has(one));
}

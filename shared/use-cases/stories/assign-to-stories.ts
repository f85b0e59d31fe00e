import { inParallel } from '../../domain/lib/in-parallel.ts';
import { meetOthers, placeAll } from '../../domain/stories/assign-stories.ts';
import type { StoryMarks } from '../../domain/stories/similarity-profile.ts';
import type { StoryRecord } from '../../domain/stories/story-record.ts';
import { bandUntil, keptUntil, type Memory, openShelf, type Shelf } from '../../domain/stories/story-candidates.ts';
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
export async function placeInStories(
  ports: { stories: Stories },
  marks: readonly StoryMarks[],
  placing: Placing,
): Promise<Map<string, WholeStory>> {
  const shelf = await readShelf(ports, marks, placing);
  placeAll(shelf, marks);
  await writeStories(ports, shelf);
  await takeBands(ports, { shelf, marks });
  for (const pair of shelf.meetings) await mergeStories(ports, pair);
  return storiesOf(ports, shelf);
}

async function readShelf(
  ports: { stories: Stories },
  marks: readonly StoryMarks[],
  { usual, ...memory }: Placing,
): Promise<Shelf> {
  const bands = marks.flatMap((one) => [...one.bands, ...one.near, one.own]);
  const owners = await ports.stories.bands([...new Set(bands)].toSorted());
  const records = await relatedRecords(
    ports,
    [...owners.values()].map(({ story }) => story),
  );
  const areCompared = marks.length > 1 || records.size > 0;
  return openShelf({ owners, records }, { ...memory, usual: areCompared ? await usual() : new Map() });
}

/** A founder that was placed before has its story already, and joins it. */
async function writeStories({ stories }: { stories: Stories }, shelf: Shelf): Promise<void> {
  const { now, records, founded, joined } = shelf;
  const until = { seenAt: now, expiresAt: keptUntil(shelf) };
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
async function takeBands(
  ports: { stories: Stories },
  { shelf, marks }: { shelf: Shelf; marks: readonly StoryMarks[] },
): Promise<void> {
  const { stories } = ports;
  const lost: string[] = [];
  const takings = [...shelf.taken.values()].toSorted((a, b) => (a.band < b.band ? -1 : 1));
  await inParallel(takings, async ({ band, story, was }) => {
    if (!(await stories.takeBand(band, { story, until: bandUntil(shelf) }, was))) lost.push(band);
  });
  if (lost.length === 0) return;
  const owners = await stories.bands(lost.toSorted());
  const others = await relatedRecords(
    ports,
    [...owners.values()].map(({ story }) => story),
  );
  for (const [band, owner] of owners) shelf.owners.set(band, owner);
  for (const record of others.values()) shelf.records.set(record.id, record);
  for (const one of marks) {
    if ([...one.bands, one.own].some((band) => owners.has(band))) meetOthers(shelf, one);
  }
}

/** The stories as they are now. What was merged, here or by another run, is read anew. */
async function storiesOf(
  ports: { stories: Stories },
  { placed, records, meetings }: Shelf,
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

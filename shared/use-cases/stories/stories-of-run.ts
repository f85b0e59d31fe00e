import type { Finding } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { OPEN_FOR, type OpenStory } from '../../domain/stories/open-story.ts';
import { type OpenStories, openStories, setStory } from '../../domain/stories/open-stories.ts';
import { earlierParts } from '../../domain/stories/series.ts';
import { openStoriesOf, type SimilarityProfile } from '../../domain/stories/similarity-profile.ts';
import type { Story } from '../../domain/stories/story.ts';
import type { StoryCandidates } from '../../domain/stories/story-candidates.ts';
import {
  currentStoryId,
  type StoryArticle,
  type StoryOutline,
  type StoryRecord,
  storyOfRecords,
  withMergedIds,
} from '../../domain/stories/story-record.ts';
import { deleteValue, wordHoursOf } from '../../domain/stories/word-index.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';
import type { Joining, NewStories } from '../ports/stories.ts';

/** Reads stories by id, whole or as outlines: merged ones are not followed. */
export type ReadRecords<R extends StoryOutline> = (ids: readonly string[]) => Promise<ReadonlyMap<string, R>>;

/** A story with all its parts, and the ids under which it was known: its own and those of the stories that it absorbed. */
export interface WholeStory {
  story: Story;
  articles: readonly StoryArticle[];
  family: readonly string[];
}

/** Where the stories of one watch are read. */
export interface WatchReading {
  stories: Pick<Ports['stories'], 'ofWatch'>;
}

/** Reads records of the stories of a watch, but for those that are `known`. */
export function recordsOfWatch(
  { stories }: WatchReading,
  watchId: string,
  known: OwnStories = new Map(),
): ReadRecords<StoryRecord> {
  return async (ids) => {
    const asked = ids.filter((id) => !known.has(id));
    const read = asked.length > 0 ? (await stories.ofWatch(watchId, { keys: [], ids: asked })).records : [];
    return new Map([...read, ...ids.flatMap((id) => entryOf(known, id))]);
  };
}

function entryOf<T>(known: ReadonlyMap<string, T>, id: string): [string, T][] {
  const value = known.get(id);
  return value === undefined ? [] : [[id, value]];
}

/** The records of some stories, of all that they were merged into and of all that they absorbed; some may be `known`. */
export async function relatedRecords<R extends StoryOutline>(
  ids: readonly string[],
  read: ReadRecords<R>,
  known: ReadonlyMap<string, R> = new Map(),
): Promise<Map<string, R>> {
  const all = new Map(known);
  const asked = new Set(known.keys());
  const relatedTo = (records: Iterable<R>) =>
    [...records].flatMap(({ mergedInto, absorbed }) => [mergedInto ?? [], absorbed].flat());
  for (let next = [...ids, ...relatedTo(known.values())]; ; ) {
    const left = [...new Set(next)].filter((id) => !asked.has(id));
    if (left.length === 0) return all;
    for (const id of left) asked.add(id);
    const found = await read(left);
    for (const [id, record] of found) all.set(id, record);
    next = relatedTo(found.values());
  }
}

/** A story from records that were read together. */
export function wholeStory(records: ReadonlyMap<string, StoryOutline>, id: string): WholeStory | undefined {
  const candidates = { records, merged: new Map<string, string>() };
  const root = currentStoryId(candidates, id);
  const record = records.get(root);
  if (!record) return undefined;
  const family = withMergedIds(candidates, root);
  const absorbed = family.slice(1).flatMap((one) => records.get(one) ?? []);
  const articles = [record, ...absorbed].flatMap((one) => one.articles);
  return { story: storyOfRecords(record, absorbed), articles, family };
}

/** The articles of which some of these may be the next part of a series. Mostly there are none, and nothing is read. */
export async function readEarlier(
  { findings }: Pick<Ports, 'findings'>,
  watchId: string,
  {
    profiles,
    records,
  }: { profiles: readonly SimilarityProfile[]; records: ReadonlyMap<string, StoryRecord> },
): Promise<Map<string, Finding[]>> {
  const asked = new Map(
    Array.from(records, ([id, record]) => {
      const parts = profiles.flatMap((profile) => earlierParts(profile, record));
      return [id, new Set(parts)] as const;
    }),
  );
  const all = [...new Set([...asked.values()].flatMap((parts) => [...parts]))];
  if (all.length === 0) return new Map();
  const read = (await findings.read(watchId, all)).map(({ finding }) => finding);
  const partsOf = (parts: ReadonlySet<string>) => read.filter(({ fingerprint }) => parts.has(fingerprint));
  return new Map(Array.from(asked, ([id, parts]) => [id, partsOf(parts)]));
}

/**
 * The open stories of a watch, by id. A watch that has none in the store may have found its articles with a version that kept
 * none: they are made of what it found while a story is open. That version planned no verdicts: a part that has one is to be repeated.
 */
export async function readOpenStories(
  { ports, watch }: { ports: Pick<Ports, 'clock' | 'findings' | 'stories'>; watch: Watch },
  queried: ReadonlySet<string>,
): Promise<ReadonlyMap<string, OpenStory>> {
  const now = ports.clock.now();
  const stored = await ports.stories.open(watch.id);
  if (stored.length > 0) {
    const open = stored.filter(({ lastAt }) => now - lastAt <= OPEN_FOR);
    return new Map(open.map((story) => [story.id, story]));
  }
  const found = await ports.findings.foundIn(watch.id, { from: now - OPEN_FOR, to: now });
  return openStoriesOf(
    found.filter(({ isPlanned }) => !isPlanned),
    queried,
  );
}

/** What the parts of a run share: the index of the open stories of its watch, and how many of the parts have begun. */
interface SharedIndex {
  open: OpenStories;
  begun: number;
  own: Map<string, StoryRecord>;
}

/** The latest stories that the parts of a run have begun, as the last one left them: all of each is known without reading it. */
export type OwnStories = ReadonlyMap<string, StoryRecord>;

/** So many stories of its own a run knows. With the articles and signatures that they may have, they take 15 MB. */
const MOST_OWN = 1_000;
/** A story of more articles is no longer put whole: it gets its articles by an update. */
const MOST_PUT = 100;

/**
 * The open stories as a part of a run has left them. To build their index again for each part took a third of the processor
 * time of a run that found 10,000 stories.
 */
export interface LeftStories {
  index: SharedIndex;
  /** How many parts had begun then. */
  parts: number;
}

/** The open stories as they were read, before the first part. */
export function leftStories(read: readonly OpenStory[], queried?: ReadonlySet<string>): LeftStories {
  return { index: { open: openStories(read, queried), begun: 0, own: new Map() }, parts: 0 };
}

/**
 * Begins a part on what the one before it has left, with the index that would be built of it. Where a part that began there has
 * failed, what it did is taken back.
 *
 * @throws Error when a later part has ended since: a run repeats only its last one.
 */
export function beginPart({ index, parts }: LeftStories): OpenStories {
  const { open, begun, own } = index;
  if (begun > parts + 1) throw new Error('Only the last part of a run can be repeated.');
  if (begun > parts) {
    takeBack(open);
    own.clear();
  }
  open.changed.clear();
  if (open.hours.isStale) {
    open.hours = wordHoursOf(open.stories.values());
    open.version += 1;
  }
  index.begun = parts + 1;
  return open;
}

/** The open stories as the part that began on them last leaves them. What it has merged is read again when it is needed. */
export function endPart({ index }: LeftStories, written?: StoryCandidates): LeftStories {
  const { own } = index;
  if (written && written.merges.length > 0) own.clear();
  else if (written) {
    for (const id of [...written.created.keys(), ...grownIn(written, own)]) {
      const record = written.records.get(id);
      own.delete(id);
      if (record && record.articles.length < MOST_PUT) own.set(id, record);
    }
    for (const id of own.keys()) if (own.size > MOST_OWN) own.delete(id);
  }
  return { index, parts: index.begun };
}

/** The stories of the run's own that get articles. */
export function grownIn({ additions }: StoryCandidates, own: OwnStories): readonly string[] {
  return [...additions.keys()].filter((id) => own.has(id));
}

function takeBack(open: OpenStories): void {
  for (const [id, before] of open.changed) {
    if (before) setStory(open, before);
    else removeStory(open, id);
  }
}

function removeStory(open: OpenStories, id: string): void {
  const { stories, having, hours } = open;
  const story = stories.get(id);
  if (!story) return;
  for (const part of ['title', 'text'] as const)
    for (const word of story[part].keys()) deleteValue(having[part], word, id);
  stories.delete(id);
  open.version += 1;
  hours.isStale = true;
}

/** What the watch writes of stories before any alert, but for its claims. */
export interface FreshStories extends Omit<NewStories, 'claims'> {
  /** What stories that the store holds get, by their ids. */
  joining?: readonly (readonly [string, Joining])[];
  /** Stories that this run has begun, whole, with further articles. */
  grown?: readonly StoryRecord[];
}

/**
 * Writes what is new of the stories of a watch, with its claims of them, for the holder of its lease. It comes before any alert: who
 * dies in between has sent nothing. All of it can be written again, in any order.
 */
export async function writeStories(
  { ports: { stories }, watch }: { ports: Pick<Ports, 'stories'>; watch: { id: string } },
  { joining = [], grown = [], ...fresh }: FreshStories,
  claims: NewStories['claims'],
): Promise<void> {
  await inParallel(joining, ([id, joined]) => stories.join(watch.id, id, joined));
  const all: NewStories = { ...fresh, stories: [...fresh.stories, ...grown], claims };
  if (Object.values<readonly unknown[]>({ ...all }).some(({ length }) => length > 0))
    await stories.putNew(watch.id, all);
}

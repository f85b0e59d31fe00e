import {
  type Finding,
  type Joined,
  publicationTime,
  type StoredFinding,
} from '../../domain/findings/finding.ts';
import {
  isClustered,
  similarityProfileOf,
  type SimilarityProfile,
} from '../../domain/stories/similarity-profile.ts';
import { openStories } from '../../domain/stories/open-stories.ts';
import type { OpenStory } from '../../domain/stories/open-story.ts';
import { queriedStems } from '../../domain/stories/article-words.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { singleFindingStory, type StoryRecord } from '../../domain/stories/story-record.ts';
import {
  readOpenStories,
  type WholeStory,
  mergeStories,
  readStories,
  relatedRecords,
  wholeStory,
} from './read-stories.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { assignStories, openStoriesNear, queueMerges } from '../../domain/stories/assign-stories.ts';
import {
  keyUntil,
  keptUntil,
  type StoryMemory,
  openCandidates,
  type StoryCandidates,
} from '../../domain/stories/story-candidates.ts';
import type { Ports } from '../ports/ports.ts';

/** The open stories of the watch, by id; undefined until the run has read them. */
export type KnownStories = ReadonlyMap<string, OpenStory> | undefined;

/** Findings of a watch that report one story, earliest first: the first of them causes the alert. */
export interface StoryGroup {
  whole: WholeStory;
  members: readonly StoredFinding[];
}

/** Findings by story, and the open stories with these findings, `changed` by them. */
export interface Grouped {
  groups: StoryGroup[];
  known: KnownStories;
  changed: readonly OpenStory[];
}

/** Groups findings into stories: those that the store holds, and new ones. */
export async function groupFindings(
  scope: FindingScope,
  found: readonly StoredFinding[],
  known: KnownStories,
): Promise<Grouped> {
  const inOrder = found.toSorted(byPublication);
  const assigned = await assign(scope, inOrder, known);
  const groups = new Map<string, { whole: WholeStory; members: StoredFinding[] }>();
  for (const member of inOrder) {
    const whole = assigned.stories.get(member.finding.fingerprint) ?? alone(member.finding);
    const group = groups.get(whole.story.id) ?? { whole, members: [] };
    const joined = assigned.joined.get(member.finding.fingerprint);
    group.members.push({ ...member, ...(joined && { joined }) });
    groups.set(whole.story.id, group);
  }
  return { groups: [...groups.values()], known: assigned.known, changed: assigned.changed };
}

async function assign(
  scope: FindingScope,
  inOrder: readonly StoredFinding[],
  known: KnownStories,
): Promise<Assigned> {
  const { ports, watch } = scope;
  const queried = queriedStems(watch);
  const profiles = inOrder
    .map(({ finding }) => finding)
    .filter(isClustered)
    .map((finding) => similarityProfileOf(finding, queried));
  if (profiles.length === 0) return { stories: new Map(), joined: new Map(), changed: [], known };
  const { storyMemory: memory, retention, stories: joining = 'normal' } = watch;
  const read = known ?? (await readOpenStories(scope, queried));
  return assignToStories(ports, profiles, {
    now: ports.clock.now(),
    memory,
    retention,
    joining,
    known: read,
    queried,
  });
}

/** Writes open stories, 25 a write. They help to find stories: what is lost with a crash makes no alert wrong. */
export async function writeOpenStories(
  { ports, watch }: Pick<FindingScope, 'ports' | 'watch'>,
  stories: readonly OpenStory[],
): Promise<void> {
  if (stories.length > 0) await ports.stories.putOpen(watch.id, stories);
}

/** An event or a record is a story of its own, which the store need not hold. */
function alone(finding: Finding): WholeStory {
  const story = singleFindingStory(finding);
  return { story, family: [story.id] };
}

function byPublication({ finding: a }: StoredFinding, { finding: b }: StoredFinding): number {
  return publicationTime(a) - publicationTime(b) || (a.fingerprint < b.fingerprint ? -1 : 1);
}

/** What the assignment depends on. */
interface Placing extends StoryMemory {
  known: ReadonlyMap<string, OpenStory>;
  queried?: ReadonlySet<string>;
}

/** The story of each finding by its fingerprint, and the open stories with these findings. */
interface Assigned {
  stories: ReadonlyMap<string, WholeStory>;
  joined: ReadonlyMap<string, Joined>;
  changed: readonly OpenStory[];
  known: KnownStories;
}

/**
 * Assigns findings to stories, in the order given. First the articles are written, then the similarity keys are claimed, in
 * sorted order and each only if it is free. Whoever finds a key taken reads it again: so of two that assign copies at the
 * same time, at least one sees the other and merges the two stories. Each step can be repeated, however far an earlier try
 * came.
 */
export async function assignToStories(
  ports: Pick<Ports, 'stories'>,
  marks: readonly SimilarityProfile[],
  placing: Placing,
): Promise<Assigned> {
  const candidates = await readCandidates(ports, marks, placing);
  assignStories(candidates, marks);
  await writeStories(ports, candidates);
  await claimKeys(ports, { candidates, marks });
  for (const pair of candidates.merges) await mergeStories(ports, pair);
  const { joined, open } = candidates;
  const changed = [...open.changed].flatMap((id) => open.stories.get(id) ?? []);
  return { stories: await storiesOf(ports, candidates), joined, changed, known: open.stories };
}

async function readCandidates(
  ports: Pick<Ports, 'stories'>,
  marks: readonly SimilarityProfile[],
  { known, queried, ...memory }: Placing,
): Promise<StoryCandidates> {
  const open = openStories([...known.values()], queried);
  const keys = marks.flatMap((one) => [...one.keys, one.fallbackKey]);
  const near = marks.flatMap((one) => openStoriesNear({ open, joining: memory.joining }, one));
  const { owners, records } = await readOwners(ports, [...new Set(keys)], near);
  return openCandidates({ owners, records, open }, memory);
}

/** The stories that own similarity keys, by key; their records and those of further stories. */
async function readOwners(
  ports: Pick<Ports, 'stories'>,
  keys: readonly string[],
  further: readonly string[] = [],
): Promise<Pick<StoryCandidates, 'owners' | 'records'>> {
  const owners = await ports.stories.keys(keys.toSorted());
  const ids = [...owners.values()].map(({ story }) => story);
  return { owners, records: await relatedRecords(ports, [...ids, ...further]) };
}

/** A finding that founded its story in an earlier try joins it now. */
async function writeStories({ stories }: Pick<Ports, 'stories'>, candidates: StoryCandidates): Promise<void> {
  const { now, records, created, additions } = candidates;
  const until = { seenAt: now, expiresAt: keptUntil(candidates) };
  await inParallel(created.values(), async (record) => {
    if (await stories.found(record)) return;
    const { signature: _founder, samples, articles } = record;
    keep(records, await stories.join(record.id, { articles, samples, ...until }));
  });
  await inParallel(additions, async ([id, added]) => {
    keep(records, await stories.join(id, { ...added, ...until }));
  });
}

function keep(records: Map<string, StoryRecord>, record: StoryRecord | undefined): void {
  if (record) records.set(record.id, record);
}

/** Claims the keys that are free; where somebody was faster, checks whether that is the same story. */
async function claimKeys(
  ports: Pick<Ports, 'stories'>,
  { candidates, marks }: { candidates: StoryCandidates; marks: readonly SimilarityProfile[] },
): Promise<void> {
  const { stories } = ports;
  const lost: string[] = [];
  const claims = [...candidates.claims.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  await inParallel(claims, async ({ key, story, previous: was }) => {
    if (!(await stories.claimKey(key, { story, until: keyUntil(candidates) }, was))) lost.push(key);
  });
  if (lost.length === 0) return;
  const { owners, records } = await readOwners(ports, lost);
  for (const [key, owner] of owners) candidates.owners.set(key, owner);
  for (const record of records.values()) candidates.records.set(record.id, record);
  for (const one of marks) {
    if ([...one.keys, one.fallbackKey].some((key) => owners.has(key))) queueMerges(candidates, one);
  }
}

/** The stories as they are now. What was merged, here or by another run, is read again. */
async function storiesOf(
  ports: Pick<Ports, 'stories'>,
  { assigned, records, merges }: StoryCandidates,
): Promise<Map<string, WholeStory>> {
  const ids = [...new Set(assigned.values())];
  const whole = new Map(
    ids.flatMap((id) => {
      const known = merges.length === 0 && isRead(records, id) ? wholeStory(records, id) : undefined;
      return known ? [[id, known] as const] : [];
    }),
  );
  const left = ids.filter((id) => !whole.has(id));
  const others = await readStories(ports, left);
  return new Map(
    Array.from(assigned, ([fingerprint, id]) => {
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

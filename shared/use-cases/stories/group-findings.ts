import type { Finding, StoredFinding } from '../../domain/findings/finding.ts';
import {
  signatureOfFinding,
  isClustered,
  similarityProfileOf,
  type SimilarityProfile,
} from '../../domain/stories/similarity-profile.ts';
import {
  emptyWordLog,
  withWords,
  type WordLog,
  queriedWords,
  usualWords,
  type UsualWords,
} from '../../domain/stories/usual-words.ts';
import { HOUR } from '../../domain/time/instant.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { singleFindingStory, type StoryRecord } from '../../domain/stories/story-record.ts';
import { type WholeStory, mergeStories, readStories, relatedRecords, wholeStory } from './read-stories.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { queueMerges, assignStories } from '../../domain/stories/assign-stories.ts';
import {
  keyUntil,
  keptUntil,
  type StoryMemory,
  openCandidates,
  type StoryCandidates,
} from '../../domain/stories/story-candidates.ts';
import type { Ports } from '../ports/ports.ts';

/** So many hours before now the watch is sampled: often within the day, rarely before it. */
const HOURS_BEFORE = [1, 2, 4, 8, 16, 24, 48, 72];
const SAMPLE = 12;

/** The words of what a watch found in its last days and in this run. */
export interface RecentWords {
  log: WordLog;
  /** Whether what was stored before this run is in it. */
  hasStored: boolean;
}

/** Nothing has been found yet, and nothing read. */
export function noWords(): RecentWords {
  return { log: emptyWordLog(), hasStored: false };
}

/** The words with those of further findings. */
export function addWords({ log, hasStored }: RecentWords, found: readonly Finding[]): RecentWords {
  const words = found.map((finding) => ({ signature: signatureOfFinding(finding), at: finding.indexedAt }));
  return { log: withWords(log, words), hasStored };
}

/** The words with those of what was stored before, read once in a run. */
async function readStoredWords(
  { ports, watch }: Pick<FindingScope, 'ports' | 'watch'>,
  recent: RecentWords,
): Promise<RecentWords> {
  if (recent.hasStored) return recent;
  const now = ports.clock.now();
  const instants = HOURS_BEFORE.map((hours) => now - hours * HOUR);
  const found = await ports.findings.foundFrom(watch.id, instants, SAMPLE);
  const stored = found.map(({ finding }) => finding);
  return { ...addWords(recent, stored), hasStored: true };
}

/** Findings of a watch that report one story, earliest first: the first of them causes the alert. */
export interface StoryGroup {
  whole: WholeStory;
  members: readonly StoredFinding[];
}

/** Findings by story, and the recent words, which may have been read on the way. */
interface Grouped {
  groups: StoryGroup[];
  recent: RecentWords;
}

/** Groups findings into stories: those that the store holds, and new ones. */
export async function groupFindings(
  scope: FindingScope,
  found: readonly StoredFinding[],
  recent: RecentWords,
): Promise<Grouped> {
  const inOrder = found.toSorted(byPublication);
  const assigned = await assign(scope, inOrder, recent);
  const groups = new Map<string, { whole: WholeStory; members: StoredFinding[] }>();
  for (const member of inOrder) {
    const whole = assigned.stories.get(member.finding.fingerprint) ?? alone(member.finding);
    const group = groups.get(whole.story.id) ?? { whole, members: [] };
    group.members.push(member);
    groups.set(whole.story.id, group);
  }
  return { groups: [...groups.values()], recent: assigned.recent };
}

async function assign(
  scope: FindingScope,
  inOrder: readonly StoredFinding[],
  recent: RecentWords,
): Promise<{ stories: ReadonlyMap<string, WholeStory>; recent: RecentWords }> {
  const profiles = inOrder
    .map(({ finding }) => finding)
    .filter(isClustered)
    .map(similarityProfileOf);
  if (profiles.length === 0) return { stories: new Map(), recent };
  const { ports, watch } = scope;
  const { storyMemory: memory, retention } = watch;
  let read = recent;
  const usual = async () => {
    read = await readStoredWords(scope, recent);
    return usualWords(read.log, queriedWords(watch));
  };
  const placing = { now: ports.clock.now(), memory, retention, usual };
  return { stories: await assignToStories(ports, profiles, placing), recent: read };
}

/** An event or a record is a story of its own, which the store need not hold. */
function alone(finding: Finding): WholeStory {
  const story = singleFindingStory(finding);
  return { story, family: [story.id] };
}

function byPublication({ finding: a }: StoredFinding, { finding: b }: StoredFinding): number {
  const left = a.publishedAt ?? a.indexedAt;
  const right = b.publishedAt ?? b.indexedAt;
  return left - right || (a.fingerprint < b.fingerprint ? -1 : 1);
}

/** What the assignment depends on. Which words are usual is read only when titles are compared. */
interface Placing extends Omit<StoryMemory, 'usual'> {
  usual: () => Promise<UsualWords>;
}

/**
 * Assigns findings to stories, in the order given, and returns the story of each by its fingerprint. First the articles are
 * written, then the similarity keys are claimed, in sorted order and each only if it is free. Whoever finds a key taken
 * reads it again: so of two that assign similar findings at the same time, at least one sees the other and merges the two
 * stories. Each step can be repeated, however far an earlier try came.
 */
export async function assignToStories(
  ports: Pick<Ports, 'stories'>,
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
  ports: Pick<Ports, 'stories'>,
  marks: readonly SimilarityProfile[],
  { usual, ...memory }: Placing,
): Promise<StoryCandidates> {
  const keys = marks.flatMap((one) => [...one.keys, ...one.adjacentKeys, one.fallbackKey]);
  const { owners, records } = await readOwners(ports, [...new Set(keys)]);
  const areCompared = marks.length > 1 || records.size > 0;
  return openCandidates({ owners, records }, { ...memory, usual: areCompared ? await usual() : new Map() });
}

/** The stories that own similarity keys, by key, and their records. */
async function readOwners(
  ports: Pick<Ports, 'stories'>,
  keys: readonly string[],
): Promise<Pick<StoryCandidates, 'owners' | 'records'>> {
  const owners = await ports.stories.keys(keys.toSorted());
  const ids = [...owners.values()].map(({ story }) => story);
  return { owners, records: await relatedRecords(ports, ids) };
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

import type { Headline } from './cluster-headlines.ts';
import { DAY, type Instant } from '../time/instant.ts';
import { similarity, SAME_STORY, type Signature } from './similarity.ts';
import type { UsualWords } from './usual-words.ts';
import type { SimilarityProfile } from './similarity-profile.ts';
import {
  MOST_STORY_ARTICLES,
  MOST_SAMPLES,
  type StoryArticle,
  storyArticleOf,
  addsNothing,
  type StoryRecord,
} from './story-record.ts';

// Where stories stand while some findings are placed: what was read of the store, with what is to be written laid over it.

/** How long stories are remembered and kept, in milliseconds; the time at which, and by whom, they are looked at. */
export interface StoryMemory {
  now: Instant;
  memory: number;
  retention: number;
  /** The words that say little, as the watch finds them everywhere. */
  usual: UsualWords;
}

/** A band to be taken: the story that shall stand there, and which stood there when it was read. */
export interface KeyClaim {
  key: string;
  story: string;
  was?: string;
}

/** What the placed findings add to a story that is in the store already. */
export interface Additions {
  prints: StoryArticle[];
  samples: Signature[];
}

export interface StoryCandidates extends StoryMemory {
  /** By band: the story that stands there, and until when the store keeps the band. */
  owners: Map<string, { story: string; until: Instant }>;
  /** Every story that a band leads to, with those that it was merged into or that it took in. */
  records: Map<string, StoryRecord>;
  /** Stories that the placed findings found, and what they add to others. */
  founded: Map<string, StoryRecord>;
  joined: Map<string, Additions>;
  taken: Map<string, KeyClaim>;
  /** By fingerprint: the story that a finding was placed into. */
  placed: Map<string, string>;
  /** Pairs of stories that tell the same: the larger id is merged into the smaller one. */
  meetings: [string, string][];
  merged: Map<string, string>;
  headlines: Map<string, Headline>;
}

export function openCandidates(
  read: Pick<StoryCandidates, 'owners' | 'records'>,
  memory: StoryMemory,
): StoryCandidates {
  return {
    ...read,
    ...memory,
    founded: new Map(),
    joined: new Map(),
    taken: new Map(),
    placed: new Map(),
    meetings: [],
    merged: new Map(),
    headlines: new Map(),
  };
}

/** The story that has this one now, by what is known here. Ids get smaller along the way, so that it ends. */
export function currentStoryId(
  { records, merged }: Pick<StoryCandidates, 'records' | 'merged'>,
  id: string,
): string {
  let root = id;
  for (;;) {
    const next = merged.get(root) ?? records.get(root)?.mergedInto;
    if (next === undefined || next >= root) return root;
    root = next;
  }
}

/** A story with all that it took in, by what is known here; itself first. */
export function withMergedIds(
  { records, merged }: Pick<StoryCandidates, 'records' | 'merged'>,
  id: string,
): string[] {
  const family = new Set([id]);
  for (const member of family) {
    for (const taken of records.get(member)?.absorbed ?? []) family.add(taken);
    for (const [loser, winner] of merged) if (winner === member) family.add(loser);
  }
  return [...family];
}

/** The remembered story that stands on a band. */
export function storyAtKey(candidates: StoryCandidates, key: string): string | undefined {
  const owner = candidates.owners.get(key);
  const record = owner && candidates.records.get(currentStoryId(candidates, owner.story));
  return record && candidates.now - record.seenAt <= candidates.memory ? record.id : undefined;
}

/** Whether a story, or one that it took in, holds an article. */
export function hasMember(
  candidates: StoryCandidates,
  { id, fingerprint }: { id: string; fingerprint: string },
): boolean {
  return withMergedIds(candidates, id).some((one) =>
    candidates.records.get(one)?.prints.some((print) => print.fingerprint === fingerprint),
  );
}

/** The remembered stories on the bands of a finding. */
export function storiesNear(
  candidates: StoryCandidates,
  { keys, adjacentKeys: near, fallbackKey: own }: SimilarityProfile,
): string[] {
  return [...new Set([...keys, ...near, own].flatMap((key) => storyAtKey(candidates, key) ?? []))];
}

/** What is known of a story and those that it took in, as a strand. */
export function headlineOfStory(candidates: StoryCandidates, id: string): Headline {
  const known = candidates.headlines.get(id);
  if (known) return known;
  const family = withMergedIds(candidates, id).flatMap((one) => candidates.records.get(one) ?? []);
  const times = family.flatMap(({ prints }) => prints.map(({ at }) => at));
  const headline: Headline = {
    signatures: family.flatMap(({ signature, samples }) => [signature, ...samples]),
    firstAt: times.reduce((a, b) => Math.min(a, b)),
    lastAt: times.reduce((a, b) => Math.max(a, b)),
    story: id,
  };
  candidates.headlines.set(id, headline);
  return headline;
}

/** Founds the story of a finding that is like no other. */
export function createStory(
  candidates: StoryCandidates,
  { newStoryId: founds, finding, signature }: SimilarityProfile,
): string {
  const { now } = candidates;
  const record: StoryRecord = {
    id: founds,
    title: finding.title,
    madeAt: now,
    seenAt: now,
    expiresAt: keptUntil(candidates),
    prints: [storyArticleOf(finding)],
    signature,
    samples: [],
    absorbed: [],
  };
  candidates.founded.set(founds, record);
  candidates.records.set(founds, record);
  return founds;
}

/** Notes that two stories tell the same. */
export function queueMerge(candidates: StoryCandidates, one: string, other: string): void {
  const [winner, loser] = [currentStoryId(candidates, one), currentStoryId(candidates, other)].toSorted();
  if (winner === undefined || loser === undefined || winner === loser) return;
  candidates.meetings.push([winner, loser]);
  candidates.merged.set(loser, winner);
  candidates.headlines.delete(winner);
}

/**
 * Adds a finding to a story. While the words of the story have not settled it is put on those bands of the finding on
 * which no remembered one stands; where none of them leads to it, on the finding's own.
 */
export function addArticle(candidates: StoryCandidates, id: string, marks: SimilarityProfile): void {
  const record = candidates.records.get(id);
  if (!record) return;
  const { finding, signature, keys, groupKey: group } = marks;
  const print = storyArticleOf(finding);
  const isMember = record.prints.some(({ fingerprint }) => fingerprint === print.fingerprint);
  const isFull = record.prints.length >= MOST_STORY_ARTICLES;
  const prints = isFull || addsNothing(record.prints, print) ? [] : [print];
  const isSettled = record.samples.length >= MOST_SAMPLES;
  const samples = isMember || isSettled || isCopyIn(record, signature) ? [] : [signature];
  if (prints.length + samples.length > 0 || candidates.now - record.seenAt >= DAY)
    add(candidates, record, { prints, samples });
  for (const key of keys) if (!isSettled || key === group) take(candidates, { band: key, story: id });
  if (!storiesNear(candidates, marks).includes(id)) take(candidates, { band: marks.fallbackKey, story: id });
}

/** Whether a story has a sample that is as good: copies say nothing more of its words. */
function isCopyIn({ signature, samples }: StoryRecord, copy: Signature): boolean {
  return [signature, ...samples].some((sample) => similarity(sample, copy) >= SAME_STORY);
}

function add(candidates: StoryCandidates, record: StoryRecord, { prints, samples }: Additions): void {
  const next = {
    ...record,
    prints: [...record.prints, ...prints],
    samples: [...record.samples, ...samples],
    seenAt: candidates.now,
  };
  candidates.records.set(record.id, next);
  candidates.headlines.delete(record.id);
  if (candidates.founded.has(record.id)) candidates.founded.set(record.id, next);
  else {
    const before = candidates.joined.get(record.id) ?? { prints: [], samples: [] };
    candidates.joined.set(record.id, {
      prints: [...before.prints, ...prints],
      samples: [...before.samples, ...samples],
    });
  }
}

/** Bands are kept for twice the memory, and renewed once they would not outlast it. */
function take(candidates: StoryCandidates, { band: key, story }: { band: string; story: string }): void {
  const owner = candidates.owners.get(key);
  const standing = storyAtKey(candidates, key);
  const isRenewal =
    standing === story && owner !== undefined && owner.until < candidates.now + candidates.memory;
  if (standing !== undefined && !isRenewal) return;
  candidates.taken.set(key, { key: key, story, ...(owner && { was: owner.story }) });
  candidates.owners.set(key, { story, until: keyUntil(candidates) });
}

export function keyUntil({ now, memory }: Pick<StoryMemory, 'now' | 'memory'>): Instant {
  return now + 2 * memory;
}

/** A story outlives its bands: whoever finds one finds the story. */
export function keptUntil({ now, memory, retention }: StoryMemory): Instant {
  return now + Math.max(retention, 3 * memory);
}

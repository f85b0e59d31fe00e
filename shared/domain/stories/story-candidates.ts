import type { Finding, Joined } from '../findings/finding.ts';
import { DAY, type Instant } from '../time/instant.ts';
import type { StoryJoining } from '../watches/watch.ts';
import { isMoreCentral, LEAST_HEADLINES } from './central-headline.ts';
import { similarity, SAME_STORY, type Signature } from './similarity.ts';
import type { DecidedStories } from './decided-stories.ts';
import type { OpenStories } from './open-stories.ts';
import type { SimilarityProfile } from './similarity-profile.ts';
import {
  MOST_STORY_ARTICLES,
  MOST_SAMPLES,
  type StoryArticle,
  storyArticleOf,
  addsNothing,
  currentStoryId,
  withMergedIds,
  type StoryRecord,
} from './story-record.ts';

// Stories while findings are assigned: what was read from the store, overlaid with what is to be written.

/** The time of the assignment, how long stories are remembered and kept, in milliseconds, and how readily articles join. */
export interface StoryMemory {
  now: Instant;
  joining: StoryJoining;
  memory: number;
  retention: number;
}

/** A similarity key to put for a story. */
interface KeyClaim {
  key: string;
  story: string;
}

/** What the assigned findings add to a stored story. */
interface Additions {
  articles: StoryArticle[];
  samples: Signature[];
  /** A headline that is more central to the story than its title. */
  title?: string;
}

/** The story that a finding is put into, and why; without a reason if the finding began it or has been in it. */
export interface Home {
  id: string;
  joined?: Joined;
}

export interface StoryCandidates extends StoryMemory {
  /** The open stories of the watch, and those that the assigned findings open. */
  open: OpenStories;
  /** By similarity key: the story that owns it, and until when the store keeps the key. */
  owners: Map<string, { story: string; until: Instant }>;
  /** Every story that owns a key or is open and likely, with the stories that it was merged into or that were merged into it. */
  records: Map<string, StoryRecord>;
  /** Stories that the assigned findings create, and what they add to others. */
  created: Map<string, StoryRecord>;
  additions: Map<string, Additions>;
  claims: Map<string, KeyClaim>;
  /** By fingerprint: the story that a finding was assigned to. */
  assigned: Map<string, string>;
  /** By fingerprint: why a finding was put into a story that there was. */
  joined: Map<string, Joined>;
  /** By story: its articles of which findings may be the next part of a series. */
  earlier: ReadonlyMap<string, readonly Finding[]>;
  /** What was decided when an earlier try began the part (repeat-decision.ts). */
  decided?: DecidedStories | undefined;
  /** Pairs of stories to merge: the second, which began later, into the first (story-merges.ts). */
  merges: [string, string][];
  merged: Map<string, string>;
}

export function openCandidates(
  read: Pick<StoryCandidates, 'owners' | 'records' | 'open'> &
    Partial<Pick<StoryCandidates, 'earlier' | 'decided'>>,
  memory: StoryMemory,
): StoryCandidates {
  return {
    earlier: new Map(),
    ...read,
    ...memory,
    created: new Map(),
    additions: new Map(),
    claims: new Map(),
    assigned: new Map(),
    joined: new Map(),
    merges: [],
    merged: new Map(),
  };
}

/** The story that owns a similarity key, if it is still remembered. */
export function storyAtKey(candidates: StoryCandidates, key: string): string | undefined {
  const owner = candidates.owners.get(key);
  const id = owner && currentStoryId(candidates, owner.story);
  return id !== undefined && isRemembered(candidates, id) ? id : undefined;
}

/** Whether the store has a story, and one of its articles was found within the memory. */
export function isRemembered({ records, now, memory }: StoryCandidates, id: string): boolean {
  const record = records.get(id);
  return record !== undefined && now - record.seenAt <= memory;
}

/** Which story, of one and those that were merged into it, lists an article; undefined if none does. */
export function listingStory(
  candidates: Pick<StoryCandidates, 'records' | 'merged'>,
  { id, fingerprint }: { id: string; fingerprint: string },
): string | undefined {
  return withMergedIds(candidates, id).find((one) => lists(candidates, { id: one, fingerprint }));
}

/** Whether a story itself lists an article. */
export function lists(
  { records }: Pick<StoryCandidates, 'records'>,
  { id, fingerprint }: { id: string; fingerprint: string },
): boolean {
  return records.get(id)?.articles.some((article) => article.fingerprint === fingerprint) ?? false;
}

/** The remembered stories that own one of the keys that a finding's copies share. */
export function storiesNear(
  candidates: StoryCandidates,
  { keys, fallbackKey: own }: SimilarityProfile,
): string[] {
  return [...new Set([...keys, own].flatMap((key) => storyAtKey(candidates, key) ?? []))];
}

/** The signatures of a story and of those that were merged into it. */
export function signaturesOfStory(candidates: StoryCandidates, id: string): Signature[] {
  const records = withMergedIds(candidates, id).flatMap((one) => candidates.records.get(one) ?? []);
  return records.flatMap(({ signature, samples }) => [signature, ...samples]);
}

/** Creates the story of a finding that is similar to no other. Returns its id. */
export function createStory(
  candidates: StoryCandidates,
  { newStoryId: id, finding, signature }: SimilarityProfile,
): string {
  const { now } = candidates;
  const record: StoryRecord = {
    id,
    title: finding.title,
    madeAt: now,
    seenAt: now,
    expiresAt: keptUntil(candidates),
    articles: [storyArticleOf(finding)],
    signature,
    samples: [],
    absorbed: [],
  };
  candidates.created.set(id, record);
  candidates.records.set(id, record);
  return id;
}

/**
 * Adds a finding to a story. Until the story has all its samples, it claims the finding's keys that no remembered story
 * owns. If it owns none of them, it claims the fallback key.
 */
export function addArticle(candidates: StoryCandidates, id: string, profile: SimilarityProfile): void {
  const record = candidates.records.get(id);
  if (!record) return;
  const { finding, signature, newKeys, groupKey } = profile;
  const article = storyArticleOf(finding);
  const isMember = record.articles.some(({ fingerprint }) => fingerprint === article.fingerprint);
  const isFull = record.articles.length >= MOST_STORY_ARTICLES;
  const articles = isFull || addsNothing(record.articles, article) ? [] : [article];
  const hasAllSamples = record.samples.length >= MOST_SAMPLES;
  const samples = isMember || hasAllSamples || hasCopy(record, signature) ? [] : [signature];
  if (articles.length + samples.length > 0 || candidates.now - record.seenAt >= DAY)
    extend(candidates, record, { articles, samples });
  for (const key of newKeys) if (!hasAllSamples || key === groupKey) claim(candidates, { key, story: id });
  if (!storiesNear(candidates, profile).includes(id))
    claim(candidates, { key: profile.fallbackKey, story: id });
}

/** Whether a story already has a copy of a sample: another one says nothing new about its words. */
function hasCopy({ signature, samples }: StoryRecord, copy: Signature): boolean {
  return [signature, ...samples].some((sample) => similarity(sample, copy) >= SAME_STORY);
}

function extend(candidates: StoryCandidates, record: StoryRecord, { articles, samples }: Additions): void {
  const next = {
    ...record,
    articles: [...record.articles, ...articles],
    samples: [...record.samples, ...samples],
    seenAt: candidates.now,
  };
  candidates.records.set(record.id, next);
  if (candidates.created.has(record.id)) candidates.created.set(record.id, next);
  else {
    const before = candidates.additions.get(record.id) ?? { articles: [], samples: [] };
    candidates.additions.set(record.id, {
      ...before,
      articles: [...before.articles, ...articles],
      samples: [...before.samples, ...samples],
    });
  }
}

/** Names a story that is written anyway after a title that is more central to it (central-headline.ts). */
export function renameStory(candidates: StoryCandidates, id: string, title: string): void {
  const { records, created, additions, open } = candidates;
  const [record, story, added] = [records.get(id), open.stories.get(id), additions.get(id)];
  if (!record || !story || story.headlines.length < LEAST_HEADLINES) return;
  if (!added && !created.has(id)) return;
  if (!isMoreCentral(title, { named: record.title, story, queried: open.queried })) return;
  const renamed = { ...record, title };
  records.set(id, renamed);
  if (added) additions.set(id, { ...added, title });
  else created.set(id, renamed);
}

/** Claims a key that no remembered story owns. Keys are kept for twice the memory, and renewed after half of that. */
function claim(candidates: StoryCandidates, { key, story }: { key: string; story: string }): void {
  const owner = candidates.owners.get(key);
  const current = storyAtKey(candidates, key);
  const isRenewal =
    current === story && owner !== undefined && owner.until < candidates.now + candidates.memory;
  if (current !== undefined && !isRenewal) return;
  candidates.claims.set(key, { key, story });
  candidates.owners.set(key, { story, until: keyUntil(candidates) });
}

/** Until when the store keeps a key that is claimed now. */
export function keyUntil({ now, memory }: Pick<StoryMemory, 'now' | 'memory'>): Instant {
  return now + 2 * memory;
}

/** A story is kept longer than its keys, so that every key leads to a story. */
export function keptUntil({ now, memory, retention }: StoryMemory): Instant {
  return now + Math.max(retention, 3 * memory);
}

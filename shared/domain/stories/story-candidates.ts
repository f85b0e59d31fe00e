import type { Finding, Joined } from '../findings/finding.ts';
import { DAY, type Instant } from '../time/instant.ts';
import type { StoryJoining } from '../watches/watch.ts';
import { isMoreCentral, LEAST_HEADLINES } from './central-headline.ts';
import { type OpenStories, openStories } from './open-stories.ts';
import type { OpenStory } from './open-story.ts';
import { SAME_STORY, type Signature, similarity } from './similarity.ts';
import type { SimilarityProfile } from './similarity-profile.ts';
import {
  addsNothing,
  MOST_SAMPLES,
  MOST_STORY_ARTICLES,
  type StoryArticle,
  storyArticleOf,
  type StoryRecord,
} from './story-record.ts';

// The stories of a space while findings are assigned: what was read from the store, overlaid with what is to be written.

/** A key by which copies are found, with the story that owns it. */
export interface CopyKey {
  key: string;
  story: string;
  /** When the store may forget it; it is renewed while its story is seen. */
  until: Instant;
}

/** What is known of the stories of a space. It lasts from part to part, while one holder of the lease decides. */
export interface KnownStories {
  space: string;
  open: OpenStories;
  /** By key: who owns it; undefined for one that was read and belongs to nobody. */
  owners: Map<string, CopyKey | undefined>;
  /** By id; undefined for one that was read and does not exist. */
  records: Map<string, StoryRecord | undefined>;
}

/** Nothing but the open stories of a space. */
export function knownStories(space: string, open: readonly OpenStory[]): KnownStories {
  return { space, open: openStories(open), owners: new Map(), records: new Map() };
}

/** The time of the assignment, how long stories are remembered and kept, in milliseconds, and how readily articles join. */
export interface StoryMemory {
  now: Instant;
  joining: StoryJoining;
  memory: number;
  retention: number;
}

/** The story that a finding is put into, and why; without a reason if the finding began it or has been in it. */
export interface Home {
  id: string;
  joined?: Joined;
}

/** The stories of a space while the findings of a part are assigned to them. */
export interface StoryCandidates extends KnownStories, StoryMemory {
  /** The watch that found them. */
  watchId: string;
  /** By fingerprint: the story that a finding was assigned to, and why it was put into one that there was. */
  assigned: Map<string, Home>;
  /** The ids of the stories, and the keys, that are to be written. */
  changed: Set<string>;
  claimed: Set<string>;
  /** By story: its articles of which findings may be the next part of a series. */
  earlier: ReadonlyMap<string, readonly Finding[]>;
}

/** Begins a part on what is known. What it changes of the known stories stays there. */
export function openCandidates(
  known: KnownStories,
  given: StoryMemory & Pick<StoryCandidates, 'watchId'> & Partial<Pick<StoryCandidates, 'earlier'>>,
): StoryCandidates {
  return {
    earlier: new Map(),
    ...known,
    ...given,
    assigned: new Map(),
    changed: new Set(),
    claimed: new Set(),
  };
}

/** The story that owns a key, if it is still remembered. */
export function storyAtKey(candidates: StoryCandidates, key: string): string | undefined {
  const id = candidates.owners.get(key)?.story;
  return id !== undefined && isRemembered(candidates, id) ? id : undefined;
}

/** Whether the store has a story, and one of its articles was found within the memory. */
export function isRemembered({ records, now, memory }: StoryCandidates, id: string): boolean {
  const record = records.get(id);
  return record !== undefined && now - record.seenAt <= memory;
}

/** Whether a story lists an article. */
export function lists(
  { records }: Pick<StoryCandidates, 'records'>,
  { id, fingerprint }: { id: string; fingerprint: string },
): boolean {
  return records.get(id)?.articles.some((article) => article.fingerprint === fingerprint) ?? false;
}

/** The remembered stories that own one of the keys of a finding. */
export function storiesNear(candidates: StoryCandidates, { keys }: SimilarityProfile): string[] {
  return [...new Set(keys.flatMap((key) => storyAtKey(candidates, key) ?? []))];
}

/** The signatures of a story. */
export function signaturesOfStory({ records }: StoryCandidates, id: string): Signature[] {
  const record = records.get(id);
  return record ? [record.signature, ...record.samples] : [];
}

/** Begins a story with a finding that is similar to no other; it has no article yet. */
export function beginStory(
  candidates: StoryCandidates,
  id: string,
  { finding, signature }: Pick<SimilarityProfile, 'finding' | 'signature'>,
): void {
  const { now, space, records, changed } = candidates;
  records.set(id, {
    id,
    space,
    title: finding.title,
    madeAt: now,
    seenAt: now,
    expiresAt: keptUntil(candidates),
    articles: [],
    watches: [],
    notices: {},
    signature,
    samples: [],
  });
  changed.add(id);
}

/** Adds a finding to a story. Until the story has all its samples, it claims the finding's keys that no remembered story owns. */
export function addArticle(
  candidates: StoryCandidates,
  id: string,
  {
    finding,
    signature,
    keys,
    groupKey,
  }: Pick<SimilarityProfile, 'finding' | 'signature' | 'keys' | 'groupKey'>,
): void {
  const { records, changed, now, watchId } = candidates;
  const record = records.get(id);
  if (!record) return;
  const article = storyArticleOf(finding);
  const isMember = record.articles.some(({ fingerprint }) => fingerprint === article.fingerprint);
  const hasAllSamples = record.samples.length >= MOST_SAMPLES;
  const articles = withArticle(record.articles, article);
  const isNewSample = !isMember && !hasAllSamples && !hasCopy(record, signature);
  const isNewWatch = !record.watches.includes(watchId);
  if (articles !== record.articles || isNewSample || isNewWatch || now - record.seenAt >= DAY) {
    records.set(id, {
      ...record,
      articles,
      samples: isNewSample ? [...record.samples, signature] : record.samples,
      watches: isNewWatch ? [...record.watches, watchId] : record.watches,
      seenAt: now,
      expiresAt: Math.max(record.expiresAt, keptUntil(candidates)),
    });
    changed.add(id);
  }
  for (const key of keys) if (!hasAllSamples || key === groupKey) claim(candidates, { key, story: id });
}

/** The articles with one more, in place of what was known of it; the same list where it says nothing new. */
function withArticle(known: readonly StoryArticle[], article: StoryArticle): readonly StoryArticle[] {
  if (addsNothing(known, article)) return known;
  const others = known.filter(({ fingerprint }) => fingerprint !== article.fingerprint);
  return others.length >= MOST_STORY_ARTICLES ? known : [...others, article];
}

/** Whether a story already has a copy of a sample: another one says nothing new about its words. */
export function hasCopy({ signature, samples, articles }: StoryRecord, copy: Signature): boolean {
  return (
    articles.length === 0 || [signature, ...samples].some((sample) => similarity(sample, copy) >= SAME_STORY)
  );
}

/** Names a story that is written anyway after a title that is more central to it (central-headline.ts). */
export function renameStory({ records, changed, open }: StoryCandidates, id: string, title: string): void {
  const [record, story] = [records.get(id), open.stories.get(id)];
  if (!record || !story || story.headlines.length < LEAST_HEADLINES || !changed.has(id)) return;
  if (isMoreCentral(title, { named: record.title, story, queried: open.queried }))
    records.set(id, { ...record, title });
}

/** Claims a key that no remembered story owns. Keys are kept for twice the memory, and renewed after half of that. */
function claim(candidates: StoryCandidates, { key, story }: { key: string; story: string }): void {
  const { owners, now, memory, claimed } = candidates;
  const owner = owners.get(key);
  const current = storyAtKey(candidates, key);
  if (current !== undefined && !(current === story && owner !== undefined && owner.until < now + memory))
    return;
  owners.set(key, { key, story, until: now + 2 * memory });
  claimed.add(key);
}

/** A story is kept longer than its keys, so that every key leads to a story. */
export function keptUntil({ now, memory, retention }: StoryMemory): Instant {
  return now + Math.max(retention, 3 * memory);
}

import { saysTitle } from './article-words.ts';
import type { Finding } from '../findings/finding.ts';
import { defined } from '../lib/fields.ts';
import { DAY, type Instant } from '../time/instant.ts';
import type { StoryJoining } from '../watches/watch.ts';
import { clustersOf, isMoreCentral, LEAST_HEADLINES } from './cluster-articles.ts';
import { type Article, JOIN } from './join-rule.ts';
import {
  addToStory,
  isOtherEvent,
  likelyStories,
  type OpenStories,
  openStories,
  openStoriesNear,
} from './open-stories.ts';
import type { OpenStory } from './open-story.ts';
import { SAME_STORY, type Signature, similarity, textSimilarity } from './similarity.ts';
import {
  addsNothing,
  MOST_SAMPLES,
  MOST_STORY_ARTICLES,
  type StoryArticle,
  storyArticleOf,
  type StoryRecord,
} from './story.ts';
import {
  hasWholeTextOf,
  type Home,
  isEditedTitle,
  isNextPart,
  isTextOfTitle,
  reasonOf,
  SAME_TEXT,
  type SimilarityProfile,
} from './similarity-profile.ts';

/**
 * Assigns findings to stories: each to the story that has it already, or else to the story of the service's group of
 * near-copies, or else to the story of which it is a copy. The others are clustered (cluster-articles.ts). A cluster
 * joins the open story to which its articles most likely belong (join-rule.ts), or else begins one.
 */
export function assignStories(candidates: StoryCandidates, profiles: readonly SimilarityProfile[]): void {
  const left = profiles.filter((profile) => {
    const home =
      storyWith(candidates, profile) ??
      storyOfGroup(candidates, profile) ??
      storyOfCopies(candidates, profile);
    if (home) assignTo(candidates, profile, home);
    return !home;
  });
  const clusters = left.length > 1 ? clustersOf(left, candidates.open) : [left];
  for (const cluster of clusters) {
    const [first] = cluster;
    if (!first) continue;
    const likely = likeliest(candidates, cluster);
    const id = likely?.id ?? first.newStoryId;
    for (const profile of cluster) {
      const story = candidates.open.stories.get(id);
      const joined =
        profile === first && !likely ? undefined : reasonOf(profile, { story, odds: likely?.odds });
      assignTo(candidates, profile, storyOfGroup(candidates, profile) ?? defined<Home>({ id, joined }));
    }
  }
}

/**
 * Assigns findings of a part to the stories that an earlier try decided, in the same order, however much of it was
 * written.
 */
export function assignAsDecided(
  candidates: StoryCandidates,
  profiles: readonly SimilarityProfile[],
  decided: ReadonlyMap<string, Home>,
): void {
  const byId = new Map(profiles.map((profile) => [profile.finding.fingerprint, profile]));
  for (const [fingerprint, home] of decided) {
    const profile = byId.get(fingerprint);
    if (profile) assignTo(candidates, profile, home);
  }
}

function assignTo(candidates: StoryCandidates, profile: SimilarityProfile, home: Home): void {
  const { id } = home;
  const { finding, article } = profile;
  if (!candidates.records.get(id)) beginStory(candidates, id, profile);
  candidates.assigned.set(finding.fingerprint, home);
  addArticle(candidates, id, profile);
  addToStory(candidates.open, id, article);
  renameStory(candidates, id, finding.title);
}

/** The story that has the finding already: another watch of the space has found it. */
function storyWith(candidates: StoryCandidates, profile: SimilarityProfile): Home | undefined {
  const { fingerprint } = profile.finding;
  const id = comparedWith(candidates, profile).find((one) => lists(candidates, { id: one, fingerprint }));
  return id === undefined ? undefined : { id };
}

function storyOfGroup(candidates: StoryCandidates, { groupKey }: SimilarityProfile): Home | undefined {
  const id = groupKey === undefined ? undefined : storyAtKey(candidates, groupKey);
  return id === undefined ? undefined : { id, joined: { by: 'group' } };
}

/**
 * The stories that a finding is compared with: those that have a key of it, and the open ones that are like it, since
 * an edited title has another key.
 */
function comparedWith(candidates: StoryCandidates, profile: SimilarityProfile): string[] {
  const open = openStoriesNear(candidates, profile).filter((id) => isRemembered(candidates, id));
  return [...new Set([...storiesNear(candidates, profile), ...open])];
}

/**
 * The stories of which a finding is a copy by its title and text, the most similar first; of equal ones the smallest
 * id first.
 */
function copiedStories(candidates: StoryCandidates, profile: SimilarityProfile): string[] {
  return ranked(candidates, { profile, least: SAME_STORY }, similarity);
}

/**
 * The story of which a finding is a copy, by its title or its text. Titles that name other things are no copies,
 * however alike they are made, unless one only adds to the other, or both have one text that says them.
 */
function storyOfCopies(candidates: StoryCandidates, profile: SimilarityProfile): Home | undefined {
  const isOther = (id: string) =>
    isOtherEvent(candidates.open, profile.article, id) && !hasWholeText(candidates, profile, id);
  const hasEdited = (id: string) =>
    signaturesOfStory(candidates, id).some((other) => isEditedTitle(profile.signature, other));
  const byTitle = copiedStories(candidates, profile)
    .filter((id) => !isNextPartOf(candidates, profile, id))
    .find((id) => hasEdited(id) || !isOther(id));
  const id = byTitle ?? reprintedStories(candidates, profile).find((one) => !isOther(one));
  return id === undefined ? undefined : { id, joined: { by: 'copy' } };
}

/**
 * The stories that have the text of a finding, under whatever title. The text says what the finding's title says, or
 * another outlet had it before under a title of which it says so.
 */
function reprintedStories(candidates: StoryCandidates, profile: SimilarityProfile): string[] {
  const alike = ranked(candidates, { profile, least: SAME_TEXT }, textSimilarity);
  if (alike.length === 0 || isTextOfTitle(profile)) return alike;
  const { snippet, outlet } = profile.finding;
  return alike
    .flatMap((id) => candidates.records.get(id) ?? [])
    .filter(({ title, articles }) => isOfOthers(articles, outlet?.domain) && saysTitle(snippet, title))
    .map(({ id }) => id);
}

function isOfOthers(articles: readonly StoryArticle[], domain: string | undefined): boolean {
  return domain !== undefined && articles.every((article) => article.domain !== domain);
}

function hasWholeText(candidates: StoryCandidates, profile: SimilarityProfile, id: string): boolean {
  const { title = '' } = candidates.records.get(id) ?? {};
  const others = signaturesOfStory(candidates, id).filter((signature) => signature !== profile.signature);
  return others.some((signature) => hasWholeTextOf(profile, { title, signature }));
}

/** Stories with an article at least so similar, the most similar first; of equal ones the smallest id first. */
function ranked(
  candidates: StoryCandidates,
  { profile, least }: { profile: SimilarityProfile; least: number },
  compare: typeof similarity,
): string[] {
  const scores = comparedWith(candidates, profile).map((id) => {
    const others = signaturesOfStory(candidates, id);
    return { id, score: Math.max(...others.map((other) => compare(profile.signature, other))) };
  });
  return scores
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

/** Of a cluster no article counts for more, or against more, than these odds. */
const ODDS = { least: -2, most: 20 };

/** The open story to which the findings of a cluster most likely belong, if to any that the store still has. */
function likeliest(
  candidates: StoryCandidates,
  cluster: readonly SimilarityProfile[],
): { id: string; odds: number } | undefined {
  const { joining } = candidates;
  const above = new Map<string, number>();
  for (const { article } of cluster) {
    for (const [id, odds] of bestOdds(candidates, article))
      above.set(id, (above.get(id) ?? 0) + odds - ODDS.least);
  }
  const likely = Array.from(above, ([id, sum]) => ({ id, odds: sum / cluster.length + ODDS.least }));
  return likely
    .filter(({ id, odds }) => odds >= JOIN[joining] && isRemembered(candidates, id))
    .filter(({ id }) => !cluster.some((profile) => isNextPartOf(candidates, profile, id)))
    .toSorted((a, b) => b.odds - a.odds || (a.id < b.id ? -1 : 1))[0];
}

/** The odds of an article for each story, none above the most. */
function bestOdds({ open }: StoryCandidates, article: Article): Map<string, number> {
  const likely = likelyStories(open, article, { least: ODDS.least, most: Infinity });
  return new Map(likely.map(({ id, odds }) => [id, Math.min(odds, ODDS.most)]));
}

/** Whether a finding is the next part of the series that a story is a part of. */
function isNextPartOf(candidates: StoryCandidates, profile: SimilarityProfile, id: string): boolean {
  const earlier = candidates.earlier.get(id) ?? [];
  return earlier.length > 0 && isNextPart(profile, earlier);
}

// The stories of a space while findings are assigned: what was read, overlaid with what is to be written.

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

/** When it is assigned, how long stories are remembered and kept, in milliseconds, and how readily articles join. */
interface StoryMemory {
  now: Instant;
  joining: StoryJoining;
  memory: number;
  retention: number;
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
function storyAtKey(candidates: StoryCandidates, key: string): string | undefined {
  const id = candidates.owners.get(key)?.story;
  return id !== undefined && isRemembered(candidates, id) ? id : undefined;
}

/** Whether the store has a story, and one of its articles was found within the memory. */
function isRemembered({ records, now, memory }: StoryCandidates, id: string): boolean {
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
function signaturesOfStory({ records }: StoryCandidates, id: string): Signature[] {
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

/**
 * Adds a finding to a story. Until the story has all its samples, it claims the finding's keys that no remembered
 * story owns.
 */
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

/** Names a story that is written anyway after a title that is more central to it (cluster-articles.ts). */
function renameStory({ records, changed, open }: StoryCandidates, id: string, title: string): void {
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

import type { StoredFinding } from '../findings/finding.ts';
import type { Joined } from '../findings/newness.ts';
import { DAY, type Instant } from '../time/instant.ts';
import type { StoryJoining } from '../watches/watch.ts';
import { copyKeysOf, isOfTitle, isUnsaid, soughtBy } from './copy-keys.ts';
import { type Article, articleOf, isMoreCentral, type OpenStory } from './open-story.ts';
import {
  addToStory,
  isOfSamePattern,
  type LikeStory,
  likestStory,
  type OpenStories,
  openStories,
  weightOf,
} from './open-stories.ts';
import {
  addsNothing,
  MOST_STORY_ARTICLES,
  type StoryArticle,
  storyArticleOf,
  storyIdOf,
  type StoryRecord,
} from './story.ts';
import { termsIn } from './terms.ts';

/** The story that a finding is put into, and why; without a reason if the finding began it or has been in it. */
export interface Home {
  id: string;
  joined?: Joined;
}

/** What is needed to find the story of a finding. */
export interface Profile {
  found: StoredFinding;
  /** The id of the story that it begins when it belongs to no other. */
  newStoryId: string;
  article: Article;
  /** The keys by which it is found to be a copy: of its title, its text and the service's group of near-copies. */
  keys: readonly string[];
  /** Those by which its copies are found. */
  claims: readonly string[];
}

/** The profile of a finding in a space. */
export function profileOf(found: StoredFinding, space: string): Profile {
  const keys = keysOf(found);
  return {
    found,
    newStoryId: storyIdOf(space, found),
    article: articleOf(found.finding),
    keys: keys.map(soughtBy),
    claims: keys.filter((key) => !isUnsaid(key)),
  };
}

const GROUP = 'g-';

/** The keys that copies of a finding share. */
export function keysOf({
  finding: { copies, title, snippet, duplicateGroup },
}: Pick<StoredFinding, 'finding'>): string[] {
  const group = duplicateGroup === undefined ? [] : [`${GROUP}${duplicateGroup}`];
  return [...group, ...(copies ?? copyKeysOf(title, snippet))];
}

/**
 * Whether a finding is grouped with others. An event is a story of its own: the service has grouped its articles, and
 * two events may have the same title.
 */
export function isGrouped({ finding: { type } }: Pick<StoredFinding, 'finding'>): boolean {
  return type !== 'event';
}

/**
 * Assigns findings to stories, in their order: each to the story that has it already, or else to the story that has a
 * copy of it, or else to the open story that it is like (open-stories.ts). Others begin a story.
 */
export function assignStories(candidates: StoryCandidates, profiles: readonly Profile[]): void {
  for (const profile of profiles) assignTo(candidates, profile, homeOf(candidates, profile));
}

/**
 * Assigns findings of a part to the stories that an earlier try decided, in the same order, however much of it was
 * written.
 */
export function assignAsDecided(
  candidates: StoryCandidates,
  profiles: readonly Profile[],
  decided: ReadonlyMap<string, Home>,
): void {
  const byId = new Map(profiles.map((profile) => [profile.found.finding.fingerprint, profile]));
  for (const [fingerprint, home] of decided) {
    const profile = byId.get(fingerprint);
    if (profile) assignTo(candidates, profile, home);
  }
}

function homeOf(candidates: StoryCandidates, profile: Profile): Home {
  if (!isGrouped(profile.found)) return { id: profile.newStoryId };
  const { article, keys, newStoryId } = profile;
  const { open, width } = candidates;
  const owning = [...new Set(keys.flatMap((key) => storyAtKey(candidates, key) ?? []))];
  const like = likestStory(open, article, { width, among: (id) => isRemembered(candidates, id) });
  const near = [...owning, ...(like ? [like.story.id] : [])];
  const known = near.find((id) => lists(candidates, { id, fingerprint: article.fingerprint }));
  if (known !== undefined) return { id: known };
  const copied = keys.find((key) => {
    const id = storyAtKey(candidates, key);
    return id !== undefined && (!isOfTitle(key) || !isNextPart(candidates, article, id));
  });
  if (copied !== undefined)
    return {
      id: storyAtKey(candidates, copied) ?? newStoryId,
      joined: { by: copied.startsWith(GROUP) ? 'group' : 'copy' },
    };
  if (like && like.likeness >= 1) return { id: like.story.id, joined: joinedBy(candidates, profile, like) };
  return { id: newStoryId };
}

/** Whether an article is the next part of a series that its outlet prints under one title. */
function isNextPart({ open, records }: StoryCandidates, article: Article, id: string): boolean {
  const headlines = open.stories.get(id)?.headlines ?? [];
  if (headlines.some((one) => isOfSamePattern(article, one))) return true;
  const [latest, ...others] = (records.get(id)?.articles ?? []).filter(
    ({ domain }) => domain === article.outlet,
  );
  return (
    headlines.length === 0 &&
    latest !== undefined &&
    [latest, ...others].every(({ at }) => isOfSamePattern(article, { ...article, at }))
  );
}

/** So many words are kept of those by which an article joined a story, and odds up to so many. */
const SHOWN = { words: 5, odds: 1_000 };

/** The words of a title that the titles of its story have, too, the weightiest first. */
function joinedBy(
  { open }: StoryCandidates,
  { found: { finding } }: Profile,
  { story, likeness }: LikeStory,
): Joined {
  const shared = new Map<string, { word: string; weight: number }>();
  for (const { term, word } of termsIn(finding.translation?.title ?? finding.title))
    if (story.title.has(term)) shared.set(term, { word, weight: rounded(weightOf(open, term)) });
  const words = [...shared.values()].toSorted((a, b) => b.weight - a.weight).slice(0, SHOWN.words);
  return { by: 'words', words, likeness: rounded(Math.min(likeness, SHOWN.odds)) };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

function assignTo(candidates: StoryCandidates, profile: Profile, home: Home): void {
  const { id } = home;
  const { found, article } = profile;
  if (!candidates.records.get(id)) beginStory(candidates, id, found.finding.title);
  candidates.assigned.set(article.fingerprint, home);
  addArticle(candidates, id, profile);
  if (!isGrouped(found)) return;
  addToStory(candidates.open, article, { id });
  renameStory(candidates, id, found.finding.title);
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

/** When it is assigned, how long stories are remembered and kept, in milliseconds, and how wide they are. */
interface StoryMemory {
  now: Instant;
  width: StoryJoining;
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
}

/** Begins a part on what is known. What it changes of the known stories stays there. */
export function openCandidates(
  known: KnownStories,
  given: StoryMemory & Pick<StoryCandidates, 'watchId'>,
): StoryCandidates {
  return { ...known, ...given, assigned: new Map(), changed: new Set(), claimed: new Set() };
}

/** The story that owns a key, if it is still remembered. */
function storyAtKey(candidates: StoryCandidates, key: string): string | undefined {
  const id = candidates.owners.get(key)?.story;
  return id !== undefined && isRemembered(candidates, id) ? id : undefined;
}

/** Whether the store has a story, as far as is known, and one of its articles was found within the memory. */
function isRemembered({ records, now, memory }: StoryCandidates, id: string): boolean {
  const record = records.get(id);
  return record !== undefined && now - record.seenAt <= memory;
}

/** Whether a story lists an article. */
function lists(
  { records }: Pick<StoryCandidates, 'records'>,
  { id, fingerprint }: { id: string; fingerprint: string },
): boolean {
  return records.get(id)?.articles.some((article) => article.fingerprint === fingerprint) ?? false;
}

/** Begins a story; it has no article yet. */
function beginStory(candidates: StoryCandidates, id: string, title: string): void {
  const { now, space, records, changed } = candidates;
  const times = { madeAt: now, seenAt: now, expiresAt: keptUntil(candidates) };
  records.set(id, { id, space, title, ...times, articles: [], watches: [], notices: {} });
  changed.add(id);
}

/** The first articles of a story claim keys: they bring most of its texts. */
const KEYED = 13;

/** Adds a finding to a story. */
function addArticle(candidates: StoryCandidates, id: string, { found, claims }: Profile): void {
  const { records, changed, now, watchId } = candidates;
  const record = records.get(id);
  if (!record) return;
  const articles = withArticle(record.articles, storyArticleOf(found.finding));
  const isNewWatch = !record.watches.includes(watchId);
  if (articles !== record.articles || isNewWatch || now - record.seenAt >= DAY) {
    records.set(id, {
      ...record,
      articles,
      watches: isNewWatch ? [...record.watches, watchId] : record.watches,
      seenAt: now,
      expiresAt: Math.max(record.expiresAt, keptUntil(candidates)),
    });
    changed.add(id);
  }
  if (!isGrouped(found)) return;
  for (const key of claims)
    if (record.articles.length < KEYED || key.startsWith(GROUP)) claim(candidates, { key, story: id });
}

/** The articles with one more, in place of what was known of it; the same list where it says nothing new. */
function withArticle(known: readonly StoryArticle[], article: StoryArticle): readonly StoryArticle[] {
  if (addsNothing(known, article)) return known;
  const others = known.filter(({ fingerprint }) => fingerprint !== article.fingerprint);
  return others.length >= MOST_STORY_ARTICLES ? known : [...others, article];
}

/** Names a story that is written anyway after a title that is more central to it. */
function renameStory({ records, changed, open }: StoryCandidates, id: string, title: string): void {
  const [record, story] = [records.get(id), open.stories.get(id)];
  if (
    record &&
    story &&
    changed.has(id) &&
    isMoreCentral(title, { named: record.title, story, queried: open.queried })
  )
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
export function keptUntil({
  now,
  memory,
  retention,
}: Pick<StoryMemory, 'now' | 'memory' | 'retention'>): Instant {
  return now + Math.max(retention, 3 * memory);
}

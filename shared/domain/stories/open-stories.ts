import { type ArticleWords, rarityOf } from './article-words.ts';
import {
  type Article,
  evidenceFor,
  hasDrifted,
  headlineVerdict,
  JOIN,
  namesOthers,
  oddsOf,
  type Weights,
  WEIGHTS,
} from './join-rule.ts';
import {
  addHours,
  addValue,
  countOf,
  deleteValue,
  hasCounted,
  type Headline,
  likenessOf,
  losesHours,
  newOpenStory,
  noWordHours,
  OPEN_FOR,
  type OpenStory,
  type ValueSets,
  valuesOf,
  type Weigh,
  weighIn,
  withArticle,
  withEmbedding,
  type WordHours,
  wordHoursOf,
} from './open-story.ts';
import type { StoryJoining } from '../watches/watch.ts';

/** The open stories of a space while findings are assigned to them. */
export interface OpenStories {
  stories: Map<string, OpenStory>;
  /** The stems of what the watch asks for whose findings are assigned. */
  queried: ReadonlySet<string>;
  /** The stories that have a word in their titles, and in their texts. */
  having: Record<'title' | 'text', ValueSets<string>>;
  hours: WordHours;
  /** The stories that have changed since this was cleared. */
  changed: Set<string>;
  /** Grows with each change. */
  version: number;
  /** By article: the stories that were near it at a version. */
  near: WeakMap<Article, { version: number; ids: readonly string[] }>;
}

export function openStories(
  read: readonly OpenStory[],
  queried: ReadonlySet<string> = new Set(),
): OpenStories {
  const open: OpenStories = {
    queried,
    stories: new Map(),
    having: { title: new Map(), text: new Map() },
    hours: noWordHours(),
    changed: new Set(),
    version: 0,
    near: new WeakMap(),
  };
  for (const story of read) setStory(open, story);
  return open;
}

/** Begins a part of findings of a watch, which asks for these stems: no story has changed yet. */
export function beginPart(open: OpenStories, queried: ReadonlySet<string>): void {
  open.queried = queried;
  open.changed.clear();
  if (!open.hours.isStale) return;
  open.hours = wordHoursOf(open.stories.values());
  open.version += 1;
}

/**
 * The stories to which an article belongs or nearly belongs, the most likely first, at most `most`. Odds are infinite
 * for a story that has the same headline.
 */
export function likelyStories(
  open: OpenStories,
  article: Article,
  { least, most, weights = WEIGHTS }: { least: number; most: number; weights?: Weights },
): { id: string; odds: number }[] {
  const { words, headline } = article;
  const weigh = weighIn(open, headline.at);
  const likely: { id: string; odds: number }[] = [];
  const near = new Set([
    ...storiesNear(open, words, weigh),
    ...storiesOfLikeEmbedding(open, article),
    ...storiesOfSeries(open, headline),
  ]);
  for (const id of near) {
    const story = open.stories.get(id);
    if (!story || Math.abs(headline.at - story.lastAt) > OPEN_FOR) continue;
    const verdict = headlineVerdict(headline, story);
    if (verdict === 'series') continue;
    const odds = verdict === 'same' ? Infinity : oddsOf(evidenceFor(article, { story, weigh }), weights);
    if (odds < least) continue;
    const isOther = [namesOthers, hasDrifted].some((differs) => differs(article, { story, weigh }));
    if (verdict === 'same' || !isOther) likely.push({ id, odds });
  }
  return likely.toSorted((a, b) => b.odds - a.odds || (a.id < b.id ? -1 : 1)).slice(0, most);
}

/** The stories with articles of a like embedding, whatever their words and their language. */
function storiesOfLikeEmbedding({ stories }: OpenStories, { embedding }: Article): string[] {
  if (!embedding) return [];
  return [...stories.values()].filter((story) => likenessOf(embedding, story) > 0).map(({ id }) => id);
}

/** The stories that have an article of the same series by its label, of the same day. */
function storiesOfSeries({ stories }: OpenStories, { isLabelled, title }: Headline): string[] {
  if (!isLabelled) return [];
  const has = ({ headlines }: OpenStory) => headlines.some((one) => one.title === title);
  return [...stories.values()].filter(has).map(({ id }) => id);
}

/** Words that are more usual than this bring no stories together. */
const TELLING = 3;
/** A story is compared with an article if its titles have words of this weight of the article's title. */
const LEAST_OF_TITLE = 3;
/** Or if its texts have so many telling words of the article. */
const LEAST_OF_TEXT = 3;
/** Words that more than half of many stories have bring none of them together: in this watch they say nothing. */
const MANY = 800;
const mostWithWord = (stories: ReadonlyMap<string, unknown>): number => Math.max(MANY, stories.size) / 2;

/** So many stories are compared at most: hundreds that are made alike are no likelier than these. */
const MOST_NEAR = 60;

/** The stories to apply the rule to: they share telling words of titles, or some of texts; those that share most. */
function storiesNear(
  { having, stories }: OpenStories,
  { title, text }: ArticleWords,
  weigh: Weigh,
): readonly string[] {
  const most = mostWithWord(stories);
  const isTelling = (word: string) => rarityOf(word) >= TELLING;
  const telling = title.filter(isTelling);
  const sum = (words: Iterable<string>, part: 'title' | 'text', weight: (word: string) => number) => {
    const sums = new Map<string, number>();
    for (const word of words) {
      const count = countOf(having[part], word);
      const each = count === 0 || count > most ? 0 : weight(word);
      if (each <= 0) continue;
      for (const id of valuesOf(having[part], word)) sums.set(id, (sums.get(id) ?? 0) + each);
    }
    return sums;
  };
  const near = new Map<string, number>();
  const add = (id: string, share: number) => {
    if (share >= 1) near.set(id, (near.get(id) ?? 0) + share);
  };
  for (const [id, weight] of sum(telling.length > 0 ? telling : title, 'title', (word) => weigh(word)))
    add(id, weight / LEAST_OF_TITLE);
  const all = new Set([...title, ...text]);
  for (const [id, count] of sum(all, 'text', (word) => (isTelling(word) ? 1 : 0)))
    add(id, count / LEAST_OF_TEXT);
  if (near.size <= MOST_NEAR) return [...near.keys()];
  const nearest = [...near].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  return nearest.slice(0, MOST_NEAR).map(([id]) => id);
}

/**
 * Stories whose titles have this share of the words of an article's title are compared with it as copies, at most so
 * many.
 */
const LEAST_SHARED = 0.7;
const MOST_ALIKE = 6;

/**
 * The open stories of which an article may be a copy with an edited title: those whose titles have most of its words.
 * Such a story has one of the words that the fewest stories have, so only those are looked at.
 */
export function storiesAlike(
  { having, stories }: OpenStories,
  { words: { title }, headline }: Article,
): string[] {
  const needed = Math.ceil(LEAST_SHARED * title.length);
  const storiesWith = (word: string) => countOf(having.title, word);
  const byUse = title.toSorted((a, b) => storiesWith(a) - storiesWith(b));
  const rarest = byUse.slice(0, title.length - needed + 1);
  const near = new Set(
    rarest
      .filter((word) => storiesWith(word) <= mostWithWord(stories))
      .flatMap((word) => [...valuesOf(having.title, word)]),
  );
  return [...near]
    .flatMap((id) => stories.get(id) ?? [])
    .filter(({ lastAt }) => Math.abs(headline.at - lastAt) <= OPEN_FOR)
    .map(({ id, title: words }) => ({ id, shared: title.filter((word) => words.has(word)).length }))
    .filter(({ shared }) => shared >= needed)
    .toSorted((a, b) => b.shared - a.shared || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_ALIKE)
    .map(({ id }) => id);
}

/**
 * The stored stories to read before findings are assigned: stories that are almost likely may become likely meanwhile.
 */
const READ_BEFORE = { below: 2, most: 3 };

/**
 * The open stories to which a finding may belong, or of which it may be a copy. The answer is kept until one of them
 * changes.
 */
export function openStoriesNear(
  { open, joining }: { open: OpenStories; joining: StoryJoining },
  { article }: { article: Article },
): readonly string[] {
  const before = open.near.get(article);
  if (before?.version === open.version) return before.ids;
  const { below, most } = READ_BEFORE;
  const likely = likelyStories(open, article, { least: JOIN[joining] - below, most });
  const ids = [...new Set([...likely.map(({ id }) => id), ...storiesAlike(open, article)])];
  open.near.set(article, { version: open.version, ids });
  return ids;
}

/** Whether an article and an open story have titles that are made alike and name different things. */
export function isOtherEvent(open: OpenStories, article: Article, id: string): boolean {
  const story = open.stories.get(id);
  return story !== undefined && namesOthers(article, { story, weigh: weighIn(open, article.headline.at) });
}

/**
 * Adds an article to a story, or begins one. What it counts already, after a death in an earlier try of the part, is
 * not added again.
 */
export function addToStory(open: OpenStories, id: string, { words, headline, embedding }: Article): void {
  const story = open.stories.get(id);
  if (story && hasCounted(story, headline)) return;
  const next = story ? withArticle(story, words, headline) : newOpenStory(id, words, headline);
  setStory(open, headline.isLabelled ? next : withEmbedding(next, embedding));
  open.changed.add(id);
}

/** Puts a story in place of what it was. */
function setStory(open: OpenStories, story: OpenStory): void {
  const { stories, having, hours } = open;
  open.version += 1;
  const before = stories.get(story.id);
  stories.set(story.id, story);
  if (before && losesHours(before, story)) hours.isStale = true;
  for (const part of ['title', 'text'] as const) {
    for (const word of before?.[part].keys() ?? [])
      if (!story[part].has(word)) deleteValue(having[part], word, story.id);
    for (const word of story[part].keys())
      if (!before?.[part].has(word)) addValue(having[part], word, story.id);
  }
  addHours(hours, story, before);
}

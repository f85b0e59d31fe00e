import type { ArticleWords } from './article-words.ts';
import {
  type Article,
  evidenceFor,
  headlineVerdict,
  oddsOf,
  type Weigh,
  type Weights,
  WEIGHTS,
} from './join-rule.ts';
import { type Headline, newOpenStory, OPEN_FOR, type OpenStory, withArticle } from './open-story.ts';
import { rarityOf } from './article-words.ts';

/** The open stories of a watch while findings are assigned to them. */
export interface OpenStories {
  stories: Map<string, OpenStory>;
  /** The stems of the watch's query. */
  queried: ReadonlySet<string>;
  /** The stories that have a word in their titles, and in their texts. */
  having: Record<'title' | 'text', Map<string, Set<string>>>;
  /** The stories that have changed since they were read. */
  changed: Set<string>;
}

export function openStories(
  read: readonly OpenStory[],
  queried: ReadonlySet<string> = new Set(),
): OpenStories {
  const open: OpenStories = {
    queried,
    stories: new Map(),
    having: { title: new Map(), text: new Map() },
    changed: new Set(),
  };
  for (const story of read) setStory(open, story);
  return open;
}

/**
 * The stories to which an article belongs or nearly belongs, the most likely first, at most `most`. Odds are infinite for
 * a story that has the same headline.
 */
export function likelyStories(
  open: OpenStories,
  article: Article,
  { least, most, weights = WEIGHTS }: { least: number; most: number; weights?: Weights },
): { id: string; odds: number }[] {
  const { words, headline } = article;
  const weigh = weighIn(open);
  const likely: { id: string; odds: number }[] = [];
  for (const id of storiesNear(open, words)) {
    const story = open.stories.get(id);
    if (!story || Math.abs(headline.at - story.lastAt) > OPEN_FOR) continue;
    const verdict = headlineVerdict(headline, story);
    if (verdict === 'series') continue;
    const odds = verdict === 'same' ? Infinity : oddsOf(evidenceFor(article, { story, weigh }), weights);
    if (odds >= least) likely.push({ id, odds });
  }
  return likely.toSorted((a, b) => b.odds - a.odds || (a.id < b.id ? -1 : 1)).slice(0, most);
}

/** Words that are more usual than this bring no stories together. */
const TELLING = 3;
/** Texts that share fewer telling words do not speak for one story. */
const LEAST_OF_TEXT = 3;

/** The stories that the rule has to be applied to: they share a telling word of the titles, or some of the texts. */
function storiesNear({ having }: OpenStories, { title, text }: ArticleWords): Set<string> {
  const near = new Set<string>();
  const telling = title.filter((word) => rarityOf(word) >= TELLING);
  for (const word of telling.length > 0 ? telling : title)
    for (const id of having.title.get(word) ?? []) near.add(id);
  const shared = new Map<string, number>();
  for (const word of text) {
    if (rarityOf(word) < TELLING) continue;
    for (const id of having.text.get(word) ?? []) {
      const count = (shared.get(id) ?? 0) + 1;
      shared.set(id, count);
      if (count === LEAST_OF_TEXT) near.add(id);
    }
  }
  return near;
}

function hasHeadline({ headlines }: OpenStory, { title, outlet, at }: Headline): boolean {
  return headlines.some((one) => one.title === title && one.outlet === outlet && one.at === at);
}

/** Whether an article and an open story have titles that are made alike and name different things. */
export function namesOthers(open: OpenStories, article: Article, id: string): boolean {
  const story = open.stories.get(id);
  if (!story) return false;
  const { otherNames, otherFigures, sameOutlet } = evidenceFor(article, { story, weigh: weighIn(open) });
  return otherNames === 1 || (otherFigures === 1 && sameOutlet === 1);
}

/** Adds an article to a story, or begins one. What is in it already, after a death in an earlier try, is not added again. */
export function addToStory(open: OpenStories, id: string, { words, headline }: Article): void {
  const story = open.stories.get(id);
  if (story && hasHeadline(story, headline)) return;
  setStory(open, story ? withArticle(story, words, headline) : newOpenStory(id, words, headline));
  open.changed.add(id);
}

/** The rarity of a word of the query: a third of what the watch finds has it. */
const QUERIED = 1;
/** So many stories of news at large count beside those of the watch: with few of its own, each one proves little. */
const AT_LARGE = 100;

/**
 * The weight of words for a watch: the natural logarithm of how many stories there are for another one that has the word,
 * in the watch and in news at large.
 */
export function weighIn({ having, stories, queried }: OpenStories): Weigh {
  const known = { title: new Map<string, WordWeights>(), text: new Map<string, WordWeights>() };
  return (word, story, part) => {
    const weights = known[part].get(word) ?? weightsOf(word, having[part].get(word)?.size ?? 0);
    known[part].set(word, weights);
    return story[part].has(word) ? weights.inStory : weights.elsewhere;
  };

  function weightsOf(word: string, withWord: number): WordWeights {
    const atLarge = AT_LARGE * Math.exp(-(queried.has(word) ? QUERIED : rarityOf(word)));
    const all = stories.size + AT_LARGE;
    const inStory = Math.log(all / (Math.max(0, withWord - 1) + atLarge));
    return { inStory, elsewhere: Math.log(all / (withWord + atLarge)) };
  }
}

/** The weight of a word in a story that has it, and in one that does not. */
interface WordWeights {
  inStory: number;
  elsewhere: number;
}

function setStory({ stories, having }: OpenStories, story: OpenStory): void {
  const before = stories.get(story.id);
  stories.set(story.id, story);
  for (const part of ['title', 'text'] as const) {
    for (const word of before?.[part].keys() ?? [])
      if (!story[part].has(word)) having[part].get(word)?.delete(story.id);
    for (const word of story[part].keys()) {
      const ids = having[part].get(word);
      if (ids) ids.add(story.id);
      else having[part].set(word, new Set([story.id]));
    }
  }
}

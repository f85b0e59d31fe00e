import type { EmbeddingSketch } from '../findings/embedding.ts';
import { HOUR } from '../time/instant.ts';
import type { StoryJoining } from '../watches/watch.ts';
import { areSameFigures, type ArticleWords, isFigure, namesThing, textOf } from './article-words.ts';
import { type Headline, likenessOf, type OpenStory, type Weigh } from './open-story.ts';

// Whether an article belongs to an open story. The weights are fitted on labelled headlines by `npm run fit-stories`.

/** An article that looks for its story. */
export interface Article {
  words: ArticleWords;
  headline: Headline;
  /** The service's embedding, where its plan gives one. */
  embedding?: EmbeddingSketch;
}

/** What speaks for and against an article belonging to a story. */
export interface Evidence {
  /**
   * The weight of the title's words that the story's titles have, each by the root of the share of titles that have
   * it; in tens.
   */
  sharedTitle: number;
  /** The share of the title, by weight, that the story's titles have, 0 to 1. */
  coveredTitle: number;
  /** As `sharedTitle`, for words that one has in its title and the other in its text. */
  titleInText: number;
  /**
   * As `sharedTitle`, for the names, things and figures that both texts have and no title. Ordinary words of texts are
   * left out: two reports on events of one kind have them, too. 0 for texts in other languages than English.
   */
  sharedText: number;
  /**
   * How like the service's embeddings are, 0 to 1 (open-story.ts). 0 where the article or the story has none of one
   * model.
   */
  likeness: number;
  /**
   * The share of the story's latest articles that are from the article's outlet, 0 to 1: an outlet seldom reports an
   * event twice.
   */
  sameOutlet: number;
  /** How many of the story's titles have figures, 0 to 1, if the title has some and none of them is the same. */
  otherFigures: number;
  /** The logarithm of the hours since the story's latest article, and since its first, plus one. */
  sinceLatest: number;
  sinceFirst: number;
}

export type Weights = Readonly<Record<keyof Evidence | 'bias', number>>;

/**
 * Fitted by `npm run fit-stories`, but for the texts, the outlet and the figures: the labelled headlines have no
 * texts, and too few figures and outlets that report an event twice. The weights of the texts are chosen on the fitted
 * half of the events. No labelled news have embeddings: that weight is set so that without a common word they join for
 * 2 hours at most.
 */
export const WEIGHTS: Weights = {
  sharedTitle: 1.56,
  coveredTitle: 5.49,
  titleInText: 1.6,
  sharedText: 1,
  likeness: 4,
  sameOutlet: -3,
  otherFigures: -4,
  sinceLatest: -1.44,
  sinceFirst: -0.23,
  bias: -0.57,
};

/** An article joins a story from these odds on, as their natural logarithm. Most joins are far above it. */
export const JOIN: Readonly<Record<StoryJoining, number>> = { strict: 2.5, normal: 1.4, loose: 0.5 };

export function evidenceFor(
  { words, headline, embedding }: Article,
  { story, weigh }: { story: OpenStory; weigh: Weigh },
): Evidence {
  const { title, text } = words;
  let [shared, covered, whole, crossed] = [0, 0, 0, 0];
  for (const word of title) {
    const weight = weigh(word, story);
    const count = story.title.get(word);
    whole += weight;
    if (count !== undefined) {
      shared += weight * Math.sqrt(Math.min(1, count / story.articles));
      covered += weight;
    } else if (story.texts > 0) crossed += weight * Math.sqrt((story.text.get(word) ?? 0) / story.texts);
  }
  if (text.length > 0) {
    const { others } = textOf(words);
    // Without a pair for each word, as an iterator makes: most words are among no others.
    story.title.forEach((count, word) => {
      if (others.has(word)) crossed += weigh(word, story) * (count / story.articles);
    });
  }
  const ofOutlet = story.headlines.filter(({ outlet }) => outlet === headline.outlet).length;
  return {
    sharedTitle: shared / 10,
    coveredTitle: whole === 0 ? 0 : covered / whole,
    titleInText: crossed / 10,
    sharedText: inTexts(words, { story, weigh }) / 10,
    likeness: likenessOf(embedding, story),
    sameOutlet: ofOutlet / story.headlines.length,
    otherFigures: otherFiguresOf(title, story),
    sinceLatest: Math.log1p(Math.max(0, headline.at - story.lastAt) / HOUR),
    sinceFirst: Math.log1p(Math.max(0, headline.at - story.firstAt) / HOUR),
  };
}

/** The names, things and figures that the texts of an article and of a story have, and not the titles of both. */
export function sharedInTexts(words: ArticleWords, story: OpenStory): string[] {
  if (story.texts === 0) return [];
  return textOf(words).names.filter((word) => story.text.has(word) && !story.title.has(word));
}

/** The weight of what the texts of an article and of a story share, by the root of the share of texts that have it. */
function inTexts(words: ArticleWords, { story, weigh }: { story: OpenStory; weigh: Weigh }): number {
  let sum = 0;
  for (const word of sharedInTexts(words, story)) {
    const share = Math.min(1, (story.text.get(word) ?? 0) / story.texts);
    sum += weigh(word, story, 'text') * Math.sqrt(share);
  }
  return sum;
}

function otherFiguresOf(title: readonly string[], story: OpenStory): number {
  const figures = title.filter(isFigure);
  if (figures.length === 0) return 0;
  let titles = 0;
  for (const [word, count] of story.title) {
    if (!isFigure(word)) continue;
    if (figures.some((figure) => areSameFigures(figure, word))) return 0;
    titles += count;
  }
  return Math.min(1, titles / story.articles);
}

/** The odds, as their natural logarithm, that an article belongs to a story. */
export function oddsOf(evidence: Evidence, weights: Weights = WEIGHTS): number {
  let odds = weights.bias;
  odds += weights.sharedTitle * evidence.sharedTitle + weights.coveredTitle * evidence.coveredTitle;
  odds += weights.titleInText * evidence.titleInText + weights.otherFigures * evidence.otherFigures;
  odds += weights.sameOutlet * evidence.sameOutlet + weights.sharedText * evidence.sharedText;
  odds += weights.likeness * evidence.likeness;
  return odds + weights.sinceLatest * evidence.sinceLatest + weights.sinceFirst * evidence.sinceFirst;
}

// What keeps an article out of a story, however much its title is like the others: the name of a series, and titles
// that are made alike and name other things.

/** Titles are made alike if they share this part of their words; headlines also so many words. */
const ALIKE = { title: 0.5, headline: 0.65, words: 4 };

/**
 * Whether a title is made like those of a story and names other things: "Acme raises 5 million" and "Globex raises 5
 * million", "Acme closes its plant in Leeds" and "Acme closes its plant in Lyon".
 */
export function namesOthers(
  { words }: Article,
  { story, weigh }: { story: OpenStory; weigh: Weigh },
): boolean {
  return isMadeAlike(words, { story, weigh }) || fitsOtherHeadline(words.title, story);
}

/**
 * Whether half of the title is in the story's titles, and their main words or all their figures differ. A main word
 * that the text of the other has is no other thing: "$43 bn offer" and "best and final offer".
 */
function isMadeAlike(
  { title, text }: ArticleWords,
  { story, weigh }: { story: OpenStory; weigh: Weigh },
): boolean {
  const common = title.filter((word) => story.title.has(word)).length;
  if (common < title.length * ALIKE.title) return false;
  const ofStory = [...story.title.keys()];
  const [main] = heaviest(title.map((word) => [word, weigh(word, story)]));
  const [other] = heaviest(Array.from(story.title, ([word, count]) => [word, count * weigh(word, story)]));
  const hasOtherMain = !ofStory.includes(main) && !title.includes(other);
  const isInText = story.text.has(main) || text.includes(other);
  return (hasOtherMain && !isInText) || haveOtherFigures(title.filter(isFigure), ofStory.filter(isFigure));
}

function heaviest(words: readonly (readonly [word: string, weight: number])[]): readonly [string, number] {
  let most: readonly [string, number] = ['', 0];
  for (const one of words) if (one[1] > most[1]) most = one;
  return most;
}

function haveOtherFigures(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return false;
  return !one.some((a) => other.some((b) => areSameFigures(a, b)));
}

/**
 * Whether the title fills the form of the story's latest headlines with other names or things, and adds to none of
 * them.
 */
function fitsOtherHeadline(title: readonly string[], story: OpenStory): boolean {
  if (!title.some((word) => !story.title.has(word) && namesThing(word))) return false;
  const own = new Set(title);
  let fits = false;
  for (const { words } of story.headlines) {
    const common = words.filter((word) => own.has(word)).length;
    if (common < ALIKE.words || common < ALIKE.headline * Math.max(words.length, title.length)) continue;
    if (!words.some((word) => !own.has(word) && namesThing(word))) return false;
    fits = true;
  }
  return fits;
}

/**
 * So many of a story's latest titles, and the article's, must share nothing with the first one for the story to have
 * ended, and it must have begun so long ago: within a day outlets write up an event in ever other words.
 */
const DRIFTED = { titles: 6, after: 24 * HOUR };

/**
 * Whether a story has drifted away: its latest titles, and that of an article, share no word with the one that began
 * it, but what the watch asks for. Such a story has ended, and the article begins another one.
 */
export function hasDrifted(
  { words: { title }, headline }: Article,
  { story: { first, firstAt, headlines }, weigh }: { story: OpenStory; weigh: Weigh },
): boolean {
  if (headlines.length < DRIFTED.titles || headline.at - firstAt < DRIFTED.after) return false;
  const telling = new Set(first.filter((word) => weigh(word) > 0));
  if (telling.size === 0) return false;
  const latest = [title, ...headlines.slice(-DRIFTED.titles).map(({ words }) => words)];
  return !latest.some((words) => words.some((word) => telling.has(word)));
}

/** An outlet that uses a title again after this time begins the next part of a series, such as a daily briefing. */
const SERIES = 12 * HOUR;

/**
 * What the headlines alone say: 'series' for the title, whatever its figures, with which the same outlet began this
 * story on another day, such as "Morning briefing, 12 May"; 'same' for the title of another article of the story.
 * Undefined when they say nothing. A live blog is the same for a UTC day, however long it goes on.
 */
export function headlineVerdict(
  headline: Article['headline'],
  { headlines }: OpenStory,
): 'same' | 'series' | undefined {
  const alike = headlines.filter(({ series }) => series === headline.series);
  const isSame = alike.some(({ title }) => title === headline.title);
  if (headline.isLabelled && alike.length > 0) return isSame ? 'same' : 'series';
  const isSeries = alike.every(
    ({ outlet, at }) => outlet === headline.outlet && Math.abs(headline.at - at) >= SERIES,
  );
  if (alike.length > 0 && isSeries) return 'series';
  return isSame ? 'same' : undefined;
}

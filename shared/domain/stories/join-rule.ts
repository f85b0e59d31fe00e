import type { ArticleWords } from './article-words.ts';
import type { Headline, OpenStory } from './open-story.ts';
import { HOUR } from '../time/instant.ts';
import type { StoryJoining } from '../watches/watch.ts';

// Whether an article belongs to an open story. The weights are fitted on labelled headlines and texts by
// `npm run fit-stories`.

/** An article that looks for its story. */
export interface Article {
  words: ArticleWords;
  headline: Headline;
}

/** What speaks for and against an article belonging to a story. */
export interface Evidence {
  /** The rarity of the title's words that the story's titles have, each by the root of the share of titles that have it; in tens. */
  sharedTitle: number;
  /** The share of the title, by rarity, that the story's titles have, 0 to 1. */
  coveredTitle: number;
  /** As `sharedTitle`, for the texts: what is above, or below, the share that texts of one subject have in common anyway. */
  sharedText: number;
  /** The share of the story's latest articles that are from the article's outlet, 0 to 1: an outlet seldom reports an event twice. */
  sameOutlet: number;
  /** 1 if titles are made alike and their main words differ: "Acme raises 5 million", "Globex raises 5 million". Else 0. */
  otherNames: number;
  /** 1 if titles are made alike and have figures, none of them the same: another event, or newer figures on this one. Else 0. */
  otherFigures: number;
  /** The logarithm of the hours since the story's latest article, and since its first, plus one. */
  sinceLatest: number;
  sinceFirst: number;
}

export type Weights = Readonly<Record<keyof Evidence | 'bias', number>>;

/**
 * Fitted by `npm run fit-stories`, but for other names and figures, of which the labelled headlines have too few: other names
 * always keep an article out, other figures only if the outlet is the same.
 */
export const WEIGHTS: Weights = {
  sharedTitle: 5.3,
  coveredTitle: 6.61,
  sharedText: 1.72,
  sameOutlet: -8.56,
  otherNames: -20,
  otherFigures: -10,
  sinceLatest: -1.18,
  sinceFirst: -0.61,
  bias: -2.33,
};

/**
 * An article joins a story from these odds on, as their natural logarithm: at 2, of the joins that are just made about
 * seven of eight are right. Most joins are far above it. A strict watch gets half as many mixed stories and a third more alerts.
 */
export const JOIN: Readonly<Record<StoryJoining, number>> = { strict: 3, normal: 2, loose: 1 };

/** Texts of one subject share this part of their words, by rarity, without reporting one event. */
const TEXT_BY_CHANCE = 0.2;

/** How much a word of titles, or of texts, weighs between an article and a story, 0 and up. */
export type Weigh = (word: string, story: OpenStory, part: 'title' | 'text') => number;

export function evidenceFor(
  { words: { title, text }, headline }: Article,
  { story, weigh }: { story: OpenStory; weigh: Weigh },
): Evidence {
  let [shared, covered, whole, common] = [0, 0, 0, 0];
  let main: { word?: string; weight: number } = { weight: 0 };
  for (const word of title) {
    const weight = weigh(word, story, 'title');
    const count = story.title.get(word);
    whole += weight;
    if (weight > main.weight) main = { word, weight };
    if (count === undefined) continue;
    common += 1;
    shared += weight * Math.sqrt(count / story.articles);
    covered += weight;
  }
  let sharedText = 0;
  for (const word of story.texts > 0 ? text : []) {
    const weight = weigh(word, story, 'text');
    const count = story.text.get(word) ?? 0;
    sharedText += weight * (Math.sqrt(count / story.texts) - TEXT_BY_CHANCE);
  }
  const hasOtherMain = !story.title.has(main.word ?? '') && !title.includes(mainWordOf(story, weigh));
  const isAlike = common >= title.length * ALIKE;
  const ofOutlet = story.headlines.filter(({ outlet }) => outlet === headline.outlet).length;
  return {
    sharedTitle: shared / 10,
    coveredTitle: whole === 0 ? 0 : covered / whole,
    sharedText: sharedText / 10,
    sameOutlet: ofOutlet / story.headlines.length,
    otherNames: isAlike && hasOtherMain ? 1 : 0,
    otherFigures: isAlike && haveOtherFigures(title, story) ? 1 : 0,
    sinceLatest: Math.log1p(Math.max(0, headline.at - story.lastAt) / HOUR),
    sinceFirst: Math.log1p(Math.max(0, headline.at - story.firstAt) / HOUR),
  };
}

/** Titles are made alike if they share this part of their words. */
const ALIKE = 0.5;

/** The word that weighs most among those of a story's titles. */
function mainWordOf(story: OpenStory, weigh: Weigh): string {
  let [main, most] = ['', 0];
  for (const [word, count] of story.title) {
    const weight = count * weigh(word, story, 'title');
    if (weight > most) [main, most] = [word, weight];
  }
  return main;
}

/** A word with a figure; not the thousands of one. */
const FIGURE = /[^\P{Nd}0]/u;

function haveOtherFigures(title: readonly string[], story: OpenStory): boolean {
  const figures = title.filter((word) => FIGURE.test(word));
  if (figures.length === 0 || figures.some((figure) => story.title.has(figure))) return false;
  return [...story.title.keys()].some((word) => FIGURE.test(word));
}

/** The odds, as their natural logarithm, that an article belongs to a story. */
export function oddsOf(evidence: Evidence, weights: Weights = WEIGHTS): number {
  let odds = weights.bias;
  odds += weights.sharedTitle * evidence.sharedTitle + weights.coveredTitle * evidence.coveredTitle;
  odds += weights.sharedText * evidence.sharedText;
  odds += weights.otherNames * evidence.otherNames + weights.otherFigures * evidence.otherFigures;
  odds += weights.sameOutlet * evidence.sameOutlet;
  return odds + weights.sinceLatest * evidence.sinceLatest + weights.sinceFirst * evidence.sinceFirst;
}

/** An outlet that uses a title again after this time begins the next part of a series, such as a daily briefing. */
const SERIES = 12 * HOUR;

/**
 * What the headlines alone say: 'series' for the title, whatever its figures, with which the same outlet began this story on
 * another day, such as "Morning briefing, 12 May"; 'same' for the title of another article of the story. Undefined when
 * they say nothing.
 */
export function headlineVerdict(headline: Headline, { headlines }: OpenStory): 'same' | 'series' | undefined {
  const alike = headlines.filter(({ series }) => series === headline.series);
  const isSeries = alike.every(
    ({ outlet, at }) => outlet === headline.outlet && Math.abs(headline.at - at) >= SERIES,
  );
  if (alike.length > 0 && isSeries) return 'series';
  return alike.some(({ title }) => title === headline.title) ? 'same' : undefined;
}

import { type ArticleWords, areKnownStems, isFigure, rarityOf } from './article-words.ts';
import type { OpenStory } from './open-story.ts';

/** Ordinary words are no rarer than this (stem-counts.ts): what is rarer is a name or a thing. */
const ORDINARY = 5;
const NUMBER = /^\p{Nd}+$/u;

/** Whether a word is a number, a name or a thing. */
export const namesThing = (word: string): boolean =>
  NUMBER.test(word) || rarityOf(word) > ORDINARY || isFigure(word);

/** The names, things and figures that the texts of an article and of a story have, and not the titles of both. */
export function sharedInTexts(words: ArticleWords, story: OpenStory): string[] {
  if (story.texts === 0) return [];
  return textOf(words).names.filter((word) => story.text.has(word) && !story.title.has(word));
}

/** The words of an article's text that its title lacks. */
interface ArticleText {
  others: ReadonlySet<string>;
  /** The names, things and figures among them; none for a text in another language than English. */
  names: readonly string[];
}

/** An article is compared with up to 60 stories, more than once. */
const textsOfArticles = new WeakMap<ArticleWords, ArticleText>();

export function textOf(words: ArticleWords): ArticleText {
  const known = textsOfArticles.get(words);
  if (known) return known;
  const others = new Set(words.text.filter((word) => !words.title.includes(word)));
  const read = {
    others,
    names: areKnownStems(words.text) ? words.text.filter((word) => others.has(word) && namesThing(word)) : [],
  };
  textsOfArticles.set(words, read);
  return read;
}

import type { SourceArticle } from '../ports.ts';
import { loadedOnce } from '../../kit/loaded-once.ts';
import {
  type Mention,
  mentionsOf,
  type Names,
  namesOf,
  sentencesOf,
  type Word,
  wordsOf,
} from './language.ts';

/** So much of an article's text is read, in characters: the start of a report says what happened. */
const READ_TEXT = 1_500;

/** People, places and organizations are looked for in this much of each text, and in fewer articles: it is slow work. */
const NAMED_TEXT = 600;
const NAMED_ARTICLES = 2;

/** A record is read from at most so many of its articles; the others only add citations. */
const READ_ARTICLES = 5;

/** A cluster of articles, read by the language libraries. Every part is worked out at its first use, once. */
export interface Reading {
  articles: readonly SourceArticle[];
  /** The title of the article that represents the cluster. */
  title: string;
  text: string;
  words(): readonly Word[];
  titleWords(): readonly Word[];
  sentences(): readonly string[];
  mentions(): readonly Mention[];
  names(): Names;
}

/** Reads a cluster; the first article represents it. */
export function readCluster(articles: readonly SourceArticle[]): Reading {
  const read = articles.slice(0, READ_ARTICLES);
  const text = read.map((article) => leadOf(article, READ_TEXT)).join('\n');
  const titles = read.map(({ title }) => title).join('\n');
  return {
    articles,
    title: articles[0]?.title ?? '',
    text,
    words: loadedOnce(() => wordsOf(text)),
    titleWords: loadedOnce(() => wordsOf(titles)),
    sentences: loadedOnce(() => sentencesOf(text)),
    mentions: loadedOnce(() => mentionsOf(text)),
    names: loadedOnce(() => namesOf(namedText(articles))),
  };
}

function namedText(articles: readonly SourceArticle[]): string {
  return articles
    .slice(0, NAMED_ARTICLES)
    .map((article) => leadOf(article, NAMED_TEXT))
    .join('\n');
}

/** Title, description and the start of the text, each ended as a sentence. */
function leadOf({ title, description, content }: SourceArticle, length: number): string {
  const parts = [title, description, content].map((part) => part?.slice(0, length));
  return parts
    .flatMap((part) => part?.trim() || [])
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join('\n');
}

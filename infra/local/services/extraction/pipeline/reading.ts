import { join } from 'node:path';
import * as z from 'zod';
import { loadedOnce } from '../../../../../shared/domain/lib/in-parallel.ts';
import { readSettingsFile } from '../../kit/settings-file.ts';
import { tellsNews, withoutCut } from '../../kit/tells-news.ts';
import type { SourceArticle } from '../ports.ts';
import type { EventType } from './event-types.ts';
import {
  type Mention,
  mentionsOf,
  type Names,
  namesOf,
  phraseOf,
  placeOf,
  sentencesOf,
  type Word,
  wordsOf,
} from './language.ts';

/** So much of an article's text is read, in characters: the start of a report says what happened. */
const READ_TEXT = 1_500;

/**
 * People, places and organizations are looked for in this much of each text, and in fewer articles: it is slow work.
 */
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
  /** The kinds of event that the record is asked about. */
  events: readonly EventType[];
  /** Names of the companies that the job watches. */
  watched: readonly string[];
  /** Titles of the articles that report news. */
  headlines(): readonly string[];
  /** Titles and first sentences of the articles that report news. */
  leads(): readonly string[];
  leadWords(): readonly Word[];
  /** Those of the leads that tell of the events; all of them where none is asked about. */
  telling(): readonly string[];
}

/** What a record is asked about. */
export interface About {
  events?: readonly EventType[];
  watched?: readonly string[];
}

/** Reads a cluster; the first article represents it. */
export function readCluster(
  articles: readonly SourceArticle[],
  { events = [], watched = [] }: About = {},
): Reading {
  const read = articles.slice(0, READ_ARTICLES);
  const text = read.map((article) => leadOf(article, READ_TEXT)).join('\n');
  const titles = read.map(({ title }) => title).join('\n');
  const leads = loadedOnce(() => leadsOf(read));
  return {
    articles,
    title: articles[0]?.title ?? '',
    text,
    words: loadedOnce(() => wordsOf(text)),
    titleWords: loadedOnce(() => wordsOf(titles)),
    sentences: loadedOnce(() => sentencesOf(text)),
    mentions: loadedOnce(() => mentionsOf(text)),
    names: loadedOnce(() => namesOf(namedText(articles))),
    events,
    watched,
    leadWords: loadedOnce(() => wordsOf(leadsOf(read, { all: true }).join('\n'))),
    headlines: () => read.filter(tellsNews).map(({ title }) => title),
    leads,
    telling: loadedOnce(() => {
      const found = leads().filter((sentence) => events.some((event) => tellsOf(event, sentence)));
      return events.length > 0 ? found : leads();
    }),
  };
}

/** News tell what happened at the top: so many sentences behind the title are its lead. */
const LEAD_SENTENCES = 2;

/** `Acme opens a shop; Globex sacks workers` has two subjects. */
const CLAUSES = /;\s+/;

function leadsOf(articles: readonly SourceArticle[], { all = false } = {}): string[] {
  const news = all ? articles : articles.filter(tellsNews);
  const leads = news.map(({ description, content }) =>
    [description, content].flatMap((part) =>
      sentencesOf(withoutCut(part?.slice(0, NAMED_TEXT) ?? '')).slice(0, LEAD_SENTENCES),
    ),
  );
  return [...new Set([...news.flatMap(({ title }) => title.split(CLAUSES)), ...leads.flat()])].filter(
    Boolean,
  );
}

function namedText(articles: readonly SourceArticle[]): string {
  return articles
    .slice(0, NAMED_ARTICLES)
    .map((article) => leadOf(article, NAMED_TEXT))
    .join('\n');
}

/** Title, description and the start of the text, each ended as a sentence. */
function leadOf({ title, description, content }: SourceArticle, length: number): string {
  const parts = [title, description, content].map((part) => part && withoutCut(part).slice(0, length));
  return parts
    .flatMap((part) => part?.trim() || [])
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join('\n');
}

/** A folded line of the file begins with a blank. */
const form = z
  .string()
  .transform((text) => text.replaceAll('| ', '|'))
  .pipe(z.string());
const insensitive = form.transform((text) => new RegExp(text, 'iu'));

const senses = readSettingsFile(
  join(import.meta.dirname, 'senses.yaml'),
  z.record(
    z.string(),
    z.strictObject({
      tells: insensitive.optional(),
      not: insensitive.optional(),
      behind: insensitive.optional(),
      before: insensitive.optional(),
      company: z.boolean().default(false),
    }),
  ),
);

/** What a sentence must say to tell of an event, and where its company is (senses.yaml). */
type Sense = (typeof senses)[string];

const ANY: Sense = { company: false };

/** The sense of a kind of event, by its name. */
export function senseOf(event: string): Sense {
  return senses[event] ?? ANY;
}

/**
 * Whether a sentence reports an event of this kind: `hackers stole data` does of a breach, `a breach of trust` does
 * not.
 */
export function tellsOf({ name, phrases }: EventType, sentence: string): boolean {
  const { tells, not } = senseOf(name);
  if (not?.test(sentence)) return false;
  if (tells) return tells.test(sentence);
  const words = wordsOf(sentence);
  return phrases.some((phrase) => placeOf(phraseOf(phrase), words) !== -1);
}

import { loadedOnce } from '../../../../../shared/domain/lib/in-parallel.ts';
import type { EventKind } from '../../kit/event-kinds.ts';
import type { Token } from '../../kit/find-pattern.ts';
import type { Facts } from '../../kit/labels.ts';
import { eventOf, leadOf, wordsOf } from '../../kit/read-event.ts';
import { type Names, namesIn } from '../../kit/read-english.ts';
import type { SourceArticle } from '../ports.ts';

/** So much of an article's text is read, in characters: the start of a report says what happened. */
const READ_TEXT = 1_500;

/** A record is read from at most so many of its articles; the others only add citations. */
const READ_ARTICLES = 5;

/** A cluster of articles. Every part is worked out at its first use, once. */
export interface Reading {
  articles: readonly SourceArticle[];
  /** The title of the article that represents the cluster. */
  title: string;
  /** What the corpus says of the first article that has labels; undefined where none has. */
  facts: Facts | undefined;
  text: string;
  words(): readonly Token[];
  titleWords(): readonly Token[];
  /** Titles and first sentences, and the texts among the facts. */
  lead(): readonly string[];
  leadWords(): readonly Token[];
  names(): Names;
  /** What the cluster reports of a kind of event: that of its label, else what a title reports. */
  says(kind: EventKind): ReturnType<typeof eventOf>;
  /** The first kind of event that it is asked about and reports. */
  event(): ReturnType<typeof eventOf>;
  /** Names of the companies that the job watches. */
  watched: readonly string[];
}

/** What a record is asked about. */
export interface About {
  events?: readonly EventKind[];
  watched?: readonly string[];
}

/** Reads a cluster; the first article represents it. */
export function readCluster(
  articles: readonly SourceArticle[],
  { events = [], watched = [] }: About = {},
): Reading {
  const read = articles.slice(0, READ_ARTICLES);
  const text = read
    .map(({ title, description = '', content = '' }) => {
      return `${title}.\n${description}\n${content.slice(0, READ_TEXT)}`;
    })
    .join('\n');
  const facts = articles.find((article) => article.facts)?.facts;
  const { event: _, ...values } = facts ?? {};
  const labelled = Object.values(values).filter((value) => typeof value === 'string');
  const lead = loadedOnce(() => [...new Set([...read.flatMap(leadOf), ...labelled])]);
  const says = (kind: EventKind) => {
    if (!facts) return read.map((article) => eventOf(article, kind)).find((event) => event !== undefined);
    const { event, company } = facts;
    if (event !== kind.name) return undefined;
    return { company: typeof company === 'string' ? company : undefined, sentences: lead() };
  };
  return {
    articles,
    title: articles[0]?.title ?? '',
    facts,
    text,
    words: loadedOnce(() => wordsOf(text)),
    titleWords: loadedOnce(() => wordsOf(read.map(({ title }) => title).join('\n'))),
    lead,
    leadWords: loadedOnce(() => wordsOf(lead().join('.\n'))),
    names: loadedOnce(() => articles.find(({ names }) => names)?.names ?? namesIn(lead().join('\n'))),
    says,
    event: loadedOnce(() => events.map(says).find((event) => event !== undefined)),
    watched,
  };
}

import { loadedOnce } from '../../../../../shared/domain/lib/in-parallel.ts';
import type { EventKind } from '../../kit/event-kinds.ts';
import { eventOf, leadOf, wordsOf } from '../../kit/read-event.ts';
import { type Names, namesIn } from '../../kit/read-english.ts';
import type { SourceArticle } from '../ports.ts';

/** So much of an article's text is read, in characters: the start of a report says what happened. */
const READ_TEXT = 1_500;

/** A record is read from at most so many of its articles; the others only add citations. */
const READ_ARTICLES = 5;

/** A cluster of articles. Every part is worked out at its first use, once. */
export type Reading = ReturnType<typeof readCluster>;

/** What a record is asked about; `watched`: names of the companies that the job watches. */
interface About {
  events?: readonly EventKind[];
  watched?: readonly string[];
}

/** Reads a cluster; the first article represents it. */
export function readCluster(articles: readonly SourceArticle[], { events = [], watched = [] }: About = {}) {
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
  /** What the cluster reports of a kind of event: that of its label, else what a title reports. */
  const says = (kind: EventKind): ReturnType<typeof eventOf> => {
    if (!facts) return read.map((article) => eventOf(article, kind)).find((event) => event !== undefined);
    const { event, company } = facts;
    if (event !== kind.name) return undefined;
    return { company: typeof company === 'string' ? company : undefined, sentences: lead() };
  };
  return {
    articles,
    /** The title of the article that represents the cluster. */
    title: articles[0]?.title ?? '',
    /** What the corpus says of the first article that has labels; undefined where none has. */
    facts,
    text,
    words: loadedOnce(() => wordsOf(text)),
    titleWords: loadedOnce(() => wordsOf(read.map(({ title }) => title).join('\n'))),
    /** Titles and first sentences, and the texts among the facts. */
    lead,
    leadWords: loadedOnce(() => wordsOf(lead().join('.\n'))),
    names: loadedOnce((): Names => articles.find(({ names }) => names)?.names ?? namesIn(lead().join('\n'))),
    says,
    /** The first kind of event that it is asked about and reports. */
    event: loadedOnce(() => events.map(says).find((event) => event !== undefined)),
    watched,
  };
}

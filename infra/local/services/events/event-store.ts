import type { Corpus, CorpusArticle } from '../kit/corpus/corpus.ts';
import { discoverEvents } from './discovery/discover-events.ts';
import { mapRecord } from './map-record.ts';
import type { StoredEvent } from './stored-event.ts';

export interface EventStore {
  /** Every event, those of the future too. The first call reads the articles; later ones wait for nothing. */
  all(): Promise<readonly StoredEvent[]>;
  article(id: string): CorpusArticle | undefined;
}

/** The events of a corpus: its own records, and what its articles report. An article that a record names is not read. */
export function openEventStore(corpus: Corpus): EventStore {
  const articles = new Map(corpus.articles.map((article) => [article.id, article]));
  const records = corpus.events.map((event) => mapRecord(event, (id) => articles.get(id)?.parsedAt));
  const reported = new Set(records.flatMap(({ sources }) => sources.map(({ articleId }) => articleId)));
  let all: Promise<StoredEvent[]> | undefined;
  return {
    all: () =>
      (all ??= discoverEvents(corpus.articles.filter(({ id }) => !reported.has(id))).then((found) => [
        ...records,
        ...found,
      ])),
    article: (id) => articles.get(id),
  };
}

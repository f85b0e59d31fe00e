import { EVENT_TYPES, type EventType } from '../../../../shared/domain/services/event-filters.ts';
import type { Corpus } from '../kit/corpus/corpus.ts';
import type { CorpusArticle } from '../kit/corpus/article-record.ts';
import { discoverEvents } from './discovery/discover-events.ts';
import { mapRecord } from './map-record.ts';
import type { StoredEvent } from './stored-event.ts';

export interface EventStore {
  /**
   * Every event of a type, those of the future and some of other types too. The first call reads the articles for its type, and the first
   * one for another type reads them for all others: a stack that starts asks for events of one type first. Later ones wait for nothing.
   */
  of(type: EventType): Promise<readonly StoredEvent[]>;
  article(id: string): CorpusArticle | undefined;
}

/** The events of a corpus: its own records, and what its articles report. An article that a record names is not read. */
export function openEventStore(corpus: Corpus): EventStore {
  const articles = new Map(corpus.articles.map((article) => [article.id, article]));
  const records = corpus.events.map((event) => mapRecord(event, (id) => articles.get(id)?.parsedAt));
  const reported = new Set(records.flatMap(({ sources }) => sources.map(({ articleId }) => articleId)));
  const discover = async (types: readonly EventType[]) => [
    ...records,
    ...(await discoverEvents(
      corpus.articles.filter(({ id }) => !reported.has(id)),
      types,
    )),
  ];
  let first: { type: EventType; events: Promise<StoredEvent[]> } | undefined;
  let others: Promise<StoredEvent[]> | undefined;
  return {
    of(type) {
      const asked = (first ??= { type, events: discover([type]) });
      if (asked.type === type) return asked.events;
      return (others ??= asked.events.then(() =>
        discover(EVENT_TYPES.filter((other) => other !== asked.type)),
      ));
    },
    article: (id) => articles.get(id),
  };
}

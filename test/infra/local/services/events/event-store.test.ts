import { expect, it } from 'vitest';
import { openEventStore } from '../../../../../infra/local/services/events/event-store.ts';
import { corpusArticle } from '../../../../../infra/local/services/kit/corpus/corpus.ts';
import { sampleArticles } from '../../../../../infra/local/services/news/sample-corpus.ts';
import { EVENT_TYPES } from '../../../../../shared/domain/services/event-filters.ts';

it('has events of every type in the sample', async () => {
  const now = Date.parse('2026-11-21T08:00:00Z');
  const articles = sampleArticles({ now }).map((record) => corpusArticle(record, 'a line'));
  const events = await openEventStore({ articles, events: [] }).all();
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(EVENT_TYPES));
});

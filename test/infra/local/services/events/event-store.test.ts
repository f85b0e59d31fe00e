import { expect, it } from 'vitest';
import { discoverEvents } from '../../../../../infra/local/services/events/discovery/discover-events.ts';
import { openEventStore } from '../../../../../infra/local/services/events/event-store.ts';
import { corpusArticle } from '../../../../../infra/local/services/kit/corpus/corpus.ts';
import { sampleArticles } from '../../../../../infra/local/services/news/sample-corpus.ts';
import { EVENT_TYPES, type EventType } from '../../../../../shared/domain/services/event-filters.ts';
import { longForm } from '../../../../long-form.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');

const articles = sampleArticles({ now: NOW })
  .filter((_, at) => at % longForm(5, 1) === 0)
  .map((record) => corpusArticle(record, 'a line'));

/** The events of one type among those that a store answers, when all types are asked for at once, in this order. */
async function eventsBy(types: readonly EventType[]) {
  const store = openEventStore({ articles, events: [] });
  const answers = await Promise.all(
    types.map(async (type) => [type, (await store.of(type)).filter((event) => event.type === type)] as const),
  );
  return new Map(answers);
}

it('answers the events that all articles report, whichever type is asked for first', async () => {
  const all = await discoverEvents(articles);
  const expected = new Map(EVENT_TYPES.map((type) => [type, all.filter((event) => event.type === type)]));
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(EVENT_TYPES));
  expect(await eventsBy(EVENT_TYPES)).toEqual(expected);
  expect(await eventsBy(EVENT_TYPES.toReversed())).toEqual(expected);
});

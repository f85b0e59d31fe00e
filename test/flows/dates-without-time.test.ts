import { afterEach, expect, it } from 'vitest';
import { createNewsClient } from '../../shared/providers/news/create-news-client.ts';
import { newsSource } from '../../shared/providers/news/kinds.ts';
import { DAY, HOUR, MINUTE, dayOf } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { NOW, openNews, type OpenNews } from '../infra/local/services/news/open-news.ts';
import { aWatch } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';

// Articles that the service dates by the day, from the local service through our client to what a policy counts by
// hour.

let news: OpenNews | undefined;
afterEach(() => news?.close());

const counting = {
  when: 'volume',
  channel: 'press-team',
  settings: { count: 10, within: HOUR, of: 'articles' },
} as const;
const BY_LINK = { kind: 'links', query: { links: ['acme.example'] } } as const;

/** `many` articles of a day that link to Acme, in words of their own. */
function articlesOf(day: string, many: number, more: object = {}) {
  return Array.from({ length: many }, (_, n) => ({
    id: `${day}-${n}`,
    title: `Acme number ${n * 7} of ${day}`,
    content: `Acme and matter ${n}, https://acme.example/${n}`,
    domain_url: `outlet-${n}.example`,
    published_date: day,
    parse_date: undefined,
    ...more,
  }));
}

async function benchOn(records: readonly Record<string, unknown>[], watch: Partial<Watch>) {
  const service = await openNews(records);
  news = service;
  const watches = [aWatch({ ...watch, lookback: 3 * DAY, firstRun: 'tell', alert: counting })];
  const bench = await workbench({ watches, now: NOW });
  const client = createNewsClient({ baseUrl: service.url, key: 'k', clock: bench.clock });
  Object.assign(bench.source, newsSource(client, bench.clock));
  return {
    ...bench,
    pass: (time: number) => {
      bench.clock.at += time;
      service.clock.advance(time);
    },
    detections: async () => {
      const days = [dayOf(NOW), dayOf(NOW + DAY)];
      const made = await Promise.all(days.map((day) => bench.store.alerts.madeOn(day, 100)));
      return made.flat().filter(({ alert }) => alert.occasion.type === 'volume').length;
    },
  };
}

it('articles of today count in the hour in which they appeared, and only once', async () => {
  const bench = await benchOn(
    articlesOf('2026-11-21', 15, { _visible_date: '2026-11-21 09:10:00' }),
    BY_LINK,
  );
  expect(await bench.run()).toMatchObject({ new: 0 });
  bench.pass(75 * MINUTE);
  expect(await bench.run()).toMatchObject({ new: 15 });
  bench.pass(HOUR);
  expect(await bench.run()).toMatchObject({ new: 0 });
  expect(await bench.detections()).toBe(1);
  const [found] = await bench.store.findings.foundIn('acme-news', { from: NOW - DAY, to: NOW + DAY });
  expect(found?.finding).toMatchObject({ publishedPrecision: 'date', publishedAt: Date.parse('2026-11-21') });
});

it('an article of yesterday that is shown after midnight is found by the next run', async () => {
  const late = { _visible_date: '2026-11-22 05:00:00' };
  const bench = await benchOn(articlesOf('2026-11-21', 1, late), BY_LINK);
  await bench.run();
  bench.pass(20 * HOUR);
  expect(await bench.run()).toMatchObject({ new: 0 });
  bench.pass(90 * MINUTE);
  expect(await bench.run()).toMatchObject({ new: 1 });
});

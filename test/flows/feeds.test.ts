import { expect, it } from 'vitest';
import type { SeenItem } from '../../shared/domain/feeds/feed.ts';
import { DAY, dayOf, HOUR, type Instant, MINUTE, type Window } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { feedsSource } from '../../shared/providers/feeds/feeds-source.ts';
import { aWatch, NOON } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';

// What the poller stored, read by whole runs: what nobody may have seen is no silence, and an article that comes by a
// feed and by the news service is one article.

const FEED = 'https://outlet.example/feed.xml';
const ofFeeds = (changes: Partial<Watch> = {}) =>
  aWatch({ id: 'feeds', kind: 'feeds', query: { q: 'Acme', feeds: ['all'] }, ...changes });

const item = (seenAt: Instant, changes: Partial<SeenItem> = {}): SeenItem => ({
  key: `key-${seenAt}`,
  feed: FEED,
  feedTitle: 'The Outlet',
  seenAt,
  title: 'Acme opens a plant in Leipzig',
  snippet: 'The plant will make kettles.',
  authors: [],
  link: `https://outlet.example/${seenAt}`,
  publishedAt: seenAt - 5 * MINUTE,
  ...changes,
});

/** A bench whose watches of feeds read the stored rounds. */
async function benchOf(watches: Watch[], corpus: Parameters<typeof workbench>[0]['corpus'] = []) {
  const bench = await workbench({ watches, corpus });
  await bench.store.feedLists.put({ name: 'all', urls: [FEED] });
  const rounds = feedsSource(bench.store);
  const news = { ...bench.source };
  Object.assign(bench.source, {
    fetchPage: (...ask: Parameters<typeof news.fetchPage>) =>
      (ask[0].watch.kind === 'feeds' ? rounds : news).fetchPage(...ask),
    count: (...ask: Parameters<typeof news.count>) =>
      (ask[0].watch.kind === 'feeds' ? rounds : news).count(...ask),
  });
  const round = (at: Instant, { items = [], missed = [] }: { items?: SeenItem[]; missed?: Window[] } = {}) =>
    bench.store.feeds.putFinds(at, { items, missed: missed.map((span) => ({ url: FEED, ...span })) });
  return { ...bench, round };
}

/** A watch for five hours of silence, run each hour for a day; when it alerted, in hours after noon. */
async function silencesWith(missed: readonly Window[]): Promise<number[]> {
  const watch = ofFeeds({
    firstRun: 'silent',
    alert: { when: 'silence', channel: 'press-team', settings: { for: 5 * HOUR } },
  });
  const bench = await benchOf([watch]);
  await bench.round(NOON + 10 * MINUTE, { items: [item(NOON + 10 * MINUTE)] });
  for (const span of missed) await bench.round(span.to, { missed: [span] });
  for (let at = NOON + HOUR + 7 * MINUTE; at <= NOON + DAY; at += HOUR) {
    bench.clock.at = at;
    await bench.run({ watchId: 'feeds' });
  }
  const made = await Promise.all([NOON, NOON + DAY].map((at) => bench.store.alerts.madeOn(dayOf(at), 1_000)));
  return made
    .flat()
    .filter(({ alert }) => alert.occasion.type === 'silence')
    .map(({ alert }) => (alert.createdAt - NOON) / HOUR);
}

it('silence concludes nothing from a span in which a feed may have been missed, and counts again from its end', async () => {
  expect(await silencesWith([])).toEqual([6]);
  expect(await silencesWith([{ from: NOON + 2 * HOUR, to: NOON + 3 * HOUR }])).toEqual([8]);
  const outage = Array.from({ length: 8 }, (_, n) => ({ from: NOON + n * HOUR, to: NOON + (n + 1) * HOUR }));
  expect(await silencesWith(outage)).toEqual([13]);
  const allDay = Array.from({ length: 24 }, (_, n) => ({ from: NOON + n * HOUR, to: NOON + (n + 1) * HOUR }));
  expect(await silencesWith(allDay)).toEqual([]);
});

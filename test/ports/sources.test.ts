import type { SeenItem } from '../../shared/domain/feeds/feed.ts';
import { HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { newState } from '../../shared/domain/world/archive-state.ts';
import type { SeenRow } from '../../shared/domain/world/read-row.ts';
import { feedsSource } from '../../shared/providers/feeds/feeds-source.ts';
import { worldSource } from '../../shared/providers/world/world-source.ts';
import { memoryStore } from '../store/memory-store.ts';
import { aWatch, NOON } from './examples.ts';
import { sourceSuite } from './source-suite.ts';

const window = { from: NOON - 2 * HOUR, to: NOON };
const TIMES = [window.from - MINUTE, window.from, NOON - HOUR, NOON - MINUTE, window.to];
const items = new Map(TIMES.map((at) => [`key-${at}`, at]));

sourceSuite('feeds', async () => {
  const store = memoryStore();
  const url = 'https://outlet.example/feed.xml';
  await store.feedLists.put({ name: 'all', urls: [url] });
  await store.feeds.putRound({
    until: NOON + HOUR,
    lists: [{ name: 'all', since: NOON - 9 * HOUR, wholeSince: NOON - 9 * HOUR }],
  });
  for (const [key, seenAt] of items) {
    const title = `Acme at ${seenAt}`;
    const item: SeenItem = { key, feed: url, feedTitle: 'Outlet', seenAt, title, snippet: '', authors: [] };
    await store.feeds.putFinds(seenAt, { items: [item], missed: [] });
  }
  const watch = aWatch({ kind: 'feeds', query: { q: 'Acme', feeds: ['all'] } });
  return { source: feedsSource(store), watch, window, items };
});

sourceSuite('world', async () => {
  const store = memoryStore();
  const watch = aWatch({ kind: 'world', query: { q: 'Acme' } });
  const { id, version } = watch;
  const watches = [{ id, version, from: NOON - 9 * HOUR }];
  await store.world.putState({ ...newState(NOON), until: NOON + HOUR, watches });
  const none = { authors: [], people: [], companies: [], names: [], themes: [] };
  for (const [key, seenAt] of items) {
    const row: SeenRow = {
      ...none,
      key,
      link: `https://outlet.example/${key}`,
      title: `Acme at ${seenAt}`,
      outlet: { domain: 'outlet.example' },
      publishedAt: seenAt,
      slot: seenAt,
      seenAt,
    };
    await store.world.putFinds(seenAt, {
      items: [row, { ...row, key: 'other', title: 'Other' }],
      missed: [],
    });
  }
  return { source: worldSource(store.world), watch, window, items };
});

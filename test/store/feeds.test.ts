import { describe, expect, it } from 'vitest';
import type { SeenItem } from '../../shared/domain/feeds/feed.ts';
import { DAY, HOUR, SECOND } from '../../shared/domain/time/instant.ts';
import { openStore } from '../../shared/store/open-store.ts';
import type { FeedFinds } from '../../shared/store/feeds.ts';
import { describeOnEachTable } from './each-table.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

function item(key: string, changes: Partial<SeenItem> = {}): SeenItem {
  return {
    key,
    feed: 'https://a.example/rss',
    feedTitle: 'A',
    seenAt: NOON,
    title: `Title of ${key}`,
    snippet: 'A text with “quotes” and 漢字.',
    authors: ['Jo'],
    ...changes,
  };
}

async function all(finds: AsyncIterable<FeedFinds>): Promise<FeedFinds> {
  const parts: FeedFinds[] = [];
  for await (const part of finds) parts.push(part);
  return { items: parts.flatMap(({ items }) => items), missed: parts.flatMap(({ missed }) => missed) };
}

describeOnEachTable('lists and finds of feeds:', (table) => {
  const opened = () => openStore(table());
  describe('feeds', () => {
    it('gives what was found in a window, from its beginning to before its end, over midnight too', async () => {
      const { feeds } = opened();
      const many = Array.from({ length: 450 }, (_, n) => item(`many-${n}`));
      const missed = [{ url: 'https://a.example/rss', from: NOON - HOUR, to: NOON }];
      await feeds.putFinds(NOON, { items: many, missed });
      await feeds.putFinds(NOON + DAY, {
        items: [item('next day', { publishedPrecision: 'date', publishedAt: 0 })],
        missed: [],
      });
      await feeds.putFinds(NOON + DAY + SECOND, { items: [], missed });
      expect(await all(feeds.finds({ from: NOON, to: NOON + SECOND }))).toEqual({ items: many, missed });
      expect(await all(feeds.finds({ from: NOON - DAY, to: NOON }))).toEqual({ items: [], missed: [] });
      const whole = await all(feeds.finds({ from: NOON + SECOND, to: NOON + DAY + 2 * SECOND }));
      expect(whole).toEqual({
        items: [item('next day', { publishedPrecision: 'date', publishedAt: 0 })],
        missed,
      });
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { FeedItem } from '../../../../shared/domain/feeds/feed.ts';
import { keyedItems } from '../../../../shared/domain/feeds/item-keys.ts';

const URL_A = 'https://a.example/rss';
const item = (changes: Partial<FeedItem>): FeedItem => ({ title: 'T', snippet: '', authors: [], ...changes });
const keysOf = (items: readonly FeedItem[], url = URL_A) => keyedItems(url, items).map(({ key }) => key);

describe('the identity of an item', () => {
  it('is its page, whatever its id, its title and the tracking in its link', () => {
    const [one] = keysOf([item({ link: 'http://www.a.example/x/?utm_source=rss', id: '1' })]);
    const [other] = keysOf(
      [item({ link: 'https://a.example/x#top', id: '2', title: 'Other' })],
      'https://b.example/rss',
    );
    expect(one).toBe(other);
  });

  it('is its id within the feed where it has no link, or shares it with other items', () => {
    const items = ['1', '2'].map((id) => item({ link: 'https://a.example/', id, title: `T ${id}` }));
    expect(new Set(keysOf(items)).size).toBe(2);
    expect(keysOf([item({ id: '1' })])).not.toEqual(keysOf([item({ id: '1' })], 'https://b.example/rss'));
    expect(keysOf([item({ id: '1', title: 'A' })])).toEqual(keysOf([item({ id: '1', title: 'B' })]));
  });

  it('is its title and day where ids say nothing either', () => {
    const items = ['A', 'B'].map((title) =>
      item({ id: 'same', link: 'https://a.example/', title, publishedAt: 0 }),
    );
    expect(new Set(keysOf(items)).size).toBe(2);
    expect(keysOf([item({ title: 'A  b!' })])).toEqual(keysOf([item({ title: 'a B' })]));
    expect(keysOf([item({ publishedAt: 0 })])).not.toEqual(keysOf([item({ publishedAt: 86_400_000 })]));
  });

  it('makes one item of one that is written twice', () => {
    expect(
      keysOf([item({ link: 'https://a.example/x' }), item({ link: 'https://a.example/x' })]),
    ).toHaveLength(1);
  });
});

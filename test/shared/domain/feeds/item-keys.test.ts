import { describe, expect, it } from 'vitest';
import type { FeedItem } from '../../../../shared/domain/feeds/feed.ts';
import { type KnownItem, recogniseItems } from '../../../../shared/domain/feeds/item-keys.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';

const URL_A = 'https://a.example/rss';
const NOW = Date.UTC(2026, 10, 23, 12);
const item = (changes: Partial<FeedItem>): FeedItem => ({ title: 'T', snippet: '', authors: [], ...changes });

/** Polls of one feed, the first one of a feed that was known to be empty; the titles that each of them gives out. */
function polls(histories: readonly (readonly FeedItem[])[], { url = URL_A } = {}): string[][] {
  let seen: readonly KnownItem[] = [];
  return histories.map((items) => {
    const recognised = recogniseItems({ url, items, now: NOW }, seen);
    ({ seen } = recognised);
    return recognised.fresh.map((one) => one.item.title);
  });
}
const keysOf = (items: readonly FeedItem[], url = URL_A) =>
  recogniseItems({ url, items, now: NOW }, []).fresh.map(({ key }) => key);

describe('an item is known', () => {
  it('by its id, whatever its link, and is given out again with another title or text, under its key', () => {
    const first = item({ id: 'a', link: 'https://a.example/1?session=1', title: 'Pump maker in trouble' });
    const moved = { ...first, link: 'https://a.example/1?session=2' };
    const named = { ...moved, title: 'Acme in trouble' };
    const filled = { ...named, snippet: 'Acme says why.' };
    expect(polls([[first], [moved], [named], [named], [filled]])).toEqual([
      [first.title],
      [],
      [named.title],
      [],
      [filled.title],
    ]);
    const { seen } = recogniseItems({ url: URL_A, items: [first], now: NOW }, []);
    const again = recogniseItems({ url: URL_A, items: [named], now: NOW }, seen);
    expect(again).toMatchObject({ fresh: [{ key: seen[0]?.key }], added: 0, isContinuous: true });
  });

  it('by its page, title, date and text where ids are made again; with one of them different it is another one', () => {
    const first = item({ id: '1', link: 'https://a.example/column', publishedAt: NOW, snippet: 'One.' });
    const others = [
      { link: 'https://a.example/column#2' },
      { link: 'https://a.example/column?ref=2' },
      { title: 'Other' },
      { publishedAt: NOW + HOUR },
      { snippet: 'Two.' },
    ];
    const stays = item({ id: 'stays', title: 'Stays' });
    const later = others.map((other, n) => [stays, { ...first, id: `o${n}`, ...other }]);
    expect(polls([[stays, first], [stays, { ...first, id: '2' }], ...later])).toEqual([
      ['Stays', 'T'],
      [],
      ...others.map(({ title = 'T' }) => [title]),
    ]);
  });

  it('by its title where it shares a home page with others and has no id of its own', () => {
    const notice = (title: string) => item({ title, link: 'https://a.example', id: 'https://a.example/' });
    expect(polls([[notice('All works')], [notice('Trains late')], [notice('Trains late')]])).toEqual([
      ['All works'],
      ['Trains late'],
      [],
    ]);
  });

  it('at an aggregator by its outlet, title and date, whatever its link, id and text', () => {
    const of = (n: number, domain: string) =>
      item({
        id: `q${n}`,
        link: `https://all.example/${n}`,
        publishedAt: NOW,
        snippet: `${n}`,
        outlet: { domain },
      });
    const [first, second, third] = polls([
      [of(1, 'post.example')],
      [{ ...of(2, 'post.example'), snippet: '1' }, of(3, 'ledger.example')],
      [{ ...of(4, 'ledger.example'), snippet: '3' }],
    ]);
    expect([first, second, third]).toEqual([['T'], ['T'], []]);
  });

  it('not by an id that several items have, or had', () => {
    const of = (title: string) => item({ id: 'same', title });
    expect(polls([[of('A')], [of('B'), of('A')], [of('B')], [of('C')]])).toEqual([['A'], ['B'], [], ['C']]);
  });
});

describe('the key of an item', () => {
  it('is the same in all feeds by page, title and day', () => {
    const own = item({ id: '1', link: 'https://post.example/x', publishedAt: NOW });
    const linked = item({
      id: 'z',
      link: 'http://www.post.example/x/?utm_source=a',
      publishedAt: NOW - HOUR,
    });
    expect(keysOf([own])).toEqual(keysOf([linked], 'https://all.example/rss'));
    expect(keysOf([own])).not.toEqual(keysOf([{ ...own, publishedAt: NOW + DAY }]));
  });

  it('is one of its own where page, title and day are shared, and where there is no page', () => {
    const editions = [1, 2].map((n) =>
      item({ id: `${n}`, link: 'https://a.example/', publishedAt: NOW + n }),
    );
    expect(new Set(keysOf(editions)).size).toBe(2);
    expect(keysOf([item({ id: '1' })])).not.toEqual(keysOf([item({ id: '1' })], 'https://b.example/rss'));
  });

  it('is given once to what is written twice', () => {
    expect(
      keysOf([item({ link: 'https://a.example/x' }), item({ link: 'https://a.example/x' })]),
    ).toHaveLength(1);
  });
});

it('gives out no revision of what was old when the feed was first read', () => {
  const old = item({ id: 'old', publishedAt: NOW - 9 * DAY });
  const undated = item({ id: 'undated', title: 'U' });
  const first = recogniseItems({ url: URL_A, items: [old, undated], now: NOW });
  expect(first.fresh).toEqual([]);
  const items = [old, undated].map((one) => ({ ...one, snippet: '3 comments' }));
  const second = recogniseItems({ url: URL_A, items, now: NOW }, first.seen);
  expect(second.fresh.map((one) => one.item.title)).toEqual(['U']);
});

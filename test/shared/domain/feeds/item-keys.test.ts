import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FeedItem } from '../../../../shared/domain/feeds/feed.ts';
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

// Random lives of a feed against a plain model: each item is given out once, and each revision of it once more.

/** An item of the outlet, as it knows it itself. */
interface Written {
  number: number;
  title: string;
  revision: number;
}

/** How a feed names its items. */
interface Habits {
  /** Of pages: each its own; one for all; its own with a session that changes; its own, which moves with the site. */
  page: 'own' | 'shared' | 'session' | 'moves';
  id: 'own' | 'anew' | 'none' | 'same';
  isDated: boolean;
  shown: number;
}

/** What happens between two polls: new items, and a headline that is edited, by how far down it stands. */
const step = fc.record({ added: fc.nat(3), edited: fc.option(fc.nat(4)), isMoved: fc.boolean() });
const habits: fc.Arbitrary<Habits> = fc.record({
  page: fc.constantFrom('own', 'shared', 'session', 'moves'),
  id: fc.constantFrom('own', 'anew', 'none', 'same'),
  isDated: fc.boolean(),
  shown: fc.integer({ min: 1, max: 6 }),
});

/** An id of its own, or else a page that stays, tells an item through all changes that are not to its words. */
function isTellable({ page, id, shown }: Habits): boolean {
  if (id === 'own') return true;
  if (id === 'same' && shown === 1) return false;
  return page === 'own' || page === 'shared';
}

const pageOf = ({ page }: Habits, { number }: Written, at: { poll: number; host: string }): string => {
  if (page === 'shared') return 'https://a.example/live';
  return page === 'session' ? `https://a.example/${number}?sid=${at.poll}` : `https://${at.host}/${number}`;
};

it('gives out each item and each revision of it once', () => {
  fc.assert(
    fc.property(habits.filter(isTellable), fc.array(step, { minLength: 1, maxLength: 12 }), (feed, steps) => {
      let seen: readonly KnownItem[] = [];
      let written: Written[] = [];
      let host = 'a.example';
      const keys = new Map<number, Set<string>>();
      for (const [poll, { added, edited, isMoved }] of steps.entries()) {
        if (isMoved && feed.page === 'moves') host = `m${poll}.example`;
        // An edited headline is a revision by its id, and another item without one.
        if (edited !== null && edited < Math.min(feed.shown, written.length))
          written = written.map((one, n) =>
            n === edited ? { ...one, title: `${one.title} again`, revision: poll } : one,
          );
        const from = written.length;
        const fresh = Array.from({ length: added }, (_, n): Written => {
          const number = from + n;
          return { number, title: `Item number ${number}`, revision: poll };
        });
        written = [...fresh.toReversed(), ...written];
        const shown = written.slice(0, feed.shown);
        const items = shown.map((one): FeedItem => {
          const id = {
            own: `id-${one.number}`,
            anew: `id-${poll}-${one.number}`,
            same: 'all',
            none: undefined,
          }[feed.id];
          return {
            title: one.title,
            snippet: '',
            authors: [],
            link: pageOf(feed, one, { poll, host }),
            ...(id !== undefined && { id }),
            ...(feed.isDated && { publishedAt: one.number * HOUR }),
          };
        });
        const recognised = recogniseItems({ url: 'https://a.example/rss', items, now: 1000 * HOUR }, seen);
        ({ seen } = recognised);
        const expected = shown.filter(({ revision }) => revision === poll).map(({ title }) => title);
        expect(recognised.fresh.map((one) => one.item.title)).toEqual(expected);
        for (const { item, key } of recognised.fresh) {
          const number = Number(/\d+/.exec(item.title)?.[0]);
          keys.set(number, (keys.get(number) ?? new Set()).add(key));
        }
      }
      const all = [...keys.values()].flatMap((own) => [...own]);
      expect(new Set(all).size).toBe(all.length);
      expect(feed.id !== 'own' || [...keys.values()].every(({ size }) => size === 1)).toBe(true);
    }),
  );
});

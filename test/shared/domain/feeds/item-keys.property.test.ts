import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FeedItem } from '../../../../shared/domain/feeds/feed.ts';
import { type KnownItem, recogniseItems } from '../../../../shared/domain/feeds/item-keys.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';

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

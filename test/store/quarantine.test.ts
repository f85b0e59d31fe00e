import { describe, expect, it } from 'vitest';
import { openStore } from '../../shared/store/open-store.ts';
import type { QuarantinedItem } from '../../shared/domain/findings/quarantine.ts';
import { DAY, HOUR } from '../../shared/domain/time/instant.ts';
import { NOON } from '../ports/examples.ts';
import { describeOnEachTable } from './each-table.ts';

const anItem = (id: string, changes: Partial<QuarantinedItem> = {}): QuarantinedItem => ({
  watchId: 'odd-news',
  id,
  service: 'news',
  reason: 'Its field id is missing or not valid.',
  raw: '{"title":"a\\u0000b"}',
  times: 1,
  firstAt: NOON,
  lastAt: NOON,
  expiresAt: NOON + DAY,
  ...changes,
});

describeOnEachTable('quarantined items:', (table) => {
  const store = () => openStore(table());
  describe('quarantine', () => {
    it('holds an item once, however often it comes, until it expires', async () => {
      const { quarantine } = store();
      const later = anItem('b', { firstAt: NOON + HOUR, lastAt: NOON + HOUR, cutFrom: 20_000 });
      for (const item of [anItem('a'), later]) await quarantine.put(item);
      await quarantine.put(anItem('a', { firstAt: NOON + DAY, reason: 'Another.' }));
      await quarantine.comesAgain(anItem('a', { lastAt: NOON + 2 * HOUR, expiresAt: NOON + 2 * DAY }));
      await quarantine.comesAgain(anItem('unknown'));
      expect(await quarantine.known('odd-news', ['a', 'b', 'c', 'unknown'])).toEqual(new Set(['a', 'b']));
      const again = anItem('a', { times: 2, lastAt: NOON + 2 * HOUR, expiresAt: NOON + 2 * DAY });
      expect(await quarantine.latest('odd-news', { limit: 9, now: NOON })).toEqual([later, again]);
      expect(await quarantine.latest('odd-news', { limit: 1, now: NOON })).toEqual([later]);
      expect(await quarantine.counts(NOON, 'odd-news')).toEqual(new Map([['odd-news', 2]]));
      expect((await quarantine.counts(NOON + DAY)).get('odd-news')).toBe(1);
      expect(await quarantine.latest('odd-news', { limit: 9, now: NOON + DAY })).toEqual([again]);
      expect(await quarantine.counts(NOON, 'odd')).toEqual(new Map());
    });
  });
});

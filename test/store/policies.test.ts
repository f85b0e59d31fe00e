import { describe, expect, it } from 'vitest';
import { openStore } from '../../shared/store/open-store.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { HourlyCounts } from '../../shared/domain/counting/hourly-counts.ts';
import { NOON } from '../ports/examples.ts';
import { describeOnEachTable, fresh } from './each-table.ts';

function someHourlyCounts(changes: Partial<HourlyCounts> = {}): HourlyCounts {
  const hour = { articles: 3, stories: 2, scored: 1, sentimentSum: -0.25 };
  const detection = {
    text: 'Many.',
    period: { from: NOON - DAY, to: NOON },
    seen: { articles: 4 },
    figures: {},
  };
  return {
    watchId: 'acme-news',
    policy: 'volume',
    since: NOON - DAY,
    until: NOON,
    readAt: NOON + MINUTE,
    hours: [{ at: NOON - HOUR, ...hour, latest: NOON - HOUR + 1_234 }],
    recent: [{ story: 's1', at: NOON - HOUR }],
    episode: { at: NOON - HOUR, last: NOON },
    detections: [{ at: NOON, detection }],
    ...changes,
  };
}

describeOnEachTable('what policies keep:', (table) => {
  const store = () => openStore(table());
  describe('hourly counts', () => {
    it('gives hourly counts back whole, and overwrites only the one that was read', async () => {
      const watchId = fresh('w');
      const first = someHourlyCounts({ watchId });
      expect(await store().hourlyCounts.get(watchId)).toBeUndefined();
      expect(await store().hourlyCounts.put(first, undefined)).toBe(true);
      expect(await store().hourlyCounts.get(watchId)).toEqual(first);
      expect(await store().hourlyCounts.put(first, undefined)).toBe(false);
      const { episode: _episode, ...calm } = someHourlyCounts({
        watchId,
        until: NOON + HOUR,
        readAt: NOON + HOUR,
        detections: [],
      });
      expect(await store().hourlyCounts.put(calm, first)).toBe(true);
      expect(await store().hourlyCounts.put({ ...first, hours: [] }, first)).toBe(false);
      expect(await store().hourlyCounts.get(watchId)).toEqual(calm);
    });
  });

  describe('seen values', () => {
    const value = (watchId: string, changes: object = {}) => ({
      watchId,
      of: 'outlet',
      value: 'news.example',
      fingerprint: 'article-1',
      now: NOON,
      until: NOON + DAY,
      ...changes,
    });

    it('says yes to the first finding that brings a value, however often it asks, and no to every other', async () => {
      const watchId = fresh('w');
      expect(await store().seenValues.isFirst(value(watchId))).toBe(true);
      expect(await store().seenValues.isFirst(value(watchId))).toBe(true);
      expect(await store().seenValues.isFirst(value(watchId, { fingerprint: 'article-2' }))).toBe(false);
      const others = [{ of: 'author' }, { value: 'other.example' }, { watchId: fresh('w') }];
      for (const other of others) {
        expect(await store().seenValues.isFirst(value(watchId, { fingerprint: 'article-2', ...other }))).toBe(
          true,
        );
      }
    });

    it('forgets a value that was not found again in time, not one that was', async () => {
      const watchId = fresh('w');
      const at = (days: number, fingerprint: string) =>
        store().seenValues.isFirst(
          value(watchId, { fingerprint, now: NOON + days * DAY, until: NOON + (days + 2) * DAY }),
        );
      expect(await at(0, 'a')).toBe(true);
      expect(await at(1, 'b')).toBe(false);
      expect(await at(3, 'c'), 'b was found two days ago').toBe(false);
      expect(await at(6, 'd')).toBe(true);
    });
  });
});

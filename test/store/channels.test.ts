import { describe, expect, it } from 'vitest';
import { openStore } from '../../shared/store/open-store.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { ReaderAction } from '../../shared/domain/pages/reader-action.ts';
import { changedOrder, newStoryOrder } from '../../shared/domain/pages/story-order.ts';
import { NOON } from '../ports/examples.ts';
import { describeOnEachTable, fresh } from './each-table.ts';

describeOnEachTable('what keeps channels calm:', (table) => {
  const open = () => openStore(table());

  describe('what readers did', () => {
    const anAction = (changes: Partial<ReaderAction> = {}): ReaderAction => ({
      kind: 'mute-story',
      watchId: fresh('watch'),
      alertId: 'alert-1',
      lane: 'press~slack',
      story: 'story-1',
      domain: 'news.example',
      at: NOON,
      silenceId: 'silence-1',
      mutedUntil: NOON + DAY,
      expiresAt: NOON + 400 * DAY,
      ...changes,
    });

    it('is put once for each alert, kind and lane, and is listed by watch and by alert', async () => {
      const { readerActions } = open();
      const first = anAction();
      const others = [
        { ...first, alertId: 'alert-10' },
        { ...first, kind: 'acknowledge' as const },
        { ...first, lane: 'press' },
      ];
      for (const one of [first, ...others]) expect(await readerActions.put(one)).toBe(true);
      expect(await readerActions.put({ ...first, at: NOON + 1 })).toBe(false);
      expect(await readerActions.of(first.watchId, 'alert-1')).toEqual([others[1], others[2], first]);
      expect(await readerActions.of(first.watchId)).toHaveLength(4);
      expect(await readerActions.of('nobody')).toEqual([]);
    });

    it('is changed by the one who has read it last', async () => {
      const { readerActions } = open();
      const first = anAction();
      await readerActions.put(first);
      const undone = { ...first, undoneAt: NOON + MINUTE };
      expect(await readerActions.put(undone, { ...first, at: NOON - 1 })).toBe(false);
      expect(await readerActions.put(undone, first)).toBe(true);
      expect(await readerActions.put(undone, first)).toBe(false);
      const again = { ...first, at: NOON + HOUR };
      expect(await readerActions.put(again, undone)).toBe(true);
      expect(await readerActions.of(first.watchId)).toEqual([again]);
    });
  });

  describe('what people order about stories', () => {
    const ordered = (space: string, changes: Partial<Parameters<typeof newStoryOrder>[0]> = {}) =>
      newStoryOrder({ kind: 'split', space, story: 'story-1', article: 'article-1', at: NOON, ...changes });

    it('is changed by the one who has read it last', async () => {
      const { storyOrders } = open();
      const space = fresh('space');
      const first = ordered(space);
      await storyOrders.put(first);
      const done = changedOrder(first, { result: 'done' });
      expect(await storyOrders.put(done, { ...first, revision: 7 })).toBe(false);
      expect(await storyOrders.put(done, first)).toBe(true);
      expect(await storyOrders.put(done, first)).toBe(false);
      const undone = changedOrder(done, { undoneAt: NOON });
      expect(await storyOrders.put(undone, done)).toBe(true);
      expect(await storyOrders.of(space)).toEqual([undone]);
    });
  });
});

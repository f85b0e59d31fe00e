import { beforeAll, expect, it } from 'vitest';
import type { Waiting } from '../../shared/domain/alerts/decision.ts';
import { DAY, MINUTE } from '../../shared/domain/time/instant.ts';
import { openStore, type Store } from '../../shared/store/open-store.ts';
import { NOON } from '../ports/examples.ts';
import { describeOnEachTable, fresh } from './each-table.ts';

const lease = (owner: string, until = NOON + MINUTE) => ({ owner, until });

const aPart = (space: string, changes: Partial<Waiting & { kind: 'part' }> = {}): Waiting => ({
  kind: 'part',
  part: 'part-1',
  space,
  rank: 'live',
  since: NOON,
  watchId: 'w',
  ...changes,
});

describeOnEachTable('spaces:', (table) => {
  let store: Store;
  beforeAll(() => {
    store = openStore(table());
  });

  it('are held by one at a time, until it gives the lease back or its time ends', async () => {
    const space = fresh('space');
    const first = await store.spaces.acquire(space, lease('a'), NOON);
    expect(first).toEqual({ space, fence: 1 });
    expect(await store.spaces.acquire(space, lease('b'), NOON + MINUTE)).toBeUndefined();
    expect(await store.spaces.acquire(space, lease('a'), NOON)).toEqual({ space, fence: 2 });
    expect(await store.spaces.release({ space, fence: 2 })).toBe(true);
    expect(await store.spaces.acquire(space, lease('b'), NOON)).toEqual({ space, fence: 3 });
    expect(await store.spaces.acquire(space, lease('c'), NOON + MINUTE + 1)).toEqual({ space, fence: 4 });
  });

  it('let nobody begin or release under an older fence, or without the lease', async () => {
    const space = fresh('space');
    const old = (await store.spaces.acquire(space, lease('a'), NOON))!;
    expect(await store.spaces.begin(old, aPart(space))).toBe(true);
    const now = (await store.spaces.acquire(space, lease('b'), NOON + MINUTE + 1))!;
    expect(await store.spaces.begin(old, aPart(space))).toBe(false);
    expect(await store.spaces.release(old)).toBe(false);
    expect(await store.spaces.begin(now, aPart(space))).toBe(true);
    expect(await store.spaces.release(now)).toBe(true);
    expect(await store.spaces.begin(now, aPart(space))).toBe(false);
  });

  it('are ordered once for all that order them, until a holder of the lease looks or the order is lost', async () => {
    const space = fresh('space');
    const order = (by: string, now = NOON) =>
      store.spaces.order(space, { by, now, lostBefore: now - MINUTE });
    expect([await order('one'), await order('two'), await order('one')]).toEqual([true, false, true]);
    expect(await order('two', NOON + 2 * MINUTE)).toBe(true);
    const held = await store.spaces.acquire(space, lease('a'), NOON);
    expect(held, 'an order takes no lease').toEqual({ space, fence: 1 });
    expect(await order('three', NOON + 2 * MINUTE)).toBe(true);
    expect(await store.spaces.begin(held!, aPart(space)), 'nor does it end one').toBe(true);
  });

  it('keep what waits in them, each once, in the order in which it is decided', async () => {
    const space = fresh('space');
    const { watchId } = aPart(space);
    const own = { space, since: NOON, watchId };
    const inOrder: Waiting[] = [
      aPart(space, { rank: 'critical', since: NOON + DAY }),
      { ...own, kind: 'split', rank: 'live', order: 'split#a' },
      aPart(space),
      aPart(space, { part: 'part-2' }),
      { ...own, kind: 'changes', rank: 'live', fingerprints: ['a', 'b'] },
      { ...own, kind: 'hours', rank: 'live', until: NOON },
      aPart(space, { since: NOON + 1 }),
      aPart(space, { rank: 'silent', since: NOON - DAY }),
    ];
    for (let again = 0; again < 2; again += 1) await store.spaces.wait(inOrder.toReversed());
    expect(await store.spaces.waiting(space, 99)).toEqual(inOrder);
    expect(await store.spaces.waiting(space, 2)).toEqual(inOrder.slice(0, 2));
    for (const one of inOrder.slice(1)) await store.spaces.settle(one);
    expect(await store.spaces.waiting(space, 99)).toEqual(inOrder.slice(0, 1));
  });
});

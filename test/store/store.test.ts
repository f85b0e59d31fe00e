import { beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../shared/store/open-store.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { NOON } from '../ports/examples.ts';
import { describeOnEachTable, fresh } from './each-table.ts';

describeOnEachTable('the store:', (table) => {
  let store: Store;
  beforeAll(() => {
    store = openStore(table());
  });

  describe('run states', () => {
    const order = () => ({ watchId: fresh('w'), track: 'live' as const });
    const lease = (owner: string, until = NOON + MINUTE) => ({ owner, until });

    it('lets one owner in at a time, and the next one when the lease was given back', async () => {
      const run = order();
      const first = await store.states.acquire(run, lease('a'), NOON);
      expect(first).toMatchObject({ fence: 1, clean: true, failures: 0, incidents: [], baseFound: 0 });
      expect(await store.states.acquire(run, lease('b'), NOON)).toBeUndefined();
      expect(await store.states.save(first!, { set: { coveredUntil: NOON }, release: true })).toBe(true);
      const second = await store.states.acquire(run, lease('b'), NOON);
      expect(second).toMatchObject({ fence: 2, clean: true, coveredUntil: NOON });
    });

    it('lets the same owner re-enter, and another one when the lease has ended, and says that work was left', async () => {
      const run = order();
      await store.states.acquire(run, lease('a'), NOON);
      expect(await store.states.acquire(run, lease('a'), NOON)).toMatchObject({ fence: 2, clean: false });
      expect(await store.states.acquire(run, lease('b'), NOON + MINUTE + 1)).toMatchObject({
        fence: 3,
        clean: false,
      });
    });

    it('refuses a write under an older fence, and one after the lease was given back', async () => {
      const run = order();
      const old = await store.states.acquire(run, lease('a'), NOON);
      const now = await store.states.acquire(run, lease('b'), NOON + MINUTE + 1);
      expect(await store.states.save(old!, { set: { failures: 9 } })).toBe(false);
      expect(await store.states.save(now!, { set: { failures: 1 }, release: true })).toBe(true);
      expect(await store.states.save(now!, { set: { failures: 9 } })).toBe(false);
      expect(await store.states.read(run.watchId, 'live')).toMatchObject({ failures: 1 });
    });

    it('keeps the fence of a watch that was removed: no earlier run writes the state of a later watch', async () => {
      const run = order();
      const old = await store.states.acquire(run, lease('a'), NOON);
      await store.states.save(old!, { set: { version: 'v1', baseUntil: NOON, failures: 3 } });
      await store.states.remove(run.watchId);
      const rate = { state: 'paused', reason: 'short', until: NOON + MINUTE } as const;
      await store.states.setRate(run.watchId, rate);
      expect(await store.states.read(run.watchId, 'live')).toBeUndefined();
      const next = await store.states.acquire(run, lease('b'), NOON);
      expect(next).toMatchObject({ clean: true, failures: 0, baseFound: 0, incidents: [] });
      expect(next?.fence).toBeGreaterThan(old!.fence);
      for (const field of ['version', 'baseUntil', 'rate'] as const) expect(next).not.toHaveProperty(field);
      expect(await store.states.save(old!, { set: { failures: 9 } })).toBe(false);
      expect(await store.states.read(run.watchId, 'live')).toMatchObject({ failures: 0 });
    });

    it('adds to the findings of the month that it counts, whoever holds the lease', async () => {
      const { watchId } = order();
      const more = { now: NOON, found: 3 };
      expect(await store.states.addFound(watchId, more)).toBe(false);
      const state = await store.states.acquire({ watchId, track: 'live' }, lease('a'), NOON);
      const counters = { month: '2026-11', calls: 1, runs: 1, found: 2, foundOn: {} };
      await store.states.save(state!, { set: { counters } });
      expect(await store.states.addFound(watchId, more)).toBe(true);
      expect(await store.states.addFound(watchId, { ...more, now: NOON + 31 * DAY })).toBe(false);
      // The holder still holds it.
      expect(await store.states.save(state!, { set: {}, release: true })).toBe(true);
      const read = await store.states.read(watchId, 'live');
      expect(read).toMatchObject({
        fence: 1,
        counters: { ...counters, found: 5, foundOn: { '2026-11-20': 3 } },
      });
      await store.states.remove(watchId);
      expect(await store.states.addFound(watchId, more)).toBe(false);
    });
  });

  describe('extractions', () => {
    it('claim a job of the service for the first that asks', async () => {
      const upstreamId = fresh('job');
      const claim = (extractionId: string) =>
        store.extractions.claim(upstreamId, { extractionId, expiresAt: NOON + DAY });
      expect(await claim('a')).toBe(true);
      expect(await claim('b')).toBe(false);
      expect(await claim('a')).toBe(true);
    });
  });

  describe('marks of records', () => {
    it('belong to the first that claims them, in each watch by itself', async () => {
      const [watchId, other] = [fresh('w'), fresh('w')];
      const mark = { id: 'mark-1', fingerprint: 'a', extractionId: 'job-a' };
      const claim = (to: string, changes: Partial<typeof mark> = {}) =>
        store.recordKeys.claim(to, { ...mark, ...changes, expiresAt: NOON + DAY });
      expect(await claim(watchId)).toEqual(mark);
      const late = { fingerprint: 'b', extractionId: 'job-b' };
      expect(await claim(watchId, late)).toEqual(mark);
      expect(await claim(other, late)).toEqual({ ...mark, ...late });
      expect(await store.recordKeys.read(watchId, ['mark-1', 'mark-1', 'mark-2'])).toEqual(
        new Map([['mark-1', mark]]),
      );
      expect(await store.recordKeys.read(watchId, [])).toEqual(new Map());
    });
  });

  describe('gates and leases', () => {
    it('let one deliverer in for each urgency', async () => {
      const channel = fresh('c');
      const until = NOON + MINUTE;
      const calm = { owner: 'a', until };
      const urgent = { owner: 'b', until, urgency: 'critical' } as const;
      expect(await store.gate.enter(channel, calm, NOON)).toEqual([]);
      expect(await store.gate.enter(channel, urgent, NOON)).toEqual([]);
      const other = { owner: 'c', until: NOON + HOUR };
      expect(await store.gate.enter(channel, { ...other, urgency: 'normal' }, NOON)).toBeUndefined();
      expect(await store.gate.enter(channel, { ...other, urgency: 'critical' }, NOON)).toBeUndefined();
      await store.gate.leave(channel, { ...calm, urgency: 'normal' });
      expect(await store.gate.enter(channel, { ...other, urgency: 'critical' }, NOON)).toBeUndefined();
      expect(await store.gate.enter(channel, { ...other, urgency: 'normal' }, NOON)).toEqual([]);
      expect(await store.gate.enter(channel, { ...other, urgency: 'critical' }, until + 1)).toEqual([]);
      expect(await store.gate.note(channel, urgent, [until], [])).toBe(false);
    });

    it('book a sending time only while the other urgency has booked none', async () => {
      const channel = fresh('c');
      const calm = { owner: 'a', until: NOON + MINUTE, urgency: 'normal' } as const;
      const urgent = { owner: 'a', until: NOON + MINUTE, urgency: 'critical' } as const;
      await store.gate.enter(channel, calm, NOON);
      await store.gate.enter(channel, urgent, NOON);
      expect(await store.gate.note(channel, urgent, [NOON], [])).toBe(true);
      expect(await store.gate.note(channel, calm, [NOON + 1], [])).toBe(false);
      expect(await store.gate.enter(channel, calm, NOON)).toEqual([NOON]);
      expect(await store.gate.note(channel, calm, [NOON, NOON + 1], [NOON])).toBe(true);
      expect(await store.gate.note(channel, urgent, [NOON, NOON + 2], [NOON])).toBe(false);
      // The oldest time was left out: as many as before, with another last one.
      expect(await store.gate.note(channel, calm, [NOON + 1, NOON + 3], [NOON, NOON + 1])).toBe(true);
      expect(await store.gate.note(channel, urgent, [NOON + 1, NOON + 4], [NOON, NOON + 1])).toBe(false);
      expect(await store.gate.enter(channel, urgent, NOON)).toEqual([NOON + 1, NOON + 3]);
      await store.gate.leave(channel, urgent);
      expect(await store.gate.note(channel, urgent, [NOON + 9], [NOON + 1, NOON + 3])).toBe(false);
      expect(await store.gate.note(channel, calm, [NOON + 9], [NOON + 1, NOON + 3])).toBe(true);
    });

    it('end with their time', async () => {
      const name = fresh('lease');
      expect(await store.leases.take(name, { owner: 'a', until: NOON + 1 }, NOON)).toBe(true);
      expect(await store.leases.take(name, { owner: 'b', until: NOON + 9 }, NOON + 1)).toBe(false);
      expect(await store.leases.take(name, { owner: 'b', until: NOON + 9 }, NOON + 2)).toBe(true);
      await store.leases.giveBack(name, { owner: 'b', until: 0 });
      expect(await store.leases.take(name, { owner: 'a', until: NOON + 9 }, NOON + 2)).toBe(true);
    });
  });

  describe('pauses of services', () => {
    it('are read by who has seen one, moved by one, and ended for all', async () => {
      const other = openStore(table());
      const pause = { since: NOON, times: 1, until: NOON + 1 };
      await store.pauses.put('events', pause);
      expect(await store.pauses.get('events')).toEqual(pause);
      expect(await other.pauses.get('events')).toBeUndefined();
      expect(await other.pauses.look('events')).toEqual(pause);
      expect(await other.pauses.move('events', pause, NOON + 9)).toBe(true);
      expect(await store.pauses.move('events', pause, NOON + 9)).toBe(false);
      await store.pauses.end('events');
      expect(await other.pauses.get('events')).toBeUndefined();
    });
  });
});

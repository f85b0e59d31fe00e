import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventbridgeSchedules } from '../../../../shared/aws/eventbridge-schedules.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { applyDefinitions } from '../../../../shared/use-cases/apply/apply-definitions.ts';
import { aWatch } from '../../../ports/examples.ts';
import { openSchedulerEngine, SETTINGS } from '../../../ports/scheduler-on-engine.ts';
import { memoryStore } from '../../../store/memory-store.ts';

describe('apply definitions', () => {
  let engine: Awaited<ReturnType<typeof openSchedulerEngine>>;
  let store: ReturnType<typeof memoryStore>;
  beforeAll(async () => {
    engine = await openSchedulerEngine();
  });
  afterAll(() => engine.close());
  beforeEach(() => {
    store = memoryStore();
  });

  /** Applies one watch to the embedded scheduler; gives back how its schedule was changed, and the schedule. */
  async function apply(changes: Partial<Watch>) {
    const { clock } = engine;
    const schedules = eventbridgeSchedules(engine.client, SETTINGS);
    const ports = { ...store, schedules, clock: { now: () => clock.now(), sleep: async () => {} } };
    const outcome = await applyDefinitions([aWatch(changes)], { ...ports, keep: async () => {} });
    const [left] = await schedules.list();
    const [how] = Object.entries(outcome.schedules).find(([, ids]) => ids.length > 0) ?? ['same'];
    return { how, left };
  }

  const remove = () => eventbridgeSchedules(engine.client, SETTINGS).remove('acme-news');
  const written = () => engine.proxy.passages.filter(({ action }) => !action.startsWith('GET')).length;

  describe('a rate', () => {
    beforeEach(remove);

    it('that changes starts within its first period, however long the old schedule has run', async () => {
      await apply({ schedule: 'rate(15 minutes)' });
      engine.clock.leap(40 * DAY + 7 * MINUTE);
      for (const [schedule, period] of [
        ['rate(1 hour)', HOUR],
        ['rate(1 minute)', MINUTE],
        ['rate(3 days)', 3 * DAY],
      ] as const) {
        const { how, left } = await apply({ schedule });
        expect(how).toBe('changed');
        const wait = (left?.start ?? 0) - engine.clock.now();
        // A second passes at most while it is applied.
        expect(wait).toBeGreaterThanOrEqual(-1_000);
        expect(wait).toBeLessThanOrEqual(period);
        expect((await apply({ schedule })).how).toBe('same');
      }
    });

    it('keeps its phase when something else changes', async () => {
      const before = (await apply({ schedule: 'rate(15 minutes)' })).left?.start ?? 0;
      engine.clock.leap(9 * DAY + 4 * MINUTE);
      const { how, left } = await apply({ schedule: 'rate(15 minutes)', timezone: 'Asia/Tokyo' });
      expect(how).toBe('changed');
      expect(((left?.start ?? 0) - before) % (15 * MINUTE)).toBe(0);
      expect(left?.start).toBeGreaterThan(before);
    });
  });

  describe('at() that has passed', () => {
    const past = { schedule: 'at(2026-01-01T08:00:00)', timezone: 'UTC' };
    beforeEach(remove);

    it('makes no schedule: the watch is put, and applying again changes nothing', async () => {
      expect(await apply(past)).toEqual({ how: 'same', left: undefined });
      expect(await store.definitions.watch('acme-news')).toMatchObject(past);
      expect((await apply(past)).how).toBe('same');
    });

    it('ends another schedule of its watch', async () => {
      await apply({ schedule: 'rate(15 minutes)' });
      expect(await apply(past)).toEqual({ how: 'removed', left: undefined });
    });

    it('leaves its own schedule as it is: the scheduler may still be sending it', async () => {
      const local = new Date(engine.clock.now() + HOUR).toISOString().slice(0, 19);
      const soon = { schedule: `at(${local})`, timezone: 'UTC' };
      expect((await apply(soon)).how).toBe('added');
      engine.clock.leap(HOUR + 1_000);
      const writes = written();
      expect((await apply(soon)).how).toBe('same');
      expect(written()).toBe(writes);
    });
  });
});

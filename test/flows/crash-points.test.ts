import { describe, expect, it } from 'vitest';
import type { Channel } from '../../shared/domain/channels/channel.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import { applyWatches } from '../../shared/use-cases/apply/apply-watches.ts';
import { addSilence } from '../../shared/use-cases/deliver/redrive-messages.ts';
import { deliverAlerts } from '../../shared/use-cases/deliver/deliver-alerts.ts';
import { putAlert } from '../../shared/use-cases/alerts/put-alerts.ts';
import { dies, dying, forEveryDeath } from '../ports/dying.ts';
import { aChannel, anAlert, aReportPlan, aWatch, NOON } from '../ports/examples.ts';
import { memoryReportSchedules, memorySchedules, memorySubscriptions } from '../ports/memory-services.ts';
import { workbench } from '../shared/use-cases/bench.ts';

// Runs and decisions that die are in three-stages.test.ts.

describe('a delivery that groups, mutes and caps, and dies at any port call', () => {
  const grouping = { by: ['severity'], wait: 30 * SECOND, interval: 5 * MINUTE, repeat: 0 } as const;
  const channels: Record<string, Partial<Channel>> = {
    'in groups with a wait and a cooldown': { grouping },
    'under a storm cap': { stormCap: 3 },
    'in groups, under a storm cap': { grouping: { ...grouping, by: ['story'] }, stormCap: 3 },
  };
  it.each(Object.entries(channels))(
    '%s: sends or mutes every alert, and repeats at most one message',
    async (_name, changes) => {
      const open = async () => {
        const bench = await workbench({ watches: [aWatch()], channels: [aChannel(changes)] });
        const silence = { matchers: { watch: ['muted'] }, owner: 'jane', reason: 'r', endsAt: NOON + DAY };
        await addSilence(silence, bench.ports);
        for (let n = 0; n < 9; n += 1) {
          const severity = n % 2 === 0 ? 'info' : 'warning';
          const alert = anAlert(n, { severity, ...(n % 4 === 3 && { watchId: 'muted' }) });
          await putAlert(bench.ports, alert);
        }
        bench.clock.at += MINUTE;
        return bench;
      };
      const deaths = await forEveryDeath(async (doom) => {
        const bench = await open();
        const context = { owner: 'a', deadline: NOON + HOUR };
        await dies(deliverAlerts('all', dying(bench.ports, doom), context));
        for (let n = 0; n < 40; n += 1) {
          bench.clock.at += 2 * MINUTE;
          await bench.deliver();
        }
        const { published } = bench.topic;
        const notified = published.flatMap(({ alertIds }) => alertIds);
        expect(new Set(notified).size).toBe(7);
        const ids = published.map(({ id }) => id);
        expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(1);
        const texts = new Set(published.map(({ id, texts }) => JSON.stringify([id, texts])));
        expect(texts.size).toBe(new Set(ids).size);
        const muted = await Promise.all([3, 7].map((n) => bench.store.alerts.get(anAlert(n).id)));
        expect(muted.map((one) => one?.state.state)).toEqual(['silenced', 'silenced']);
      });
      expect(deaths).toBeGreaterThan(16);
    },
  );
});

describe('an apply that dies at any port call', () => {
  it('is completed by applying again', async () => {
    const before = {
      watches: [aWatch({ id: 'stays' }), aWatch({ id: 'goes' }), aWatch({ id: 'changes' })],
      channels: [aChannel(), aChannel({ name: 'old', email: ['old@acme.example'] })],
      reports: [aReportPlan({ id: 'weekly' }), aReportPlan({ id: 'gone' })],
    };
    const after = {
      watches: [
        aWatch({ id: 'stays' }),
        aWatch({ id: 'changes', schedule: 'rate(1 hour)' }),
        aWatch({ id: 'comes' }),
      ],
      channels: [
        aChannel({ email: ['press@acme.example', 'new@acme.example'] }),
        aChannel({ name: 'young' }),
      ],
      reports: [aReportPlan({ id: 'weekly', schedule: 'cron(0 9 ? * MON *)' }), aReportPlan({ id: 'new' })],
    };
    const open = async () => {
      const bench = await workbench({ watches: [], channels: [] });
      const ports = {
        ...bench.ports,
        schedules: memorySchedules(),
        subscriptions: memorySubscriptions(),
        reportSchedules: memoryReportSchedules(),
      };
      const context = { owner: 'one', deadline: NOON + 5 * MINUTE };
      await applyWatches(before, ports, context);
      await bench.store.alerts.put(anAlert(1, { watchId: 'goes' }), { dueAt: NOON + DAY });
      return { bench, ports };
    };
    await forEveryDeath(async (doom) => {
      const { bench, ports } = await open();
      await dies(applyWatches(after, dying(ports, doom), { owner: 'two', deadline: NOON + 5 * MINUTE }));
      bench.clock.at = NOON + 2 * MINUTE;
      const outcome = await applyWatches(after, ports, { owner: 'three', deadline: NOON + 5 * MINUTE });
      expect(outcome.status).toBe('applied');
      expect((await bench.store.definitions.watches()).map(({ id }) => id)).toEqual([
        'changes',
        'comes',
        'stays',
      ]);
      expect((await bench.store.removedWatches.all(NOON)).map(({ watchId }) => watchId)).toEqual(['goes']);
      expect((await bench.store.definitions.channels()).map(({ name }) => name)).toEqual([
        'press-team',
        'young',
      ]);
      expect([...ports.schedules.schedules.keys()].toSorted()).toEqual(['changes', 'comes', 'stays']);
      expect(ports.schedules.schedules.get('changes')?.expression).toBe('rate(1 hour)');
      expect([...ports.subscriptions.all.keys()].toSorted()).toEqual([
        'new@acme.example',
        'press@acme.example',
      ]);
      expect((await bench.store.alerts.get('alert-00001'))?.state).toMatchObject({ state: 'dropped' });
      expect((await ports.reportPlans.plans()).map(({ id }) => id)).toEqual(['new', 'weekly']);
      expect([...ports.reportSchedules.schedules.keys()].toSorted()).toEqual(['new', 'weekly']);
      expect(ports.reportSchedules.schedules.get('weekly')?.expression).toBe('cron(0 9 ? * MON *)');
      const again = await applyWatches(after, ports, { owner: 'four', deadline: NOON + 9 * MINUTE });
      const none = { added: [], changed: [], removed: [] };
      expect(again).toEqual({
        status: 'applied',
        watches: none,
        channels: none,
        schedules: none,
        watchlists: none,
        feeds: none,
        reports: none,
        subscriptions: none,
        dropped: 0,
      });
    });
  });
});

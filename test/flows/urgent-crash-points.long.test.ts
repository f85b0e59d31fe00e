import { describe, expect, it } from 'vitest';
import type { Message } from '../../shared/domain/alerts/message.ts';
import { DAY, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import { deliverAlerts } from '../../shared/use-cases/deliver/deliver-alerts.ts';
import { dies, dying, forEveryDeath } from '../ports/dying.ts';
import { aChannel, anAlert, aWatch, NOON } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';

type Bench = Awaited<ReturnType<typeof workbench>>;

const COUNT = 13;
const LATE = 13;

/** Alerts of both urgencies, and a message of each that was begun: its alerts are bound to it, or not yet. */
async function open(isBound: boolean): Promise<Bench> {
  const bench = await workbench({ watches: [aWatch()] });
  const alerts = Array.from({ length: COUNT }, (_, n) =>
    anAlert(n, { severity: n % 3 === 0 ? 'critical' : 'info' }),
  );
  for (const alert of alerts) await bench.store.alerts.put(alert, { dueAt: NOON });
  const channel = aChannel();
  for (const begun of [alerts.slice(0, 1), alerts.slice(1, 3)]) {
    const message = bench.ports.compose(begun, { channel, now: NOON, because: 'group' });
    await bench.store.messages.put(message);
    if (isBound) await bench.store.alerts.bind(message.channel, message);
  }
  bench.clock.at = NOON + MINUTE;
  // An alert is made while the second of the others is sent.
  const publish = bench.topic.publish.bind(bench.topic);
  bench.topic.publish = async (message, to) => {
    const late = anAlert(LATE, { severity: 'critical', createdAt: bench.clock.at });
    if (message.severity === 'info') await bench.store.alerts.put(late, { dueAt: late.createdAt });
    return publish(message, to);
  };
  return bench;
}

/** Delivers with each death that there is; `check` sees each aftermath. */
function deliverAndDie(isBound: boolean, check: (bench: Bench) => Promise<void>): Promise<number> {
  return forEveryDeath(async (doom) => {
    const bench = await open(isBound);
    const context = { owner: 'dies', deadline: bench.clock.at + 5 * MINUTE };
    await dies(deliverAlerts('all', dying(bench.ports, doom), context));
    await check(bench);
  });
}

const repeatsOf = (messages: readonly Message[]) =>
  messages.length - new Set(messages.map(({ id }) => id)).size;

describe('a delivery of both urgencies that dies at any port call', () => {
  it.each([
    ['bound', true],
    ['not bound', false],
  ])('sends every alert, and repeats at most one message, with messages begun and %s', async (_, isBound) => {
    const deaths = await deliverAndDie(isBound, async (bench) => {
      for (let n = 0; n < 5; n += 1) {
        bench.clock.at += 2 * MINUTE;
        await bench.deliver();
      }
      const { published } = bench.topic;
      const late = (await bench.store.alerts.get(anAlert(LATE).id)) ? 1 : 0;
      const texts = new Map(published.map((message) => [message.id, JSON.stringify(message)]));
      expect(new Set(published.flatMap(({ alertIds }) => alertIds)).size).toBe(COUNT + late);
      expect(repeatsOf(published)).toBeLessThanOrEqual(1);
      expect(published.every((message) => texts.get(message.id) === JSON.stringify(message))).toBe(true);
      const once = [...new Map(published.map((message) => [message.id, message])).values()];
      expect(once.flatMap(({ alertIds }) => alertIds)).toHaveLength(COUNT + late);
      expect(await bench.store.outbox.hasWork('press-team', bench.clock.now() + DAY)).toBe(false);
    });
    expect(deaths).toBeGreaterThan(45);
  });

  it('holds a critical alert that is made then only if it died with one of that urgency, and until its lease ends', async () => {
    let onLane = 0;
    const deaths = await deliverAndDie(true, async (bench) => {
      const { clock, store, topic } = bench;
      const made = clock.at;
      const alert = anAlert(99, { severity: 'critical', createdAt: made });
      await store.alerts.put(alert, { dueAt: made });
      const probe = { owner: 'probe', until: made, urgency: 'critical' } as const;
      const isFree = (await store.gate.enter('press-team', probe, made)) !== undefined;
      await store.gate.leave('press-team', probe);
      const delays: number[] = [];
      const publish = topic.publish.bind(topic);
      topic.publish = async (message, channel) => {
        if (message.alertIds.includes(alert.id)) delays.push(clock.at - made);
        return publish(message, channel);
      };
      for (; delays.length === 0; clock.at += SECOND) await bench.deliver();
      expect(Math.max(...delays)).toBeLessThanOrEqual((isFree ? 5 : 40) * SECOND);
      if (!isFree) onLane += 1;
    });
    expect(onLane).toBeGreaterThan(10);
    expect(deaths - onLane).toBeGreaterThan(10);
  });
});

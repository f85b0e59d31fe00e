import { describe, expect, it } from 'vitest';
import type { Alert } from '../../shared/domain/alerts/alert.ts';
import type { Message } from '../../shared/domain/alerts/message.ts';
import { PublishUnsure } from '../../shared/domain/lib/errors.ts';
import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../../shared/domain/time/instant.ts';
import type { Severity } from '../../shared/domain/watches/watch.ts';
import { composeMessage } from '../../shared/render/message/compose-message.ts';
import { putAlert } from '../../shared/use-cases/alerts/put-alerts.ts';
import { deliverAlerts } from '../../shared/use-cases/deliver/deliver-alerts.ts';
import { aChannel, anAlert, NOON } from '../ports/examples.ts';
import { memoryStore } from '../store/memory-store.ts';
import { virtualClock } from '../../infra/cli/replay/replayed-stack.ts';

// One channel on which many runs and sweeps deliver at a time. The clock of the limits is held: waits cost no time,
// and those of several deliverers overlap as they do in life.

/** How long SNS takes to answer, and how long a publish waits for an answer that is lost. */
const ANSWER = 100;
const LOST = 10 * SECOND;

interface Sent {
  at: Instant;
  message: Message;
}

async function openChannel() {
  const clock = virtualClock(NOON);
  const store = memoryStore();
  await store.definitions.putChannel(aChannel());
  const sent: Sent[] = [];
  const bench = { clock, store, sent, isLost: (_message: Message): boolean => false };
  const topic = {
    publish: async (message: Message) => {
      sent.push({ at: clock.now(), message });
      const isLost = bench.isLost(message);
      await clock.sleep(isLost ? LOST : ANSWER);
      if (isLost) throw new PublishUnsure('The answer was lost.');
      return `sns-${sent.length}`;
    },
  };
  const ports = {
    ...store,
    clock,
    topic,
    compose: composeMessage,
  };
  let owners = 0;
  const deliver = (channels: readonly string[] | 'all') =>
    deliverAlerts(channels, ports, {
      owner: `deliverer-${(owners += 1)}`,
      deadline: clock.now() + 2 * MINUTE,
    });
  let alerts = 0;
  return {
    ...bench,
    bench,
    deliver,
    /** What a run does at that time: it puts alerts and delivers them. */
    async runAt(at: Instant, { severity, count }: { severity: Severity; count: number }): Promise<Alert[]> {
      await clock.sleep(at - clock.now());
      const made: Alert[] = [];
      for (let n = 0; n < count; n += 1) {
        const alert = anAlert((alerts += 1), { severity, createdAt: clock.now() });
        await putAlert(ports, alert);
        made.push(alert);
      }
      await deliver(['press-team']);
      return made;
    },
    async sweepUntil(end: Instant) {
      const sweeps: Promise<unknown>[] = [];
      for (; clock.now() < end; await clock.sleep(MINUTE)) sweeps.push(deliver('all'));
      await Promise.all(sweeps);
    },
  };
}

/** The same numbers for the same seed, each below `most`. */
function numbersOf(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** The most messages within any stretch of this length, and the least time between two. */
function busiest(times: readonly Instant[], span: number): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + span).length));
}
function leastGap(times: readonly Instant[]): number {
  return Math.min(...times.slice(1).map((at, n) => at - times[n]!));
}

const isCritical = ({ message }: Sent) => message.severity === 'critical';
const idsOf = (sent: readonly Sent[]) => sent.flatMap(({ message }) => message.alertIds);

/**
 * How many storms of 100 info alerts come in a day, every other one with a critical alert, and how many info alerts
 * alone.
 */
const STORMS = 40;
const ALONE = 1_000;
const INFOS = STORMS * 100 + ALONE;

describe(`${INFOS} info alerts and ${STORMS / 2} critical ones over one channel in a day`, () => {
  it('each critical one leaves within 5 s, none is lost or doubled, and the limits hold', async () => {
    const open = await openChannel();
    const { clock, sent } = open;
    const chance = numbersOf(7);
    // Of every third message the answer is lost: it is unsure, and comes again when its claim ends.
    const tried = new Map<string, number>();
    open.bench.isLost = ({ id, severity }) => {
      if (severity === 'critical') return false;
      tried.set(id, (tried.get(id) ?? 0) + 1);
      return tried.size % 3 === 0 && tried.get(id) === 1;
    };
    const infos: Promise<Alert[]>[] = [];
    const criticals: Promise<Alert[]>[] = [];
    // A critical alert comes into every other storm, while its first messages are sent.
    for (let storm = 0; storm < STORMS; storm += 1) {
      const at = NOON + storm * 30 * MINUTE + chance(10 * MINUTE);
      infos.push(open.runAt(at, { severity: 'info', count: 100 }));
      const soon = at + chance(20 * SECOND);
      if (storm % 2 === 0) criticals.push(open.runAt(soon, { severity: 'critical', count: 1 }));
    }
    for (let n = 0; n < ALONE; n += 1)
      infos.push(open.runAt(NOON + chance(23 * HOUR), { severity: 'info', count: 1 }));
    await clock.run(Promise.all([...infos, ...criticals, open.sweepUntil(NOON + DAY)]));

    const urgent = sent.filter(isCritical);
    const made = new Map((await Promise.all(criticals)).flat().map(({ id, createdAt }) => [id, createdAt]));
    expect(made.size).toBe(STORMS / 2);
    expect(idsOf(urgent).toSorted()).toEqual([...made.keys()].toSorted());
    const delays = urgent.flatMap(({ at, message }) =>
      message.alertIds.map((id) => at - (made.get(id) ?? 0)),
    );
    expect(Math.max(...delays)).toBeLessThanOrEqual(5 * SECOND);

    const calm = sent.filter((one) => !isCritical(one));
    expect(new Set(idsOf(calm)).size).toBe(INFOS);
    const repeats = Map.groupBy(calm, ({ message }) => message.id);
    for (const [id, same] of repeats) {
      expect(same.length).toBe(tried.get(id));
      expect(leastGap(same.map(({ at }) => at))).toBeGreaterThan(MINUTE - SECOND);
      expect(new Set(same.map(({ message }) => JSON.stringify(message))).size).toBe(1);
    }
    const firsts = [...repeats.values()].flatMap((same) => same.slice(0, 1));
    expect(idsOf(firsts)).toHaveLength(INFOS);
    expect(calm.length).toBeGreaterThan(repeats.size);

    const times = sent.map(({ at }) => at);
    expect(leastGap(times)).toBeGreaterThanOrEqual(SECOND);
    expect(busiest(times, MINUTE)).toBeLessThanOrEqual(10);
    expect(
      busiest(
        calm.map(({ at }) => at),
        MINUTE,
      ),
    ).toBeLessThanOrEqual(6);
    expect(await open.store.outbox.hasWork('press-team', clock.now() + DAY)).toBe(false);
  });
});

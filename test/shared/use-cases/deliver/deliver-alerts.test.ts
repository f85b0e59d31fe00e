import { describe, expect, it } from 'vitest';
import { lanesOf } from '../../../../shared/domain/channels/channel.ts';
import { PublishRefused, PublishUnsure } from '../../../../shared/domain/lib/errors.ts';
import { HOUR, MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import type { Severity } from '../../../../shared/domain/watches/watch.ts';
import { deliverAlerts } from '../../../../shared/use-cases/deliver/deliver-alerts.ts';
import { redriveMessages } from '../../../../shared/use-cases/deliver/redrive-messages.ts';
import { aChannel, anAlert, aWatch, NOON } from '../../../ports/examples.ts';
import { workbench } from '../bench.ts';

const open = (count: number, changes: Parameters<typeof aChannel>[0] = {}) =>
  workbench({ watches: [aWatch()], channels: [aChannel(changes), aChannel({ name: 'operators' })] }).then(
    async (bench) => {
      for (let n = 0; n < count; n += 1) await bench.store.alerts.put(anAlert(n), { dueAt: NOON });
      return bench;
    },
  );

describe('delivery', () => {
  it('sends six a minute at most, beside critical ones: the sixth is a summary of the rest', async () => {
    const bench = await open(500);
    await bench.deliver();
    expect(bench.topic.published).toHaveLength(6);
    expect(bench.topic.published.at(-1)?.alertIds).toHaveLength(495);
    expect(bench.topic.published.at(-1)?.texts.subject).toContain('and 494 more');
    await bench.store.alerts.put(anAlert(900), { dueAt: NOON });
    expect(await bench.deliver()).toMatchObject({ messages: [], held: 1 });
    bench.clock.at += MINUTE;
    expect((await bench.deliver()).messages).toHaveLength(1);
  });

  it('says in its next message, once, what a link has muted, also after a death before that was noted', async () => {
    const bench = await open(0);
    const silence = {
      id: 'silence-1',
      matchers: { watch: ['acme-news'], channel: ['press-team'] },
      owner: 'reader',
      reason: 'figures',
      startsAt: NOON,
      endsAt: NOON + MINUTE,
      by: { from: 'message', alert: { id: 'a', createdAt: NOON, channel: 'press-team' } },
    } as const;
    await bench.store.muteNotes.put('press-team', silence);
    const told = bench.ports.muteNotes.sent.bind(bench.ports.muteNotes);
    bench.ports.muteNotes.sent = () => Promise.reject(new Error('dead'));
    await bench.store.alerts.put(anAlert(1), { dueAt: NOON });
    await expect(bench.deliver()).rejects.toThrow('dead');
    bench.ports.muteNotes.sent = told;
    for (const n of [2, 3]) {
      bench.clock.at += HOUR;
      await bench.store.alerts.put(anAlert(n), { dueAt: NOON });
      await bench.deliver();
    }
    const says = bench.topic.published.map(({ texts }) => texts.email.includes('has muted watch acme-news'));
    expect(says).toEqual([true, true, false]);
  });

  it('moves the due time of alerts that fall into quiet hours that began since, except those that pass them', async () => {
    const quietHours = { from: '12:00', to: '14:00', except: 'critical' } as const;
    const bench = await open(2, { quietHours });
    await bench.store.alerts.put(anAlert(7, { severity: 'critical' }), { dueAt: NOON });
    expect(await bench.deliver()).toMatchObject({ held: 2, messages: [{ alertIds: ['alert-00007'] }] });
    bench.clock.at = NOON + HOUR;
    await bench.deliver();
    expect(bench.topic.published.map(({ alertIds }) => alertIds.length)).toEqual([1, 2]);
  });

  it('publishes nothing once it is thawed after it booked its time, when another one has sent the message meanwhile', async () => {
    const bench = await open(1);
    const { gate } = bench.ports;
    let isFrozen = false;
    const frozen = {
      ...gate,
      note: async (...given: Parameters<typeof gate.note>) => {
        const noted = await gate.note(...given);
        if (isFrozen) return noted;
        isFrozen = true;
        bench.clock.at += 5 * MINUTE;
        await bench.deliver('second');
        return noted;
      },
    };
    const limits = { owner: 'first', deadline: bench.clock.now() + HOUR };
    await deliverAlerts('all', { ...bench.ports, gate: frozen }, limits);
    expect(bench.topic.published).toHaveLength(1);
  });

  it('publishes nothing once it is thawed after its claim, which another one has sent meanwhile', async () => {
    const bench = await open(1);
    bench.topic.fail = () => ({ error: new PublishRefused('Not now.'), sent: false });
    await bench.deliver('before');
    bench.topic.fail = undefined;
    bench.clock.at += 2 * MINUTE;
    const { messages } = bench.ports;
    let isFrozen = false;
    const frozen = {
      ...messages,
      move: async (...given: Parameters<typeof messages.move>) => {
        const moved = await messages.move(...given);
        if (isFrozen) return moved;
        isFrozen = true;
        bench.clock.at += 5 * MINUTE;
        await bench.deliver('second');
        return moved;
      },
    };
    const limits = { owner: 'first', deadline: bench.clock.now() + HOUR };
    await deliverAlerts('all', { ...bench.ports, messages: frozen }, limits);
    expect(bench.topic.published).toHaveLength(1);
  });
});

describe('a new message', () => {
  const slack = { channel: '#press', tokenSecret: 'slack-token' };
  it.each([
    ['on the lane of SNS', 'warning', {}],
    ['that is critical', 'critical', {}],
    ['for a service where a repeat is looked for', 'warning', { transports: { slack } }],
  ] as const)('%s is written, and then changed to accepted', async (_, severity, changes) => {
    const { bench, deliver, moved, read } = await recorded(changes, severity);
    await deliver();
    expect(bench.topic.published).toHaveLength(1);
    expect(moved).toEqual(['accepted']);
    expect(read).toEqual([]);
  });

  it('is claimed like any that was begun, and published as a repeat, once its deliverer has died after it published', async () => {
    const { bench, deliver, moved, limits } = await recorded({});
    const { messages } = bench.ports;
    const dies = { ...messages, move: () => Promise.reject(new Error('It died.')) };
    const call = { owner: 'dies', deadline: bench.clock.now() + HOUR };
    await expect(deliverAlerts('all', { ...bench.ports, messages: dies }, call)).rejects.toThrow('It died.');
    expect((await messages.get(bench.topic.published[0]!.id))?.delivery).toMatchObject({
      state: 'pending',
      tries: 0,
    });
    bench.clock.at += 2 * MINUTE;
    await deliver();
    expect(moved).toEqual(['claimed', 'accepted']);
    expect(limits).toMatchObject([{ isRepeat: true }]);
    const [first, second] = bench.topic.published;
    expect(second).toEqual(first);
  });

  /** A channel with 1 alert that is due, and what a deliverer does with its message. */
  async function recorded(changes: Parameters<typeof aChannel>[0], severity: Severity = 'warning') {
    const bench = await open(0, changes);
    const [lane] = lanesOf(aChannel(changes)).toReversed();
    await bench.store.alerts.put(anAlert(1, { channel: lane!.name, severity }), { dueAt: NOON });
    const { messages, topic } = bench.ports;
    const moved: string[] = [];
    const read: string[] = [];
    const limits: unknown[] = [];
    const ports = {
      ...bench.ports,
      messages: {
        ...messages,
        get: (id: string) => (read.push(id), messages.get(id)),
        move: (...given: Parameters<typeof messages.move>) => (
          moved.push(given[1].state), messages.move(...given)
        ),
      },
      topic: {
        ...topic,
        publish: (...given: Parameters<typeof topic.publish>) => (
          limits.push(given[2]), topic.publish(...given)
        ),
      },
    };
    const serves = lane!.name === 'press-team' ? 'sns' : 'others';
    const deliver = () =>
      deliverAlerts('all', ports, { owner: 'one', deadline: bench.clock.now() + HOUR }, serves);
    return { bench, deliver, moved, read, limits };
  }
});

describe('a critical alert', () => {
  const critical = (n: number, at: number) => anAlert(n, { severity: 'critical', createdAt: at });

  it('that is made while the others are being sent is sent after the next of them', async () => {
    const bench = await open(6);
    const publish = bench.topic.publish.bind(bench.topic);
    bench.topic.publish = async (message, channel) => {
      if (message.alertIds.includes('alert-00001'))
        await bench.store.alerts.put(critical(900, bench.clock.at), { dueAt: bench.clock.at });
      return publish(message, channel);
    };
    await bench.deliver();
    // It counts for the six, so one of the others waits for the next minute.
    const order = bench.topic.published.map(({ alertIds }) => alertIds[0]?.slice(-3));
    expect(order).toEqual(['000', '001', '900', '002', '003', '004']);
    bench.clock.at += MINUTE;
    await bench.deliver();
    expect(new Set(bench.topic.published.flatMap(({ alertIds }) => alertIds)).size).toBe(7);
  });

  it('does not wait for another deliverer, nor for a message of the others that gets no answer', async () => {
    const bench = await open(1);
    let urgent: Promise<{ messages: unknown[] }> | undefined;
    bench.topic.fail = ({ severity }) =>
      severity === 'critical' ? undefined : { error: new PublishUnsure('The answer was lost.'), sent: true };
    const publish = bench.topic.publish.bind(bench.topic);
    bench.topic.publish = async (message, channel) => {
      if (message.severity !== 'critical') {
        await bench.store.alerts.put(critical(900, bench.clock.at), { dueAt: bench.clock.at });
        urgent ??= bench.deliver('run of another watch');
        await urgent;
      }
      return publish(message, channel);
    };
    expect((await bench.deliver('sweep')).messages).toMatchObject([{ state: 'unsure' }]);
    expect((await urgent)?.messages).toMatchObject([{ alertIds: ['alert-00900'], state: 'accepted' }]);
    expect(bench.clock.at).toBe(NOON + SECOND);
  });
});

describe('a run that has just put alerts', () => {
  it('looks again when the index of work does not list them yet; a sweep does not', async () => {
    const bench = await open(1);
    const real = bench.store.outbox;
    const outbox: typeof real = {
      ...real,
      hasWork: async (channel, before, of) =>
        bench.clock.at >= NOON + 300 && real.hasWork(channel, before, of),
    };
    const context = { owner: 'run', deadline: NOON + MINUTE };
    const ports = { ...bench.ports, outbox };
    expect((await deliverAlerts('all', ports, context)).messages).toEqual([]);
    expect(bench.clock.at).toBe(NOON);
    expect((await deliverAlerts(['press-team'], ports, context)).messages).toHaveLength(1);
  });
});

describe('a message whose answer was lost', () => {
  it('is unsure, and is sent again under the same id with the same text when its claim ends', async () => {
    const bench = await open(1);
    bench.topic.fail = () => ({ error: new PublishUnsure('The answer was lost.'), sent: true });
    expect((await bench.deliver()).messages).toMatchObject([{ state: 'unsure' }]);
    bench.topic.fail = undefined;
    expect((await bench.deliver()).messages).toEqual([]);
    bench.clock.at += MINUTE + SECOND;
    expect((await bench.deliver()).messages).toMatchObject([{ state: 'accepted' }]);
    const [first, second] = bench.topic.published;
    expect(second).toEqual(first);
  });
});

describe('a message that is refused', () => {
  it('is dead after five tries, the operators are notified, and a redrive sends it again', async () => {
    const bench = await open(1);
    bench.topic.fail = ({ channel }) =>
      channel === 'press-team'
        ? { error: new PublishRefused('InvalidParameter: the text is bad.'), sent: false }
        : undefined;
    const states: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      states.push(...(await bench.deliver()).messages.map(({ channel, state }) => `${channel} ${state}`));
      bench.clock.at += 20 * MINUTE;
    }
    expect(states).toEqual([...Array(4).fill('press-team failed'), 'press-team dead', 'operators accepted']);
    expect(bench.topic.published[0]?.texts.email).toContain('bellwether redrive');
    bench.topic.fail = undefined;
    expect(await redriveMessages('all', bench.ports)).toHaveLength(1);
    expect(await redriveMessages('all', bench.ports)).toEqual([]);
    expect((await bench.deliver()).messages).toMatchObject([{ channel: 'press-team', state: 'accepted' }]);
    expect(await bench.store.incidents.open()).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Message } from '../../shared/domain/alerts/message.ts';
import { PublishRefused } from '../../shared/domain/lib/errors.ts';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import { putAlert } from '../../shared/use-cases/alerts/put-alerts.ts';
import { putChannels, removeChannels } from '../../shared/use-cases/apply/apply-definitions.ts';
import { deliverAlerts } from '../../shared/use-cases/deliver/deliver-alerts.ts';
import { redriveMessages } from '../../shared/use-cases/deliver/redrive-messages.ts';
import { aChannel, anAlert, aWatch } from '../ports/examples.ts';
import { memoryTopic } from '../ports/memory-services.ts';
import { workbench } from '../shared/use-cases/bench.ts';

const transports = {
  slack: { channel: '#press', tokenSecret: 'SLACK_TOKEN' },
  teams: { webhookSecret: 'TEAMS_URL' },
};

/** A bench with the two deliverers, each with its own transport, and the orders from one to the other. */
async function open(alerts: number, changes: Parameters<typeof aChannel>[0] = { transports }) {
  const channels = [aChannel(changes), aChannel({ name: 'plain' }), aChannel({ name: 'operators' })];
  const bench = await workbench({ watches: [aWatch()], channels });
  for (let n = 0; n < alerts; n += 1) await putAlert(bench.ports, anAlert(n));
  const orders: string[][] = [];
  const others = memoryTopic();
  const transportQueue = { send: async (names: readonly string[]) => void orders.push([...names]) };
  const limits = (owner: string) => ({ owner, deadline: bench.clock.now() + 2 * MINUTE });
  return {
    ...bench,
    orders,
    others,
    deliver: (of: readonly string[] | 'all' = 'all') =>
      deliverAlerts(of, { ...bench.ports, transportQueue }, limits('sns')),
    deliverOthers: (ports = bench.ports) =>
      deliverAlerts('all', { ...ports, topic: others }, limits('others'), 'others'),
  };
}

const lanesOf = (messages: readonly Message[]) => [...new Set(messages.map(({ channel }) => channel))];

describe('the lanes of a channel', () => {
  it('are ordered by a sweep while something is due on them, and by a run for the channels on which it put alerts', async () => {
    const bench = await open(1);
    await bench.deliver();
    expect(bench.orders).toEqual([['press-team']]);
    await bench.deliverOthers();
    await bench.deliver();
    expect(bench.orders).toHaveLength(1);
    await bench.deliver(['plain', 'press-team']);
    await bench.deliver(['plain']);
    expect(bench.orders).toEqual([['press-team'], ['press-team']]);
  });

  it('hold up no other when one is refused, or when its store fails', async () => {
    const bench = await open(1);
    bench.others.fail = ({ channel }) =>
      channel === 'press-team~slack' ? { error: new PublishRefused('no'), sent: false } : undefined;
    const { messages } = await bench.deliverOthers();
    expect(Object.fromEntries(messages.map(({ channel, state }) => [channel, state]))).toEqual({
      'press-team~slack': 'failed',
      'press-team~teams': 'accepted',
    });
    const broken = await open(1);
    const gate = { ...broken.store.gate };
    gate.enter = async (lane, lease, now) => {
      if (lane === 'press-team~slack') throw new Error('the store fails');
      return broken.store.gate.enter(lane, lease, now);
    };
    await expect(broken.deliverOthers({ ...broken.ports, gate })).rejects.toThrow('the store fails');
    expect(lanesOf(broken.others.published)).toEqual(['press-team~teams']);
  });

  it('have dead messages of their own: an incident names the transport, and a redrive sends on that lane alone', async () => {
    const bench = await open(1);
    bench.others.fail = ({ channel }) =>
      channel === 'press-team~slack' ? { error: new PublishRefused('no'), sent: false } : undefined;
    for (let n = 0; n < 6; n += 1) {
      await bench.deliverOthers();
      bench.clock.at += 20 * MINUTE;
    }
    expect(await bench.store.incidents.open()).toMatchObject([
      {
        subject: 'channel:press-team~slack:dead-delivery',
        text: expect.stringContaining('press-team (Slack)'),
      },
    ]);
    bench.others.fail = undefined;
    bench.others.published.length = 0;
    expect(await redriveMessages('all', bench.ports)).toHaveLength(1);
    await bench.deliverOthers();
    expect(lanesOf(bench.others.published)).toEqual(['press-team~slack']);
  });
});

describe('a lane that is added or removed', () => {
  it('drops its pending alerts with a receipt, and leaves those of the other lanes', async () => {
    const bench = await open(2);
    const ports = { ...bench.ports, keep: async () => {} };
    const others = [aChannel({ name: 'plain' }), aChannel({ name: 'operators' })];
    await putChannels([aChannel({ transports: { teams: transports.teams } }), ...others], ports);
    const stored = await bench.store.alerts.onLanes(anAlert(0).id);
    expect(Object.fromEntries(stored.map(({ alert, state }) => [alert.channel, state.state]))).toEqual({
      'press-team': 'pending',
      'press-team~slack': 'dropped',
      'press-team~teams': 'pending',
    });
    expect(stored.map(({ state }) => 'reason' in state && state.reason)).toContain(
      'the channel press-team (Slack) was removed',
    );
    expect(await removeChannels(['press-team'], ports)).toBe(4);
  });
});

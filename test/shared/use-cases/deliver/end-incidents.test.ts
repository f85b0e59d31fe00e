import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import { QUIET_FOR } from '../../../../shared/domain/channels/incidents.ts';
import { type ReaderAction } from '../../../../shared/domain/pages/reader-action.ts';
import type { StoryRecord } from '../../../../shared/domain/stories/story.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { createPost } from '../../../../shared/providers/http/post.ts';
import { pagerDutyTransport } from '../../../../shared/providers/transports/webhook-transport.ts';
import { FORMS } from '../../../../shared/render/chat/forms.ts';
import { composeWithLinks } from '../../../../shared/render/message/compose-message.ts';
import { putAlert } from '../../../../shared/use-cases/alerts/put-alerts.ts';
import { deliverAlerts } from '../../../../shared/use-cases/deliver/deliver-alerts.ts';
import { aDoom, dies, type Doom, dying, forEveryDeath } from '../../../ports/dying.ts';
import { aChannel, aStoryAlert, aWatch, NOON } from '../../../ports/examples.ts';
import {
  startTransportServices,
  type TransportServices,
} from '../../../transports/start-transport-services.ts';
import { workbench } from '../bench.ts';
import { READER_ACTIONS } from '../../../../shared/domain/pages/signed-link.ts';

const CHANNELS = [
  aChannel({ name: 'duty', email: [], sms: [], transports: { pagerduty: { keySecret: 'KEY' } } }),
  aChannel({ name: 'press-team' }),
  aChannel({ name: 'operators' }),
];
const LANE = 'duty~pagerduty';
const onDuty = (n: number, changes: Partial<Alert> = {}) =>
  aStoryAlert(n, {}, { channel: 'duty', severity: 'critical', createdAt: NOON, ...changes });

let services: TransportServices;
beforeAll(async () => {
  services = await startTransportServices();
});
afterAll(() => services.close());
beforeEach(() => {
  services.taken.length = 0;
  services.trouble = () => undefined;
});

/** What PagerDuty has got: the actions on each key, in their order. */
const events = () =>
  services.taken.map(({ body }) => JSON.parse(body)).map((one) => `${one.event_action} ${one.dedup_key}`);

async function open() {
  const bench = await workbench({ watches: [aWatch()], channels: CHANNELS });
  const orders: string[][] = [];
  const transportQueue = { send: async (names: readonly string[]) => void orders.push([...names]) };
  const post = createPost({ now: () => bench.clock.now(), mayReach: () => true });
  const secret = async () => 'k'.repeat(32);
  const portsOf = (doom: Doom = aDoom(Infinity, 'after')) => {
    const { topic: _sns, ...ports } = bench.ports;
    const dyingPorts = dying({ ...ports, compose: composeWithLinks(undefined, FORMS) }, doom);
    const topic = pagerDutyTransport(
      { post, secret, pagers: dyingPorts.pagers },
      `${services.url}/pagerduty`,
    );
    return { ...dyingPorts, ...dying({ topic }, doom) };
  };
  const limits = (owner: string) => ({ owner, deadline: bench.clock.now() + 2 * MINUTE });
  let calls = 0;
  return {
    ...bench,
    orders,
    sweep: () => deliverAlerts('all', { ...bench.ports, transportQueue }, limits('sns')),
    send: (doom?: Doom) => deliverAlerts('all', portsOf(doom), limits(`call-${(calls += 1)}`), 'others'),
    acknowledge: (alert: Alert, changes: Partial<ReaderAction> = {}) =>
      bench.store.readerActions.put({
        kind: 'acknowledge',
        watchId: 'acme-news',
        alertId: alert.id,
        lane: LANE,
        ...(alert.story && { story: alert.story.id }),
        at: bench.clock.now(),
        expiresAt: NOON + 400 * DAY,
        ...changes,
      }),
    opened: async (...alerts: Alert[]) => {
      for (const alert of alerts) await putAlert(bench.ports, alert);
    },
  };
}

describe('an incident of PagerDuty', () => {
  it('ends once when a reader acknowledges it, and the sweep orders that', async () => {
    const bench = await open();
    const alert = onDuty(1);
    await bench.opened(alert, onDuty(2));
    await bench.send();
    expect(events()).toEqual(['trigger story-1', 'trigger story-2']);
    await bench.sweep();
    expect(bench.orders).toEqual([]);
    bench.clock.at += MINUTE;
    await bench.acknowledge(alert, { lane: 'duty' });
    await bench.sweep();
    expect(bench.orders).toEqual([['duty']]);
    for (let n = 0; n < 3; n += 1) await bench.send();
    await bench.sweep();
    expect(events().slice(2)).toEqual(['resolve story-1']);
    expect(bench.orders).toHaveLength(1);
  });

  it('does not end by what is no acknowledgement of it', async () => {
    const bench = await open();
    const alert = onDuty(1);
    await bench.opened(alert);
    await bench.send();
    bench.clock.at += MINUTE;
    const { at } = bench.clock;
    for (const kind of READER_ACTIONS.filter((one) => one !== 'acknowledge'))
      await bench.acknowledge(alert, { kind });
    await bench.acknowledge(alert, { lane: 'press-team' });
    await bench.acknowledge(onDuty(7), {});
    await bench.acknowledge(alert, { lane: 'duty', undoneAt: at });
    await bench.acknowledge(alert, { at: NOON - MINUTE });
    await bench.send();
    expect(events()).toEqual(['trigger story-1']);
  });

  it('opens again by a climb after it has ended, and does not end by the acknowledgement of before', async () => {
    const bench = await open();
    const alert = onDuty(1);
    await bench.opened(alert);
    await bench.send();
    bench.clock.at += MINUTE;
    await bench.acknowledge(alert);
    await bench.send();
    bench.clock.at += HOUR;
    await bench.opened(
      onDuty(1, { id: 'climb', createdAt: bench.clock.at, raised: { from: 'warning', by: [] } }),
    );
    await bench.send();
    await bench.send();
    expect(events()).toEqual(['trigger story-1', 'resolve story-1', 'trigger story-1']);
  });

  it('ends 72 hours after the last article of its story, which may be one that alerted nobody', async () => {
    const bench = await open();
    const alert = onDuty(1);
    const found = onDuty(2, { occasion: { type: 'finding' } });
    await bench.opened(alert, found);
    await bench.send();
    const last = NOON + 30 * HOUR;
    const record: StoryRecord = {
      id: 'story-1',
      space: 'watch.acme-news',
      title: 'Acme',
      madeAt: NOON,
      seenAt: last,
      expiresAt: NOON + 40 * DAY,
      articles: [NOON, last].map((at, n) => ({ fingerprint: `f${n}`, at })),
      watches: ['acme-news'],
      notices: {},
    };
    await bench.store.stories.write(record.space, { records: [record], keys: [], open: [] });
    bench.clock.at = NOON + QUIET_FOR + MINUTE;
    await bench.sweep();
    expect(bench.orders).toEqual([['duty']]);
    await bench.send();
    expect(events().slice(2)).toEqual([`resolve ${found.id}`]);
    await bench.sweep();
    expect(bench.orders).toHaveLength(1);
    bench.clock.at = last + QUIET_FOR - MINUTE;
    await bench.send();
    expect(events()).toHaveLength(3);
    bench.clock.at += 2 * MINUTE;
    await bench.send();
    await bench.send();
    expect(events().slice(3)).toEqual(['resolve story-1']);
  });

  it('is tried again after a quarter of an hour when PagerDuty refuses or fails, and holds up no message', async () => {
    const bench = await open();
    const alert = onDuty(1);
    await bench.opened(alert);
    await bench.send();
    bench.clock.at += MINUTE;
    await bench.acknowledge(alert);
    await bench.opened(onDuty(3, { createdAt: bench.clock.at }));
    services.trouble = ({ body }) =>
      JSON.parse(body).event_action === 'resolve' ? { status: 500, body: '' } : undefined;
    await bench.send();
    services.trouble = () => undefined;
    await bench.send();
    expect(events()).toEqual(['trigger story-1', 'trigger story-3']);
    bench.clock.at += 15 * MINUTE;
    await bench.send();
    expect(events().slice(2)).toEqual(['resolve story-1']);
  });

  it('ends after a death at any port call, and one death repeats at most one event', async () => {
    const deaths = await forEveryDeath(async (doom) => {
      services.taken.length = 0;
      const bench = await open();
      const alert = onDuty(1);
      await bench.opened(alert, onDuty(2));
      await bench.send();
      bench.clock.at += MINUTE;
      await bench.acknowledge(alert);
      await dies(bench.send(doom));
      for (let n = 0; n < 3; n += 1) {
        bench.clock.at += 2 * MINUTE;
        await bench.send();
      }
      const resolved = events().slice(2);
      expect(new Set(resolved)).toEqual(new Set(['resolve story-1']));
      expect(resolved.length).toBeLessThanOrEqual(2);
      expect((await bench.store.pagers.open(LANE)).map(({ key }) => key)).toEqual(['story-2']);
    });
    expect(deaths).toBeGreaterThan(4);
  });

  it('is recorded also when the process dies while its message is sent', async () => {
    await forEveryDeath(async (doom) => {
      services.taken.length = 0;
      const bench = await open();
      await bench.opened(onDuty(1));
      await dies(bench.send(doom));
      for (let n = 0; n < 3; n += 1) {
        bench.clock.at += 2 * MINUTE;
        await bench.send();
      }
      expect(events().length).toBeLessThanOrEqual(2);
      expect((await bench.store.pagers.open(LANE)).map(({ key }) => key)).toEqual(['story-1']);
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import { PublishRefused } from '../../../../shared/domain/lib/errors.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { deliverAlerts } from '../../../../shared/use-cases/deliver/deliver-alerts.ts';
import { redriveMessages } from '../../../../shared/use-cases/deliver/redrive-messages.ts';
import { explainAlert } from '../../../../shared/use-cases/explain/explain-article.ts';
import { dies, dying, forEveryDeath } from '../../../ports/dying.ts';
import { aChannel, aStoryAlert, NOON } from '../../../ports/examples.ts';
import { everyOrder, takingTurns } from '../../../ports/interleaved.ts';
import { workbench } from '../bench.ts';

const TITLE = 'Acme recalls 20,000 kettles after fires in three kitchens';

const first = (changes: Partial<Alert> = {}) => aStoryAlert(1, { title: TITLE }, changes);
/** The same headline of another outlet. */
const second = (changes: Partial<Alert> = {}) =>
  aStoryAlert(2, { title: TITLE }, { watchId: 'kettles', ...changes });

const open = async (changes: Partial<Channel> = {}) => {
  const bench = await workbench({
    watches: [],
    channels: [aChannel(changes), aChannel({ name: 'operators' })],
  });
  const put = async (...alerts: readonly Alert[]) => {
    for (const alert of alerts) await bench.store.alerts.put(alert, { dueAt: NOON });
  };
  const stateOf = async ({ id }: Alert) => (await bench.store.alerts.get(id))?.state;
  /** The alerts of each message that was published. */
  const sent = () => bench.topic.published.map(({ alertIds }) => alertIds.map((id) => Number(id.slice(-5))));
  return { ...bench, put, stateOf, sent };
};
type Bench = Awaited<ReturnType<typeof open>>;

const deliverFor = ({ ports, clock }: Bench, owner: string, own = ports) =>
  deliverAlerts('all', own, { owner, deadline: clock.at + 5 * MINUTE });

describe('two spaces that find one article', () => {
  it('make one message when both are due, which names both, also where alerts are grouped by watch', async () => {
    for (const by of [['story'], ['watch'], ['severity', 'story']] as const) {
      const bench = await open({ grouping: { by, wait: 0, interval: 0, repeat: 0 } });
      await bench.put(first(), second({ severity: 'info' }));
      await bench.deliver();
      expect(bench.sent()).toEqual([[1, 2]]);
      expect(bench.topic.published[0]?.texts.email).toContain('Found by acme-news (matched: Acme), kettles');
    }
  });

  it('make one message when one finds it later: the other alert ends as joined and names both', async () => {
    const bench = await open();
    await bench.put(first());
    const { messages, ...others } = await bench.deliver();
    expect(others).toEqual({ held: 0, silenced: 0 });
    bench.clock.at += 10 * HOUR;
    await bench.put(second());
    expect(await bench.deliver()).toEqual({ messages: [], held: 0, silenced: 0, joined: 1 });
    const joinedTo = { alertId: 'alert-00001', watchId: 'acme-news', messageId: messages[0]?.id };
    expect(await bench.stateOf(second())).toMatchObject({ state: 'dropped', joinedTo });
    const stored = await bench.store.alerts.get('alert-00002');
    expect(await explainAlert(stored!, bench.ports)).toMatchObject({
      standing: 'joined',
      watchId: 'kettles',
      joinedTo,
      text: expect.stringMatching(/alert-00001 of watch acme-news.*SNS accepted the message/),
    });
  });

  it('do not rely on a message that could not be sent; a redrive sends it as it was', async () => {
    const bench = await open();
    bench.topic.fail = ({ channel }) =>
      channel === 'press-team' ? { error: new PublishRefused('no'), sent: false } : undefined;
    await bench.put(first());
    for (let n = 0; n < 8; n += 1) {
      await bench.deliver();
      bench.clock.at += 20 * MINUTE;
    }
    bench.topic.fail = undefined;
    await bench.put(second());
    await bench.deliver();
    await redriveMessages('all', bench.ports);
    await bench.deliver();
    expect(bench.sent().slice(-2)).toEqual([[2], [1]]);
  });
});

describe('a delivery with two spaces on one article', () => {
  it('that dies at any call loses nothing, and repeats at most one message', async () => {
    for (const later of [false, true]) {
      const deaths = await forEveryDeath(async (doom) => {
        const bench = await open();
        await bench.put(first());
        if (later) await bench.deliver();
        await bench.put(second(), aStoryAlert(3, { title: 'A storm floods Lyon' }, { watchId: 'kettles' }));
        await dies(deliverFor(bench, 'dies', dying(bench.ports, doom)));
        for (let n = 0; n < 3; n += 1) {
          bench.clock.at += 2 * MINUTE;
          await bench.deliver();
        }
        const messages = new Map(bench.topic.published.map((one) => [one.id, JSON.stringify(one)]));
        expect(bench.topic.published.length - messages.size).toBeLessThanOrEqual(1);
        expect(bench.topic.published.every((one) => messages.get(one.id) === JSON.stringify(one))).toBe(true);
        const once = [
          ...new Map(bench.topic.published.map(({ id, alertIds }) => [id, alertIds])).values(),
        ].flat();
        expect(once.toSorted()).toEqual(
          later ? ['alert-00001', 'alert-00003'] : ['alert-00001', 'alert-00002', 'alert-00003'],
        );
        expect(await bench.store.outbox.hasWork('press-team', bench.clock.now() + DAY)).toBe(false);
        expect((await bench.stateOf(second()))?.state).toBe(later ? 'dropped' : 'notified');
        // Whatever was lost in the death, the channel's memory of the story was not.
        const another = aStoryAlert(4, { title: TITLE }, { watchId: 'fourth' });
        await bench.put(another);
        await bench.deliver();
        expect(await bench.stateOf(another)).toHaveProperty('joinedTo.alertId', 'alert-00001');
      });
      expect(deaths).toBeGreaterThan(8);
    }
  });

  it('sends the story once in whichever order alerts are put and two deliverers work', async () => {
    const orders = await everyOrder(async (choose) => {
      const bench = await open();
      const turns = takingTurns();
      const { alerts, gate, messages, channelStories } = bench.ports;
      const work = async (writer: number, alert: Alert) => {
        // The points at which one of them can matter to the other: its alert, its lane, its record and its message.
        const own = turns.ports(writer, {
          alerts: { put: alerts.put.bind(alerts) },
          gate: { enter: gate.enter.bind(gate) },
          messages: { put: messages.put.bind(messages) },
          channelStories: { note: channelStories.note.bind(channelStories) },
        });
        const ports = {
          ...bench.ports,
          gate: { ...gate, ...own.gate },
          messages: { ...messages, ...own.messages },
          channelStories: { ...channelStories, ...own.channelStories },
        };
        await own.alerts.put(alert, { dueAt: NOON });
        await deliverFor(bench, `writer-${writer}`, ports);
      };
      await turns.run([work(0, first()), work(1, second())], choose);
      for (let n = 0; n < 2; n += 1) {
        bench.clock.at += 2 * MINUTE;
        await bench.deliver();
      }
      const [one, ...more] = bench.topic.published;
      expect(more).toEqual([]);
      const ends = await Promise.all([first(), second()].map(bench.stateOf));
      const named = ends.flatMap((end) => (end?.state === 'dropped' ? (end.joinedTo?.messageId ?? []) : []));
      expect(one?.alertIds).toHaveLength(2 - named.length);
      expect(named.every((id) => id === one?.id)).toBe(true);
    });
    expect(orders).toBeGreaterThan(10);
  });
});

describe('a flood of 1,000 due alerts of two spaces', () => {
  it('costs few requests more, whether its stories are new or known', async () => {
    const bench = await open();
    let calls = 0;
    const counted = <T extends object>(port: T): T =>
      new Proxy(port, {
        get: (target, key) => {
          calls += 1;
          return Reflect.get(target, key) as unknown;
        },
      });
    const { channelStories, messages } = bench.ports;
    const ports = { ...bench.ports, channelStories: counted(channelStories), messages: counted(messages) };
    await bench.put(first());
    await deliverFor(bench, 'first', ports);
    bench.clock.at += 2 * MINUTE;
    for (let n = 10; n < 1_010; n += 1) {
      const title = n % 2 ? TITLE : `Storm ${n} reaches town ${n}`;
      await bench.put(aStoryAlert(n, { title }, { watchId: n % 4 < 2 ? 'a' : 'b' }));
    }
    calls = 0;
    const { messages: sent } = await deliverFor(bench, 'second', ports);
    // Each message takes four requests by itself.
    expect(calls - 4 * sent.length).toBeLessThanOrEqual(2 + sent.length);
    expect(sent.flatMap(({ alertIds }) => alertIds)).toHaveLength(500);
  });
});

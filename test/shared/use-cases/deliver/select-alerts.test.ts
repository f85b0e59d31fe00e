import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import type { Grouping } from '../../../../shared/domain/alerts/message.ts';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import type { SilenceOrder } from '../../../../shared/domain/channels/silence.ts';
import { HOUR, MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import { putAlert } from '../../../../shared/use-cases/alerts/put-alerts.ts';
import { addSilence, expireSilence } from '../../../../shared/use-cases/deliver/redrive-messages.ts';
import { aChannel, anAlert, NOON } from '../../../ports/examples.ts';
import { workbench } from '../bench.ts';

const open = async (changes: Partial<Channel>) => {
  const bench = await workbench({
    watches: [],
    channels: [aChannel(changes), aChannel({ name: 'operators' })],
  });
  let count = 0;
  const notify = async (alert: Partial<Alert> = {}) => {
    const one = anAlert((count += 1), { createdAt: bench.clock.at, ...alert });
    await putAlert(bench.ports, one);
    return one;
  };
  /**
   * Sweeps each ten seconds until a time, and gives back what was sent when: seconds after noon, numbers of alerts.
   */
  const sweepUntil = async (end: number) => {
    const notified: [number, string[]][] = [];
    while (bench.clock.at < end) {
      const before = bench.topic.published.length;
      await bench.deliver('sweep');
      for (const { alertIds } of bench.topic.published.slice(before))
        notified.push([
          Math.floor((bench.clock.at - NOON) / (10 * SECOND)) * 10,
          alertIds.map((id) => id.slice(-2)),
        ]);
      bench.clock.at = Math.ceil((bench.clock.at + 1) / (10 * SECOND)) * 10 * SECOND;
    }
    return notified;
  };
  return { ...bench, notify, sweepUntil };
};
const grouping = (changes: Partial<Grouping> = {}): Partial<Channel> => ({
  grouping: { by: ['watch'], wait: 30 * SECOND, interval: 5 * MINUTE, repeat: 0, ...changes },
});
const story = (id: string) => ({
  occasion: { type: 'story' } as const,
  story: { id, articles: 1, outlets: 1, countries: 1 },
});

describe('a group', () => {
  it('waits from its first alert on, and is sent with the alerts that came since', async () => {
    const bench = await open(grouping());
    await bench.notify();
    await bench.notify({ watchId: 'globex-news' });
    expect(await bench.sweepUntil(NOON + 20 * SECOND)).toEqual([]);
    await bench.notify();
    expect(await bench.sweepUntil(NOON + 2 * MINUTE)).toEqual([
      [30, ['01', '03']],
      [30, ['02']],
    ]);
  });

  it('has a cooldown after its message; alerts made during it are one message', async () => {
    const bench = await open(grouping());
    await bench.notify();
    await bench.sweepUntil(NOON + MINUTE);
    await bench.notify();
    await bench.sweepUntil(NOON + 2 * MINUTE);
    await bench.notify();
    await bench.notify({ watchId: 'globex-news' });
    expect(await bench.sweepUntil(NOON + 20 * MINUTE)).toEqual([
      [150, ['04']],
      [330, ['02', '03']],
    ]);
  });

  it('has a cooldown for its story, whichever watch alerts on it again', async () => {
    const bench = await open(grouping({ wait: 0, interval: 0, repeat: HOUR }));
    await bench.notify(story('s'));
    await bench.sweepUntil(NOON + MINUTE);
    await bench.notify({ ...story('s'), watchId: 'globex-news' });
    await bench.notify(story('t'));
    expect(await bench.sweepUntil(NOON + 2 * HOUR)).toEqual([
      [60, ['03']],
      [3600, ['02']],
    ]);
  });
});

describe('a silence', () => {
  const order = (changes: Partial<SilenceOrder> = {}): SilenceOrder => ({
    matchers: { watch: ['acme-news'] },
    owner: 'jane',
    reason: 'We publish our figures.',
    endsAt: NOON + HOUR,
    ...changes,
  });

  it('keeps an alert, marks it, and the alert is not sent when the silence ends', async () => {
    const bench = await open({});
    const { id = '' } = (await addSilence(order(), bench.ports)) ?? {};
    const muted = await bench.notify();
    const heard = await bench.notify({ watchId: 'globex-news' });
    expect(await bench.deliver()).toMatchObject({ silenced: 1, messages: [{ alertIds: [heard.id] }] });
    const state = { state: 'silenced', silenceId: id, reason: 'We publish our figures.' };
    expect((await bench.store.alerts.get(muted.id))?.state).toEqual(state);
    await bench.sweepUntil(NOON + 2 * HOUR);
    expect(bench.topic.published.flatMap(({ alertIds }) => alertIds)).toEqual([heard.id]);
    expect((await bench.store.alerts.madeOn('2026-11-20', 10)).map(({ alert }) => alert.id)).toContain(
      muted.id,
    );
  });

  it('that was ended mutes no further alert, and what it muted stays muted', async () => {
    const bench = await open({});
    const { id = '' } = (await addSilence(order(), bench.ports)) ?? {};
    await bench.notify();
    await bench.deliver();
    bench.clock.at += MINUTE;
    expect(await expireSilence(id, bench.ports)).toMatchObject({ id, endsAt: NOON + MINUTE });
    expect(await expireSilence(id, bench.ports)).toBeUndefined();
    expect(await expireSilence('unknown', bench.ports)).toBeUndefined();
    const heard = await bench.notify();
    await bench.sweepUntil(NOON + HOUR);
    expect(bench.topic.published.flatMap(({ alertIds }) => alertIds)).toEqual([heard.id]);
  });
});

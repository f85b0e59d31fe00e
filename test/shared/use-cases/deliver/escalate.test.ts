import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import type { ReaderAction } from '../../../../shared/domain/pages/reader-action.ts';
import { DAY, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { putAlert } from '../../../../shared/use-cases/alerts/put-alerts.ts';
import { deliverAlerts } from '../../../../shared/use-cases/deliver/deliver-alerts.ts';
import { dies, dying, forEveryDeath } from '../../../ports/dying.ts';
import { aChannel, aStoryAlert, aWatch, NOON } from '../../../ports/examples.ts';
import { workbench } from '../bench.ts';

const STEPS = [
  { after: 15 * MINUTE, to: 'duty' },
  { after: 30 * MINUTE, to: 'director' },
];
const CHANNELS = [
  aChannel({ name: 'press-team', escalate: STEPS }),
  aChannel({ name: 'duty' }),
  aChannel({ name: 'director' }),
  aChannel({ name: 'operators' }),
];
const critical = (n: number, changes: Partial<Alert> = {}) =>
  aStoryAlert(n, {}, { severity: 'critical', createdAt: NOON, ...changes });

async function open({ channels = CHANNELS, alerts = [critical(1)] } = {}) {
  const bench = await workbench({ watches: [aWatch()], channels });
  for (const alert of alerts) await putAlert(bench.ports, alert);
  const sweep = (ports: typeof bench.ports = bench.ports) =>
    deliverAlerts('all', ports, { owner: 'sweep', deadline: bench.clock.now() + 2 * MINUTE });
  return {
    ...bench,
    sweep,
    /** Sweeps each minute until so many minutes after noon. */
    until: async (minutes: number) => {
      for (; bench.clock.at < NOON + minutes * MINUTE; bench.clock.at += MINUTE) await sweep();
    },
    act: (alert: Pick<Alert, 'id'>, changes: Partial<ReaderAction> = {}) =>
      bench.store.readerActions.put({
        kind: 'acknowledge',
        watchId: 'acme-news',
        alertId: alert.id,
        lane: 'press-team',
        at: bench.clock.now(),
        expiresAt: NOON + 400 * DAY,
        ...changes,
      }),
    /** Which channel got a message, and in which minute after noon. */
    sent: () =>
      bench.topic.published.map(
        ({ channel, createdAt }) => `${channel} ${Math.floor((createdAt - NOON) / MINUTE)}`,
      ),
  };
}

describe('a critical alert that nobody acknowledges', () => {
  it('goes on at each step, once, and never before its time', async () => {
    const bench = await open();
    await bench.until(15);
    expect(bench.sent()).toEqual(['press-team 0']);
    await bench.until(120);
    expect(bench.sent()).toEqual(['press-team 0', 'duty 15', 'director 30']);
    expect(bench.topic.published[1]?.texts.email).toContain(
      'Nobody has acknowledged this within 15 minutes. It was sent to press-team on Friday 20 November 2026, 13:00 (Europe/Paris).',
    );
  });

  it('goes on from the channel that it came to, where that escalates', async () => {
    const channels = CHANNELS.map((one) => {
      if (one.name === 'press-team') return { ...one, escalate: STEPS.slice(0, 1) };
      return one.name === 'duty' ? { ...one, escalate: [{ after: 5 * MINUTE, to: 'director' }] } : one;
    });
    const bench = await open({ channels });
    await bench.until(60);
    expect(bench.sent()).toEqual(['press-team 0', 'duty 15', 'director 20']);
  });
});

describe('an alert stays where it is', () => {
  it.each<[how: string, changes: Partial<ReaderAction>]>([
    ['acknowledged', {}],
    ['taken', { kind: 'assign' }],
    ['muted', { kind: 'mute-story' }],
    ['marked as not relevant, from another channel', { kind: 'not-relevant', lane: 'board~slack' }],
    ['acknowledged with another alert of its story', { alertId: 'alert-other', story: 'story-1' }],
  ])('once it is %s', async (_how, changes) => {
    const bench = await open();
    await bench.until(14);
    await bench.act(critical(1), changes);
    await bench.until(60);
    expect(bench.sent()).toEqual(['press-team 0']);
  });

  it('after the first step, once somebody acknowledges what came to the other channel', async () => {
    const bench = await open();
    await bench.until(16);
    const [alertId = ''] = bench.topic.published[1]?.alertIds ?? [];
    await bench.act({ id: alertId }, { lane: 'duty' });
    await bench.until(60);
    expect(bench.sent()).toEqual(['press-team 0', 'duty 15']);
  });

  it('unless the acknowledgement was undone', async () => {
    const bench = await open();
    await bench.act(critical(1), { undoneAt: NOON });
    await bench.until(16);
    expect(bench.sent()).toEqual(['press-team 0', 'duty 15']);
  });

  it('when it was acknowledged after the step had put it, and before it was sent', async () => {
    const bench = await open();
    await bench.until(15);
    const busy = { owner: 'another', until: bench.clock.at + MINUTE, urgency: 'critical' } as const;
    await bench.store.gate.enter('duty', busy, bench.clock.at);
    await bench.sweep();
    await bench.act(critical(1));
    await bench.store.gate.leave('duty', busy);
    await bench.until(60);
    expect(bench.sent()).toEqual(['press-team 0']);
  });
});

it('a step that goes, and comes back, sends nothing of what waited for it', async () => {
  const bench = await open();
  const put = (changes: Partial<Channel>) =>
    bench.store.definitions.putChannel({ ...aChannel({ name: 'press-team' }), ...changes });
  await bench.until(10);
  await put({});
  await bench.until(60);
  await put({ escalate: STEPS });
  await bench.until(90);
  expect(bench.sent()).toEqual(['press-team 0']);
});

it('a death at any call sends each step, and at most one message twice', async () => {
  const ways = await forEveryDeath(async (doom) => {
    const bench = await open();
    for (; bench.clock.at < NOON + 40 * MINUTE; bench.clock.at += MINUTE)
      await dies(bench.sweep(doom.calls >= doom.dieAt ? bench.ports : dying(bench.ports, doom)));
    const sent = bench.sent();
    expect(new Set(sent.map((one) => one.split(' ')[0]))).toEqual(
      new Set(['press-team', 'duty', 'director']),
    );
    expect(sent.length).toBeLessThanOrEqual(4);
  });
  expect(ways).toBeGreaterThan(10);
});

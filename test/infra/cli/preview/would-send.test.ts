import { expect, it } from 'vitest';
import { wouldHear, wouldNotify } from '../../../../infra/cli/preview/would-send.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aChannel, aFinding, anAlert, aWatch, NOON } from '../../../ports/examples.ts';

it('counts of a channel for some companies only what names one of them', async () => {
  const about = (n: number, name: string) => aFinding(n, { entities: [{ name }] });
  const findings = [about(1, 'Acme Corp'), about(2, 'Globex'), aFinding(3)];
  const window = { from: NOON - DAY, to: NOON };
  const tried = { window, findings, hits: 3, frames: [], calls: 1 };
  const notified = async (channel: object) =>
    (await wouldNotify(aWatch(), { tried, channels: [aChannel(channel)] })).alerts;
  expect(await notified({})).toBe(3);
  expect(await notified({ companies: ['acme corp'] })).toBe(1);
});

it('a watch that runs each minute finds each thing in the minute after it, though its quiet runs are left out', async () => {
  const findings = [1, 2, 3].map((n) => aFinding(n, { indexedAt: NOON - n * 5 * HOUR - n * 1_000 }));
  const tried = { window: { from: NOON - DAY, to: NOON }, findings, hits: 3, frames: [], calls: 1 };
  const watch = aWatch({ schedule: 'rate(1 minute)' });
  const { list } = await wouldNotify(watch, { tried, channels: [aChannel()] });
  const delays = list.map(({ at, alert }) => at - (alert.items[0]?.indexedAt ?? 0));
  expect(delays).toHaveLength(3);
  expect(Math.max(...delays)).toBeLessThan(2 * MINUTE);
  expect(Math.min(...delays)).toBeGreaterThan(0);
});

const alertsOn = (channel: string) =>
  (['info', 'info', 'warning', 'critical'] as const).map((severity, n) => ({
    channel,
    alert: anAlert(n, { severity }),
  }));

it('who would have heard what is said by channel, transport and address, with the price of SMS', () => {
  const press = aChannel({
    name: 'press',
    email: ['a@acme.example'],
    sms: ['+33600000000'],
    protocolSeverity: { sms: 'critical' },
    smsPrice: 0.1,
    now: 'warning',
    brief: 'cron(0 8 * * ? *)',
    transports: { slack: { channel: '#press', tokenSecret: 'SLACK_TOKEN', minSeverity: 'warning' } },
  });
  const duty = aChannel({ name: 'duty', email: ['duty@acme.example'], minSeverity: 'critical' });
  const alerts = [...alertsOn('press'), ...alertsOn('duty')];
  expect(wouldHear(alerts, { channels: [press, duty], share: 2 })).toEqual([
    { channel: 'press', transport: 'email', to: ['a@acme.example'], atOnce: 4, inBrief: 4 },
    {
      channel: 'press',
      transport: 'sms',
      to: ['+33600000000'],
      atOnce: 2,
      inBrief: 0,
      smsParts: 2,
      smsCost: 0.2,
    },
    { channel: 'press', transport: 'slack', to: ['#press'], atOnce: 4, inBrief: 0 },
    { channel: 'duty', transport: 'email', to: ['duty@acme.example'], atOnce: 2, inBrief: 0 },
  ]);
});

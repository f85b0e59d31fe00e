import { expect, it } from 'vitest';
import { wouldHear } from '../../../../infra/cli/preview/would-send.ts';
import { aChannel, anAlert } from '../../../ports/examples.ts';

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

import { describe, expect, it } from 'vitest';
import {
  channelNameOf,
  laneRejectionOf,
  lanesOf,
  laneText,
  transportOf,
  TRANSPORTS,
} from '../../../../shared/domain/channels/channel.ts';
import { aChannel, anAlert } from '../../../ports/examples.ts';
import { isName } from '../../../../shared/domain/lib/fields.ts';

const slack = { channel: '#press', tokenSecret: 'SLACK_TOKEN' };
const pagerduty = { keySecret: 'PAGER_KEY', minSeverity: 'critical' } as const;

describe('the lanes of a channel', () => {
  it('are one for each transport, in the order of their names, with the rules of the channel', () => {
    const channel = aChannel({ transports: { slack, pagerduty }, stormCap: 7, brief: 'cron(0 8 * * ? *)' });
    const lanes = lanesOf(channel);
    expect(lanes.map(({ name }) => name)).toEqual(['press-team', 'press-team~pagerduty', 'press-team~slack']);
    expect(lanes[0]).toEqual(aChannel({ stormCap: 7, brief: 'cron(0 8 * * ? *)' }));
    expect(lanes[2]).toMatchObject({ email: [], sms: [], stormCap: 7, brief: 'cron(0 8 * * ? *)' });
    expect(lanes.map(({ transports }) => transports)).toEqual([undefined, { pagerduty }, { slack }]);
  });

  it.each([
    ['info', 'critical', 'critical'],
    ['warning', undefined, 'warning'],
    ['critical', 'info', 'critical'],
  ] as const)('take the stricter severity of a channel of %s and a transport of %s', (of, own, taken) => {
    const settings = { ...slack, ...(own && { minSeverity: own }) };
    expect(lanesOf(aChannel({ minSeverity: of, transports: { slack: settings } }))).toMatchObject([
      { minSeverity: of },
      { minSeverity: taken },
    ]);
  });

  it('say their channel and their transport by their names, which no channel can have', () => {
    for (const transport of TRANSPORTS) {
      const name = `press~${transport}`;
      expect(isName(name)).toBe(false);
      expect([channelNameOf(name), transportOf(name)]).toEqual(['press', transport]);
    }
    expect([channelNameOf('press'), transportOf('press')]).toEqual(['press', undefined]);
    expect([laneText('press'), laneText('press~slack')]).toEqual(['press', 'press (Slack)']);
  });

  it('wake nobody for a heartbeat, a baseline or a report', () => {
    const [, pager, chat] = lanesOf(aChannel({ transports: { slack, pagerduty: { keySecret: 'KEY' } } }));
    const base = anAlert(1, {
      occasion: { type: 'baseline', found: 3, window: { from: 0, to: 1 } },
      items: [],
    });
    expect([pager, chat].map((lane) => laneRejectionOf(lane!, base))).toEqual(['below-severity', undefined]);
    expect([pager, chat].map((lane) => laneRejectionOf(lane!, anAlert(2)))).toEqual([undefined, undefined]);
  });
});

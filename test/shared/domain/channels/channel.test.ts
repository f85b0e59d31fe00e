import { describe, expect, it } from 'vitest';
import {
  MINUTE_OF,
  nextSend,
  sendsLeft,
  channelNameOf,
  laneRejectionOf,
  lanesOf,
  laneText,
  transportOf,
  TRANSPORTS,
} from '../../../../shared/domain/channels/channel.ts';
import { MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import { aChannel, NOON, anAlert } from '../../../ports/examples.ts';
import { isName } from '../../../../shared/domain/lib/fields.ts';

describe('the rate of a channel', () => {
  const lately = (count: number) => Array.from({ length: count }, (_, n) => NOON - (count - n) * SECOND);

  it('is one message a second', () => {
    expect(nextSend([], NOON)).toBe(NOON);
    expect(nextSend([NOON - 400], NOON)).toBe(NOON + 600);
    expect(nextSend([NOON - SECOND], NOON)).toBe(NOON);
  });

  it('is ten messages a minute', () => {
    expect(nextSend(lately(9), NOON)).toBe(NOON);
    expect(nextSend(lately(10), NOON)).toBe(NOON - 10 * SECOND + MINUTE);
    expect([sendsLeft([], NOON), sendsLeft(lately(4), NOON), sendsLeft(lately(10), NOON)]).toEqual([
      10, 6, 0,
    ]);
    expect(sendsLeft([NOON - MINUTE, NOON - MINUTE + 1], NOON)).toBe(9);
  });

  it('keeps four of the ten for critical messages', () => {
    expect(nextSend(lately(5), NOON, MINUTE_OF.normal)).toBe(NOON);
    expect(nextSend(lately(6), NOON, MINUTE_OF.normal)).toBe(NOON - 6 * SECOND + MINUTE);
    expect(nextSend(lately(9), NOON, MINUTE_OF.critical)).toBe(NOON);
    expect(sendsLeft(lately(6), NOON, MINUTE_OF.normal)).toBe(0);
    expect(sendsLeft(lately(9), NOON, MINUTE_OF.normal)).toBe(0);
    expect(sendsLeft(lately(6), NOON, MINUTE_OF.critical)).toBe(4);
  });

  it('counts a time that a critical message has booked ahead', () => {
    expect(nextSend([NOON + 700], NOON, MINUTE_OF.normal)).toBe(NOON + 700 + SECOND);
  });
});

const slack = { channel: '#press', tokenSecret: 'SLACK_TOKEN' };
const pagerduty = { keySecret: 'PAGER_KEY', minSeverity: 'critical' } as const;

describe('the lanes of a channel', () => {
  it('are the channel itself where it has no other transport, with addresses or without', () => {
    const bare = aChannel({ email: [], sms: [] });
    expect(lanesOf(aChannel())).toEqual([aChannel()]);
    expect(lanesOf(bare)).toEqual([bare]);
  });

  it('are one for each transport, in the order of their names, with the rules of the channel', () => {
    const channel = aChannel({ transports: { slack, pagerduty }, stormCap: 7, brief: 'cron(0 8 * * ? *)' });
    const lanes = lanesOf(channel);
    expect(lanes.map(({ name }) => name)).toEqual(['press-team', 'press-team~pagerduty', 'press-team~slack']);
    expect(lanes[0]).toEqual(aChannel({ stormCap: 7, brief: 'cron(0 8 * * ? *)' }));
    expect(lanes[2]).toMatchObject({ email: [], sms: [], stormCap: 7, brief: 'cron(0 8 * * ? *)' });
    expect(lanes.map(({ transports }) => transports)).toEqual([undefined, { pagerduty }, { slack }]);
  });

  it('leave out SNS where the channel has no address of it', () => {
    const lanes = lanesOf(aChannel({ email: [], sms: [], transports: { slack } }));
    expect(lanes.map(({ name }) => name)).toEqual(['press-team~slack']);
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

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Channel,
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
import { dueAt, quietUntil } from '../../../../shared/domain/channels/due-times.ts';
import {
  DAY,
  HOUR,
  type Instant,
  MINUTE,
  SECOND,
  wallClockOf,
} from '../../../../shared/domain/time/instant.ts';
import { aChannel, NOON, anAlert } from '../../../ports/examples.ts';
import { isName } from '../../../../shared/domain/lib/fields.ts';

const at = (iso: string): Instant => Date.parse(iso);
const quiet = (from: string, to: string, timezone: string) =>
  aChannel({ timezone, quietHours: { from, to, except: 'critical' } });

describe('quiet hours', () => {
  const due = (channel: Channel, now: string, severity: 'warning' | 'critical' = 'warning') => {
    const { dueAt: time, heldFor } = dueAt(channel, { severity }, at(now));
    return `${new Date(time).toISOString().slice(0, 16)}Z ${heldFor ?? 'at once'}`;
  };
  const night = quiet('22:00', '07:00', 'Europe/Paris');

  it.each([
    ['before them', '2026-11-20T20:59Z', '2026-11-20T20:59Z at once'],
    ['from their first minute', '2026-11-20T21:00Z', '2026-11-21T06:00Z quiet-hours'],
    ['at midnight', '2026-11-20T23:00Z', '2026-11-21T06:00Z quiet-hours'],
    ['in their last minute', '2026-11-21T05:59Z', '2026-11-21T06:00Z quiet-hours'],
    ['when they are over', '2026-11-21T06:00Z', '2026-11-21T06:00Z at once'],
  ])('%s', (_name, now, expected) => {
    expect(due(night, now)).toBe(expected);
  });

  it('do not delay the severity that breaks through, nor one above', () => {
    expect(due(night, '2026-11-20T23:00Z', 'critical')).toBe('2026-11-20T23:00Z at once');
    const fromWarning = aChannel({ quietHours: { from: '22:00', to: '07:00', except: 'warning' } });
    expect(due(fromWarning, '2026-11-20T23:00Z', 'warning')).toBe('2026-11-20T23:00Z at once');
    expect(due(fromWarning, '2026-11-20T23:00Z', 'critical')).toBe('2026-11-20T23:00Z at once');
  });

  it('of no length delay nothing', () => {
    expect(due(quiet('07:00', '07:00', 'UTC'), '2026-11-20T07:00Z')).toBe('2026-11-20T07:00Z at once');
  });

  it.each([
    [
      'Europe/Paris, spring: an end in the gap is reached after it',
      '22:00',
      '02:30',
      'Europe/Paris',
      '2026-03-28T23:00Z',
      '2026-03-29T01:00Z',
    ],
    [
      'Europe/Paris, autumn: of an end that comes twice the first is meant',
      '22:00',
      '02:30',
      'Europe/Paris',
      '2026-10-24T22:00Z',
      '2026-10-25T00:30Z',
    ],
    [
      'America/New_York, spring',
      '23:00',
      '02:15',
      'America/New_York',
      '2026-03-08T05:00Z',
      '2026-03-08T07:00Z',
    ],
    [
      'America/New_York, autumn: the night is an hour longer',
      '22:00',
      '07:00',
      'America/New_York',
      '2026-11-01T03:00Z',
      '2026-11-01T12:00Z',
    ],
    [
      'Asia/Kathmandu, a quarter past',
      '22:00',
      '07:00',
      'Asia/Kathmandu',
      '2026-11-20T17:00Z',
      '2026-11-21T01:15Z',
    ],
    ['UTC', '22:00', '07:00', 'UTC', '2026-11-20T23:00Z', '2026-11-21T07:00Z'],
  ])('%s', (_name, from, to, zone, now, end) => {
    expect(due(quiet(from, to, zone), now)).toBe(`${end} quiet-hours`);
  });
});

describe('a brief', () => {
  const brief = (changes: Partial<Channel> = {}) =>
    aChannel({ timezone: 'Europe/Paris', brief: 'cron(0 8 ? * MON-FRI *)', ...changes });
  const due = (channel: Channel, now: string, severity: 'info' | 'critical' = 'info') =>
    dueAt(channel, { severity }, at(now));

  it('collects until its next time, over the weekend', () => {
    expect(due(brief(), '2026-11-20T06:59:59Z')).toEqual({
      dueAt: at('2026-11-20T07:00Z'),
      heldFor: 'brief',
    });
    expect(due(brief(), '2026-11-20T07:00:00Z')).toEqual({
      dueAt: at('2026-11-23T07:00Z'),
      heldFor: 'brief',
    });
  });

  it('does not delay what is critical, or what breaks through the quiet hours', () => {
    expect(due(brief(), '2026-11-20T12:00Z', 'critical')).toEqual({ dueAt: NOON });
    const channel = brief({ quietHours: { from: '22:00', to: '07:00', except: 'info' } });
    expect(due(channel, '2026-11-20T12:00Z')).toEqual({ dueAt: NOON });
  });

  it('that falls into quiet hours comes when they end', () => {
    const channel = brief({ quietHours: { from: '06:00', to: '09:30', except: 'critical' } });
    expect(due(channel, '2026-11-20T05:00Z')).toEqual({ dueAt: at('2026-11-20T08:30Z'), heldFor: 'brief' });
  });
});

it('what is for later waits for the brief whatever its severity, and without one for the end of the day', () => {
  const dueOf = (channel: Channel) =>
    dueAt(channel, { severity: 'warning', later: true }, at('2026-11-20T12:00Z'));
  const timezone = 'Europe/Paris';
  const brief = aChannel({ timezone, brief: 'cron(0 8 * * ? *)', now: 'warning' });
  expect(dueOf(brief)).toEqual({ dueAt: at('2026-11-21T07:00Z'), heldFor: 'brief' });
  expect(dueOf(aChannel({ timezone }))).toEqual({ dueAt: at('2026-11-20T23:00Z'), heldFor: 'brief' });
});

it('a report comes at its own time, and waits for quiet hours alone', () => {
  const daily = aChannel({
    timezone: 'UTC',
    brief: 'cron(0 8 * * ? *)',
    quietHours: { from: '22:00', to: '07:00', except: 'critical' },
  });
  const report = {
    type: 'report',
    reportId: 'weekly',
    title: 'Acme',
    first: '2026-11-13',
    last: '2026-11-19',
    body: '',
  } as const;
  const ordered = (now: string) => dueAt(daily, { severity: 'info', occasion: report }, at(now));
  expect(ordered('2026-11-20T09:00Z')).toEqual({ dueAt: at('2026-11-20T09:00Z') });
  expect(ordered('2026-11-20T23:00Z')).toEqual({ dueAt: at('2026-11-21T07:00Z'), heldFor: 'quiet-hours' });
});

describe('whatever the clocks do', () => {
  const zones = fc.constantFrom(
    'Europe/Paris',
    'America/New_York',
    'Asia/Kathmandu',
    'UTC',
    'Australia/Lord_Howe',
  );
  const changes = fc.constantFrom(
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-10-04',
    '2026-10-25',
    '2026-11-01',
    '2026-07-01',
  );
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
  const moment = fc
    .tuple(changes, fc.integer({ min: -30 * 60, max: 30 * 60 }))
    .map(([day, minutes]) => at(`${day}T03:00:00Z`) + minutes * MINUTE);
  const isQuiet = (channel: Channel, now: Instant) => {
    const { from, to } = channel.quietHours!;
    const local = handAt(channel.timezone, now).slice(11);
    return from <= to ? from <= local && local < to : local >= from || local < to;
  };

  it('quiet hours delay only within themselves, and until their very end', () => {
    fc.assert(
      fc.property(zones, time, time, moment, (zone, from, to, now) => {
        const channel = quiet(from, to, zone);
        const end = quietUntil(channel, { severity: 'info', now }) ?? now;
        for (let minute = now; minute < end; minute += 15 * MINUTE)
          expect(isQuiet(channel, minute)).toBe(true);
        expect(end > now).toBe(isQuiet(channel, now));
        expect(end - now).toBeLessThanOrEqual(2 * DAY + HOUR);
        expect(end === now || !isQuiet(channel, end)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('a brief never comes before the alert, nor within quiet hours', () => {
    fc.assert(
      fc.property(zones, time, time, time, moment, (zone, from, to, daily, now) => {
        const [hour, minute] = daily.split(':').map(Number);
        const channel = { ...quiet(from, to, zone), brief: `cron(${minute} ${hour} * * ? *)` };
        const due = dueAt(channel, { severity: 'info' }, now);
        expect(due.heldFor).toBe('brief');
        expect(due.dueAt).toBeGreaterThan(now);
        const local = wallClockOf(due.dueAt, zone).slice(11);
        expect([daily, to].includes(local) || isAfterGap(zone, due.dueAt)).toBe(true);
        expect(isQuiet(channel, due.dueAt)).toBe(false);
      }),
      { numRuns: 400 },
    );
  });

  /** A wall clock whose hands never go back: where an hour is shown again, they wait at its end. */
  function handAt(zone: string, now: Instant): string {
    const local = wallClockOf(now, zone);
    const isSecond = [30, 60].some((minutes) => wallClockOf(now - minutes * MINUTE, zone) === local);
    if (!isSecond) return local;
    const lately = Array.from({ length: 60 }, (_, n) => wallClockOf(now - n * MINUTE, zone));
    return lately.reduce((latest, one) => (one > latest ? one : latest));
  }

  /** The wall clock has just left out an hour or half an hour. */
  function isAfterGap(zone: string, now: Instant): boolean {
    const [before, after] = [now - MINUTE, now].map((instant) => at(`${wallClockOf(instant, zone)}Z`));
    return after! - before! > MINUTE;
  }
});

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

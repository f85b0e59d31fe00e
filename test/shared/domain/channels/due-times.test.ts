import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import { dueAt, nextBriefTime, quietUntil } from '../../../../shared/domain/channels/due-times.ts';
import { DAY, HOUR, type Instant, MINUTE, wallClockOf } from '../../../../shared/domain/time/instant.ts';
import { aChannel } from '../../../ports/examples.ts';

const at = (iso: string) => Date.parse(iso);
/** Zones, and days on which some of their clocks change. */
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
const slotsFrom = (
  expression: string,
  { from, to, timezone }: { from: string; to: string; timezone: string },
) => {
  const slots: string[] = [];
  let after = at(from);
  for (;;) {
    const slot = nextBriefTime(expression, { after, timezone });
    if (slot === undefined || slot > at(to)) return slots;
    slots.push(new Date(slot).toISOString().slice(5, 16));
    after = slot;
  }
};

describe('a brief at a time in the spring gap', () => {
  it('is one brief, however many of its times fall into the gap', () => {
    const span = { from: '2026-03-29T00:40Z', to: '2026-03-29T02:00Z', timezone: 'Europe/Paris' };
    expect(slotsFrom('cron(0/10 2 * * ? *)', span)).toEqual(['03-29T01:00']);
  });
});

describe('a brief at a time that autumn repeats', () => {
  it('does not come again within the second of the two hours', () => {
    const next = nextBriefTime('cron(30 2 * * ? *)', {
      after: at('2026-10-25T01:10Z'),
      timezone: 'Europe/Paris',
    });
    expect(next).toBe(at('2026-10-26T01:30Z'));
  });
});

it('is undefined when no slot is left', () => {
  expect(
    nextBriefTime('cron(0 8 1 1 ? 2026)', { after: at('2026-11-20T12:00Z'), timezone: 'UTC' }),
  ).toBeUndefined();
});

it('lies ahead, shows its time on the wall clock unless that fell into a gap, and is the same from anywhere before', () => {
  const property = fc.property(
    zones,
    changes,
    fc.integer({ min: -30 * 60, max: 30 * 60 }),
    fc.integer({ min: 0, max: 23 }),
    fc.constantFrom(0, 15, 45),
    (timezone, day, minutes, hour, minute) => {
      const after = at(`${day}T03:00:00Z`) + minutes * MINUTE;
      const expression = `cron(${minute} ${hour} * * ? *)`;
      const slot = nextBriefTime(expression, { after, timezone })!;
      expect(slot).toBeGreaterThan(after);
      expect(slot - after).toBeLessThanOrEqual(DAY + 2 * HOUR);
      const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
      const shown = wallClockOf(slot, timezone).slice(11);
      const before = wallClockOf(slot - MINUTE, timezone).slice(11);
      expect(shown === time || (before < time && time < shown)).toBe(true);
      expect(nextBriefTime(expression, { after: slot - 1, timezone })).toBe(slot);
    },
  );
  fc.assert(property, { numRuns: 300 });
});

describe('days off', () => {
  const channel: Channel = {
    name: 'press',
    email: ['press@acme.example'],
    sms: [],
    https: [],
    queue: [],
    timezone: 'Europe/Paris',
    minSeverity: 'info',
    quietHours: { from: '22:00', to: '07:00', except: 'critical' },
    daysOff: ['SAT', 'SUN', '2026-12-25'],
  };
  const brief = 'cron(0 8 * * ? *)';

  it.each([
    ['on a working day', '2026-11-26T12:00Z', undefined],
    ['on a Friday evening, over the weekend', '2026-11-27T21:30Z', '2026-11-30T06:00:00.000Z'],
    ['at noon of a Sunday', '2026-11-29T12:00Z', '2026-11-30T06:00:00.000Z'],
    ['on a date and the weekend after it', '2026-12-24T23:00Z', '2026-12-28T06:00:00.000Z'],
    ['over the change to summer time', '2026-03-28T12:00Z', '2026-03-30T05:00:00.000Z'],
  ])('are quiet: %s', (_when, now, end) => {
    const until = quietUntil(channel, { severity: 'info', now: at(now) });
    expect(until === undefined ? undefined : new Date(until).toISOString()).toBe(end);
    expect(quietUntil(channel, { severity: 'critical', now: at(now) })).toBeUndefined();
  });

  it('have no brief', () => {
    const { quietHours: _none, ...plain } = channel;
    const due = dueAt({ ...plain, brief }, { severity: 'info' }, at('2026-12-24T12:00Z'));
    expect(due).toEqual({ dueAt: at('2026-12-28T07:00Z'), heldFor: 'brief' });
  });
});

const quiet = (from: string, to: string, timezone: string) =>
  aChannel({ timezone, quietHours: { from, to, except: 'critical' } });

describe('quiet hours', () => {
  const due = (channel: Channel, now: string) => {
    const { dueAt: time, heldFor } = dueAt(channel, { severity: 'warning' }, at(now));
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

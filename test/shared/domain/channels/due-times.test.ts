import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import { dueAt, nextBriefTime, quietUntil } from '../../../../shared/domain/channels/due-times.ts';
import { DAY, HOUR, MINUTE, wallClockOf } from '../../../../shared/domain/time/instant.ts';

const at = (iso: string) => Date.parse(iso);
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
  it.each([
    ['Europe/Paris', '2026-03-28T00:00Z', ['03-28T01:30', '03-29T01:00', '03-30T00:30']],
    ['America/New_York', '2026-03-07T00:00Z', ['03-07T07:30', '03-08T07:00', '03-09T06:30']],
    ['Asia/Kathmandu', '2026-03-28T00:00Z', ['03-28T20:45', '03-29T20:45', '03-30T20:45']],
    ['UTC', '2026-03-28T00:00Z', ['03-28T02:30', '03-29T02:30', '03-30T02:30']],
  ])('is due at the first instant after it: %s', (timezone, from, expected) => {
    const to = new Date(at(from) + 3 * DAY).toISOString();
    expect(slotsFrom('cron(30 2 * * ? *)', { from, to, timezone })).toEqual(expected);
  });

  it('is one brief, however many of its times fall into the gap', () => {
    const span = { from: '2026-03-29T00:40Z', to: '2026-03-29T02:00Z', timezone: 'Europe/Paris' };
    expect(slotsFrom('cron(0/10 2 * * ? *)', span)).toEqual(['03-29T01:00']);
  });
});

describe('a brief at a time that autumn repeats', () => {
  it.each([
    ['Europe/Paris', '2026-10-24T12:00Z', ['10-25T00:30', '10-26T01:30']],
    ['America/New_York', '2026-10-31T12:00Z', ['11-01T05:30', '11-02T06:30']],
  ])('is due once, at the first of the two: %s', (timezone, from, expected) => {
    const to = new Date(at(from) + 2 * DAY).toISOString();
    const slots = slotsFrom('cron(30 1,2 * * ? *)', { from, to, timezone });
    for (const slot of expected) expect(slots).toContain(slot);
    expect(new Set(slots).size).toBe(slots.length);
    expect(slots).toHaveLength(4);
  });

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
  const zones = fc.constantFrom(
    'Europe/Paris',
    'America/New_York',
    'Asia/Kathmandu',
    'UTC',
    'Australia/Lord_Howe',
  );
  const days = fc.constantFrom(
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-10-04',
    '2026-10-25',
    '2026-11-01',
  );
  const property = fc.property(
    zones,
    days,
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

  it('leave no time of some briefs', () => {
    const given = { after: 0, timezone: 'UTC', daysOff: ['SAT'] };
    expect(nextBriefTime('cron(0/5 * ? * SAT *)', given)).toBeUndefined();
  });
});

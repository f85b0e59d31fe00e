import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, type Instant, MINUTE, wallClockOf } from '../../../../shared/domain/time/instant.ts';
import { nextSlot, parseSchedule, periodOf, ScheduleError } from '../../../../shared/domain/time/schedule.ts';

const FROM = Date.parse('2026-11-21T08:00:00Z');

/** The first slots after an instant, as the wall clock of the zone shows them. */
function slots(expression: string, { zone = 'UTC', after = FROM, count = 3 } = {}): string[] {
  const schedule = parseSchedule(expression, zone);
  const found: string[] = [];
  let at: Instant | undefined = after;
  while (found.length < count) {
    at = nextSlot(schedule, { after: at, start: after });
    if (at === undefined) break;
    found.push(wallClockOf(at, zone));
  }
  return found;
}

describe('cron() as the scheduler reads it', () => {
  it.each([
    ['1 is Sunday', 'cron(0 8 ? * 1 *)', '2026-11-22T08:00 2026-11-29T08:00 2026-12-06T08:00'],
    ['7 is Saturday', 'cron(0 9 ? * 7 *)', '2026-11-21T09:00 2026-11-28T09:00 2026-12-05T09:00'],
    ['the second Tuesday', 'cron(0 8 ? * 3#2 *)', '2026-12-08T08:00 2027-01-12T08:00 2027-02-09T08:00'],
    [
      'a bare L: the last day of the week',
      'cron(0 8 ? * L *)',
      '2026-11-28T08:00 2026-12-05T08:00 2026-12-12T08:00',
    ],
    ['the last day of the month', 'cron(0 8 L * ? *)', '2026-11-30T08:00 2026-12-31T08:00 2027-01-31T08:00'],
    [
      'the weekday nearest to the 15th',
      'cron(0 8 15W * ? 2027)',
      '2027-01-15T08:00 2027-02-15T08:00 2027-03-15T08:00',
    ],
    ['a Saturday moves to the Friday before', 'cron(0 8 15W 5 ? 2027)', '2027-05-14T08:00'],
    ['a Sunday moves to the Monday after', 'cron(0 8 15W 8 ? 2027)', '2027-08-16T08:00'],
    ['1W stays in its month', 'cron(0 8 1W 5 ? 2027)', '2027-05-03T08:00'],
    ['the last weekday', 'cron(0 8 LW * ? *)', '2026-11-30T08:00 2026-12-31T08:00 2027-01-29T08:00'],
    ['a step from a start', 'cron(5/20 8 * * ? *)', '2026-11-21T08:05 2026-11-21T08:25 2026-11-21T08:45'],
    [
      'a step of days begins with each month',
      'cron(0 8 1/10 * ? *)',
      '2026-12-01T08:00 2026-12-11T08:00 2026-12-21T08:00',
    ],
    ['names in any case', 'cron(0 8 ? jan mon#1 *)', '2027-01-04T08:00 2028-01-03T08:00 2029-01-01T08:00'],
    ['a range of years', 'cron(0 8 1 1 ? 2028-2029)', '2028-01-01T08:00 2029-01-01T08:00'],
    ['a year that is over', 'cron(0 8 1 1 ? 2020)', ''],
    ['a day that no calendar has', 'cron(0 8 30 2 ? *)', ''],
  ])('%s: %s', (_name, expression, expected) => {
    expect(slots(expression).join(' ')).toBe(expected);
  });
});

describe('what the scheduler would refuse', () => {
  it.each([
    ['cron(0 8 * * * *)', 'Exactly one of the fields day-of-month and day-of-week must be "?"'],
    ['cron(0 8 * * ?)', 'six fields'],
    [
      'cron(? 8 1 * ? *)',
      'the field minutes cannot be "?". It takes 0-59, and lists, ranges and steps such as 0/5.',
    ],
    ['cron(0 24 * * ? *)', 'the field hours cannot be "24". It takes 0-23'],
    ['cron(0 8 0 * ? *)', 'the field day-of-month cannot be "0". It takes 1-31'],
    ['cron(0 8 1,L * ? *)', '"L"'],
    ['cron(0 8 L-3 * ? *)', '"L-3"'],
    ['cron(0 8 1 MAI ? *)', '"MAI"'],
    ['cron(0 8 ? * 0 *)', 'the field day-of-week cannot be "0". It takes 1-7 or SUN-SAT (1 is Sunday)'],
    ['cron(0 8 ? * FRI-MON *)', '"FRI-MON"'],
    ['cron(0 8 ? * 3#6 *)', '"3#6"'],
    ['cron(0 8 ? * 2/2 *)', '"2/2"'],
    ['cron(0 8 1 * ? 1969)', 'the field year cannot be "1969". It takes 1970-2199'],
    ['cron(0/0 8 1 * ? *)', '"0/0"'],
    ['rate(0 minutes)', 'A rate is a whole number'],
    ['rate(2 weeks)', 'minutes, hours or days'],
    ['at(2026-12-01T08:00:00Z)', 'a date and a time without a time zone'],
    ['at(2026-02-30T08:00:00)', 'a date and a time without a time zone'],
    ['every day', 'Write rate(15 minutes), cron(0 8 ? * MON-FRI *) or at('],
    ['', 'Write rate(15 minutes)'],
  ])('%j, and says why', (expression, why) => {
    expect(() => parseSchedule(expression, 'UTC')).toThrow(ScheduleError);
    expect(() => parseSchedule(expression, 'UTC')).toThrow(why);
  });

  it.each(['Nowhere/Land', 'Europe/', ''])('the zone %j', (zone) => {
    expect(() => parseSchedule('rate(1 hour)', zone)).toThrow('Write one such as Europe/Paris');
  });
});

describe('a change of the clocks', () => {
  const before = (day: string) => ({ after: Date.parse(`${day}T12:00:00Z`) });

  it.each([
    ['Europe/Paris', '2026-03-27', '2026-03-28T02:30 2026-03-30T02:30 2026-03-31T02:30'],
    ['Asia/Kathmandu', '2026-03-27', '2026-03-28T02:30 2026-03-29T02:30 2026-03-30T02:30'],
  ])('in spring, %s: what falls into the gap is skipped', (zone, day, expected) => {
    expect(slots('cron(30 2 * * ? *)', { zone, ...before(day) }).join(' ')).toBe(expected);
  });

  it.each([
    ['Europe/Paris', 'cron(30 2 * * ? *)', ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z']],
    ['Europe/Paris', 'cron(15 1-3 * * ? *)', ['2026-10-24T23:15Z', '2026-10-25T00:15Z', '2026-10-25T02:15Z']],
    [
      'America/New_York',
      'cron(30 1 * * ? *)',
      ['2026-10-31T05:30Z', '2026-11-01T05:30Z', '2026-11-02T06:30Z'],
    ],
  ])('in autumn, %s: %s runs once in the hour that comes twice', (zone, expression, expected) => {
    const schedule = parseSchedule(expression, zone);
    for (const [index, slot] of expected.entries()) {
      const after = Date.parse(expected[index - 1] ?? '') || Date.parse(slot) - HOUR;
      expect(nextSlot(schedule, { after, start: 0 })).toBe(Date.parse(slot));
    }
  });

  it('gives the slots that a walk over every minute gives, in every zone', () => {
    const zones = fc.constantFrom(
      'Europe/Paris',
      'America/New_York',
      'Asia/Kathmandu',
      'UTC',
      'Australia/Lord_Howe',
    );
    const days = fc.constantFrom(
      '2026-03-07',
      '2026-03-28',
      '2026-10-03',
      '2026-10-24',
      '2026-10-31',
      '2026-04-04',
    );
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 3 });
    const hours = fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(zones, days, minutes, hours, (zone, day, some, of) => {
        const from = Date.parse(`${day}T06:00:00Z`);
        const wanted = walk({ zone, from, to: from + 2 * DAY }).filter((local) => {
          return of.includes(Number(local.slice(11, 13))) && some.includes(Number(local.slice(14)));
        });
        const expression = `cron(${some.join(',')} ${of.join(',')} * * ? *)`;
        expect(slots(expression, { zone, after: from, count: wanted.length })).toEqual(wanted);
      }),
      { numRuns: 40 },
    );
  });

  /** Every minute that the wall clock shows in a span, each once. */
  function walk({ zone, from, to }: { zone: string; from: Instant; to: Instant }): string[] {
    const shown = new Set<string>();
    for (let at = from + MINUTE; at <= to; at += MINUTE) shown.add(wallClockOf(at, zone));
    return [...shown];
  }
});

describe('rate()', () => {
  const schedule = parseSchedule('rate(15 minutes)', 'Europe/Paris');

  it.each([
    ['the start itself is the first slot', -HOUR, 0],
    ['just before the second slot', 15 * MINUTE - 1, 15 * MINUTE],
    ['at the second slot', 15 * MINUTE, 30 * MINUTE],
  ])('%s', (_name, after, expected) => {
    const start = FROM + 12_345;
    expect(nextSlot(schedule, { after: start + after, start })).toBe(start + expected);
  });

  it('takes one and many of minutes, hours and days', () => {
    const periods = [
      'rate(1 minute)',
      'rate(5 minutes)',
      'rate(1 hour)',
      'rate(12 hours)',
      'rate(1 day)',
      'rate(7 days)',
    ];
    expect(periods.map((rate) => periodOf(parseSchedule(rate, 'UTC'), FROM))).toEqual([
      MINUTE,
      5 * MINUTE,
      HOUR,
      12 * HOUR,
      DAY,
      7 * DAY,
    ]);
  });
});

describe('at()', () => {
  it('happens once, at the wall clock of its zone', () => {
    const schedule = parseSchedule('at(2026-12-01T08:00:00)', 'Asia/Kathmandu');
    const slot = Date.parse('2026-12-01T02:15:00Z');
    expect(nextSlot(schedule, { after: FROM, start: FROM })).toBe(slot);
    expect(nextSlot(schedule, { after: slot - 1, start: FROM })).toBe(slot);
    expect(nextSlot(schedule, { after: slot, start: FROM })).toBeUndefined();
  });
});

describe('the period of a schedule', () => {
  it.each([
    ['cron(0 8 * * ? *)', DAY],
    ['cron(0/10 8-9 * * ? *)', 10 * MINUTE],
    ['at(2026-12-01T08:00:00)', DAY],
    ['cron(0 8 1 1 ? 2020)', DAY],
  ])('%s: the shortest gap, a day where there is none', (expression, period) => {
    expect(periodOf(parseSchedule(expression, 'UTC'), FROM)).toBe(period);
  });
});

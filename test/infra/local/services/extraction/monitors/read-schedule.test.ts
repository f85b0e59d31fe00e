import { describe, expect, it } from 'vitest';
import {
  describeSchedule,
  nextRun,
  readSchedule,
  ScheduleFault,
} from '../../../../../../infra/local/services/extraction/monitors/read-schedule.ts';

const read = (text: string, timezone = 'UTC') => readSchedule(text, { timezone, restHours: 24 });

describe('schedules in plain English', () => {
  it.each([
    ['every day at 9 AM UTC', '0 9 * * *', 'UTC'],
    ['daily at 6pm', '0 18 * * *', 'UTC'],
    ['every Monday at 08:30', '30 8 * * 1', 'UTC'],
    ['every Monday and Thursday at noon', '0 12 * * 1,4', 'UTC'],
    ['on Tuesdays at 7:05 p.m.', '5 19 * * 2', 'UTC'],
    ['every weekday at 7:00 in Europe/Paris', '0 7 * * 1-5', 'Europe/Paris'],
    ['Monday-Friday at 9 am', '0 9 * * 1-5', 'UTC'],
    ['weekends at midnight', '0 0 * * 6,0', 'UTC'],
    ['every 2 days at noon', '0 12 */2 * *', 'UTC'],
    ['every 48 hours at 6:00', '0 6 */2 * *', 'UTC'],
    ['weekly', '0 0 * * 1', 'UTC'],
    ['on the 15th of each month at 8 AM CET', '0 8 15 * *', 'Europe/Paris'],
    ['last day of the month at 23:30', '30 23 L * *', 'UTC'],
    ['quarterly at 9 am', '0 9 1 */3 *', 'UTC'],
    ['0 9 * * 1', '0 9 * * 1', 'UTC'],
    ['every morning at 8', '0 8 * * *', 'UTC'],
    ['once a day at 8', '0 8 * * *', 'UTC'],
    ['every evening at 8 PM', '0 20 * * *', 'UTC'],
    ['every three days at 6 am', '0 6 */3 * *', 'UTC'],
    ['first day of every month at 9 AM', '0 9 1 * *', 'UTC'],
    ['every day at 9 AM New York time', '0 9 * * *', 'America/New_York'],
    ['  30  7 1,15 *   * ', '30 7 1,15 * *', 'UTC'],
  ])('reads %j as %s in %s', (text, cron, timezone) => {
    expect(read(text)).toEqual({ cron, timezone });
  });

  it.each(['hourly', 'every 6 hours', '0 9,18 * * *'])(
    'refuses %j: its runs lie less than 24 hours apart',
    (text) => {
      expect(() => read(text)).toThrow('at least 24 hours apart');
    },
  );

  it.each([
    'whenever you like',
    '',
    'every first Monday of the month at 9',
    'every evening at 9',
    '0 0 30 2 *',
    'every day at 9:00 and 10:30',
  ])('refuses %j as not understood', (text) => {
    expect(() => read(text)).toThrow(ScheduleFault);
  });

  it('refuses a zone that does not exist', () => {
    expect(() => read('daily', 'Mars/Olympus')).toThrow('does not exist');
  });

  it.each([
    ['every weekday at 7:00 in Europe/Paris', 'Every weekday at 07:00 (Europe/Paris)'],
    ['every Monday and Thursday at noon', 'Every Monday and Thursday at 12:00 (UTC)'],
    ['last day of the month at 23:30', 'On the last day of every month at 23:30 (UTC)'],
    ['every 2 days', 'Every 2 days, counted from the first of the month, at 00:00 (UTC)'],
    ['0 9 1 2,5 *', 'Cron expression 0 9 1 2,5 * (UTC)'],
  ])('says %j in words', (text, words) => {
    expect(describeSchedule(read(text))).toBe(words);
  });

  it('keeps a daily schedule on the wall clock over the change to summer time', () => {
    const schedule = read('every day at 9:00 in Europe/Paris');
    const saturday = nextRun(schedule, Date.parse('2026-03-28T00:00:00Z'));
    const sunday = nextRun(schedule, saturday);
    expect(new Date(saturday).toISOString()).toBe('2026-03-28T08:00:00.000Z');
    expect(new Date(sunday).toISOString()).toBe('2026-03-29T07:00:00.000Z');
  });
});

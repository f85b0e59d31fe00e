import { describe, expect, it } from 'vitest';
import { readSchedule } from '../../../../infra/local/services/extraction/monitors/read-schedule.ts';
import { scheduleInWords } from '../../../../shared/domain/upstream/monitor-schedule.ts';

describe('a schedule in plain words', () => {
  it.each([
    ['cron(0 6 * * ? *)', 'every day at 6:00 AM', '0 6 * * *'],
    ['cron(30 0 ? * * *)', 'every day at 12:30 AM', '30 0 * * *'],
    ['cron(5 12 ? * MON-FRI *)', 'every weekday at 12:05 PM', '5 12 * * 1-5'],
    ['cron(30 18 ? * MON,THU *)', 'every Monday and Thursday at 6:30 PM', '30 18 * * 1,4'],
    ['cron(0 9 ? * 1 *)', 'every Sunday at 9:00 AM', '0 9 * * 0'],
    ['cron(0 9 15 * ? *)', 'on the 15th of each month at 9:00 AM', '0 9 15 * *'],
    ['cron(0 9 22 * ? *)', 'on the 22nd of each month at 9:00 AM', '0 9 22 * *'],
  ])('%s is said as "%s", and read as it was meant', (expression, words, cron) => {
    expect(scheduleInWords(expression, 'Europe/Paris')).toBe(words);
    expect(readSchedule(words, { timezone: 'Europe/Paris', restHours: 24 })).toEqual({
      cron,
      timezone: 'Europe/Paris',
    });
  });

  it.each([
    'rate(1 day)',
    'cron(0 * * * ? *)',
    'cron(0 6,18 * * ? *)',
    'cron(0 6 1,15 * ? *)',
    'cron(0 6 ? JAN * *)',
    'cron(0 6 ? * 2#1 *)',
    'at(2026-12-01T08:00:00)',
  ])('%s is refused: it has no such words, or its runs would be too close', (expression) => {
    expect(() => scheduleInWords(expression, 'UTC')).toThrow('at most once a day');
  });
});

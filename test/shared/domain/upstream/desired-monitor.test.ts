import { describe, expect, it } from 'vitest';
import { readSchedule } from '../../../../infra/local/services/extraction/monitors/read-schedule.ts';
import {
  isKnownSecret,
  monitorCondition,
  type MonitorResource,
  newMonitor,
  secretHash,
} from '../../../../shared/domain/upstream/upstream-resource.ts';
import { desiredMonitor, scheduleInWords } from '../../../../shared/domain/upstream/desired-monitor.ts';
import { aWatch, NOON } from '../../../ports/examples.ts';

const watch = aWatch({
  id: 'cuts',
  kind: 'extraction',
  query: { query: 'Layoffs', limit: 50 },
  schedule: 'cron(0 6 * * ? *)',
  monitor: { backfill: true },
});
const around = { stack: 'stack', receiver: 'https://hooks.acme.example' };
const desired = desiredMonitor(watch, around)!;
const empty: MonitorResource = { ...newMonitor('cuts'), intent: undefined };
const webhook = { id: 'w1', ...desired.webhook };
const monitor = {
  id: 'm1',
  referenceJobId: 'j1',
  webhookId: 'w1',
  schedule: desired.schedule,
  timezone: desired.timezone,
  limit: 50,
  enabled: true,
};
const whole: MonitorResource = {
  ...empty,
  question: desired.question,
  webhook,
  reference: { extractionId: 'e1', jobId: 'j1' },
  monitor,
  checkedAt: NOON,
};

describe('the condition of a monitor', () => {
  it('says what it waits for, what failed, and who switched it off', () => {
    expect(monitorCondition(watch, undefined)).toMatchObject({ condition: 'creating' });
    expect(monitorCondition({ watchlist: 'suppliers' }, empty).detail).toContain('suppliers');
    expect(monitorCondition(watch, { ...whole, monitor: undefined }).detail).toContain('first job');
    expect(monitorCondition(watch, { ...whole, failures: 1, error: 'Refused.' })).toEqual({
      condition: 'failing',
      detail: 'the last step at the service failed: Refused.',
    });
    expect(monitorCondition(watch, { ...whole, offSince: NOON }).condition).toBe('off');
    expect(monitorCondition(watch, whole)).toEqual({ condition: 'ok' });
  });
});

describe('the secret of a webhook', () => {
  it('is known by its hash alone, if it was issued', () => {
    const digests = [secretHash('present'), secretHash('earlier')];
    expect(isKnownSecret('present', digests)).toBe(true);
    expect(isKnownSecret('earlier', digests)).toBe(true);
    expect(isKnownSecret('wrong', digests)).toBe(false);
    expect(isKnownSecret('', [])).toBe(false);
    expect(secretHash('a webhook secret')).toBe('y9Ml9rted9SHZo1kUVdqufd0UqlI6TToPqNsbLXPdEY');
    expect(digests.join(' ')).not.toContain('present');
  });
});

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

  it.each(['rate(1 day)', 'cron(0 6,18 * * ? *)', 'cron(0 6 ? * 2#1 *)'])(
    '%s is refused: it has no such words, or its runs would be too close',
    (expression) => {
      expect(() => scheduleInWords(expression, 'UTC')).toThrow('at most once a day');
    },
  );
});

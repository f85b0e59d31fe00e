import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arnOf } from '../../infra/local/aws/local-account.ts';
import { eventbridgeReportSchedules, eventbridgeSchedules } from '../../shared/aws/eventbridge-schedules.ts';
import type { ReportSchedules, Schedules, WatchSchedule } from '../../shared/use-cases/ports/ports.ts';
import { NOON } from './examples.ts';
import { memoryReportSchedules, memorySchedules } from './memory-services.ts';
import { openSchedulerEngine, SETTINGS } from './scheduler-on-engine.ts';

interface OpenedSchedules {
  schedules: Schedules;
  reports: ReportSchedules;
  close(): Promise<void>;
}

const inMemory = async (): Promise<OpenedSchedules> => ({
  schedules: memorySchedules(),
  reports: memoryReportSchedules(),
  close: async () => {},
});

async function onEngine(): Promise<OpenedSchedules> {
  const { client, close } = await openSchedulerEngine();
  const settings = { ...SETTINGS, functionArn: arnOf('lambda', 'function:write-report') };
  const reports = eventbridgeReportSchedules(client, settings);
  return { schedules: eventbridgeSchedules(client, SETTINGS), reports, close };
}

const aSchedule = (changes: Partial<WatchSchedule> = {}): WatchSchedule => ({
  watchId: 'acme-news',
  service: 'news',
  expression: 'rate(15 minutes)',
  timezone: 'Europe/Paris',
  start: NOON,
  ...changes,
});

describe.each([
  ['in memory', inMemory],
  ['EventBridge Scheduler, on the embedded engine', onEngine],
])('the schedules: %s', (_, open) => {
  let opened: OpenedSchedules;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  const find = async (id: string) => (await opened.schedules.list()).filter(({ watchId }) => watchId === id);

  it.each(['rate(15 minutes)', 'cron(0 8 ? * MON-FRI *)', 'at(2027-01-01T08:00:00)'])(
    'give back %s as it was put',
    async (expression) => {
      const start = expression.startsWith('rate') ? NOON : undefined;
      const schedule = aSchedule({ watchId: expression.slice(0, 2), expression, start });
      await opened.schedules.put(schedule, false);
      expect(await find(schedule.watchId)).toEqual([schedule]);
    },
  );

  it('replace a schedule as a whole, and refuse to replace what is not there', async () => {
    const { start: _start, ...rest } = aSchedule({ watchId: 'changing' });
    await opened.schedules.put(aSchedule({ watchId: 'changing' }), false);
    const cron = { expression: 'cron(0 8 ? * MON *)', timezone: 'Asia/Kathmandu' };
    const after = { ...rest, ...cron, service: 'events' } as const;
    await opened.schedules.put(after, true);
    expect(await find('changing')).toEqual([after]);
    await expect(opened.schedules.put(aSchedule({ watchId: 'no' }), true)).rejects.toThrow('does not exist');
    expect(await find('no')).toEqual([]);
  });

  it('remove one and no other, and may be asked to again', async () => {
    const before = await opened.schedules.list();
    await opened.schedules.put(aSchedule({ watchId: 'leaving' }), false);
    for (let again = 0; again < 2; again += 1) await opened.schedules.remove('leaving');
    expect(await opened.schedules.list()).toEqual(before);
  });

  it('of reports are listed as they were put, changed as a whole, and stand beside a watch of the same name', async () => {
    const { reports, schedules } = opened;
    const weekly = { reportId: 'acme-weekly', expression: 'cron(0 8 ? * MON *)', timezone: 'Europe/Paris' };
    await reports.put(weekly, false);
    await schedules.put(aSchedule({ watchId: 'acme-weekly' }), false);
    expect(await reports.list()).toEqual([weekly]);
    await reports.put({ ...weekly, timezone: 'UTC' }, true);
    await schedules.remove('acme-weekly');
    expect(await reports.list()).toEqual([{ ...weekly, timezone: 'UTC' }]);
    for (let again = 0; again < 2; again += 1) await reports.remove(weekly.reportId);
    expect(await reports.list()).toEqual([]);
  });
});

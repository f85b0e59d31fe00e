import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arnOf } from '../../infra/local/aws/local-account.ts';
import { eventbridgeReportSchedules, eventbridgeSchedules } from '../../shared/aws/eventbridge-schedules.ts';
import type { ReportSchedules } from '../../shared/use-cases/ports/ports.ts';
import { memoryReportSchedules } from './memory-services.ts';
import { openSchedulerEngine, SETTINGS } from './scheduler-on-engine.ts';

const WEEKLY = { reportId: 'acme-weekly', expression: 'cron(0 8 ? * MON *)', timezone: 'Europe/Paris' };

/** What everything that keeps schedules of reports promises. */
function describeReportSchedules(
  name: string,
  open: () => Promise<{ schedules: ReportSchedules; close(): Promise<void> }>,
) {
  describe(`the schedules of reports: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    it('are listed as they were put, changed as a whole, and removed however often', async () => {
      const { schedules } = opened;
      await schedules.put(WEEKLY, false);
      expect(await schedules.list()).toEqual([WEEKLY]);
      await schedules.put({ ...WEEKLY, timezone: 'UTC' }, true);
      expect(await schedules.list()).toEqual([{ ...WEEKLY, timezone: 'UTC' }]);
      await schedules.remove(WEEKLY.reportId);
      await schedules.remove(WEEKLY.reportId);
      expect(await schedules.list()).toEqual([]);
    });
  });
}

const settings = { ...SETTINGS, functionArn: arnOf('lambda', 'function:write-report') };

describeReportSchedules('in memory', async () => ({
  schedules: memoryReportSchedules(),
  close: async () => {},
}));
describeReportSchedules('EventBridge Scheduler, on the embedded engine', async () => {
  const { client, close } = await openSchedulerEngine();
  return { schedules: eventbridgeReportSchedules(client, settings), close };
});

it('share a group with those of watches, and neither sees the other, whatever they are called', async () => {
  const { client, clock, engine, sent, close } = await openSchedulerEngine();
  const reports = eventbridgeReportSchedules(client, settings);
  const watches = eventbridgeSchedules(client, settings);
  const watch = {
    watchId: 'acme-weekly',
    service: 'news' as const,
    expression: 'rate(1 day)',
    timezone: 'UTC',
  };
  await reports.put(WEEKLY, false);
  await watches.put({ ...watch, start: clock.now() }, false);
  expect((await reports.list()).map(({ reportId }) => reportId)).toEqual(['acme-weekly']);
  expect((await watches.list()).map(({ watchId }) => watchId)).toEqual(['acme-weekly']);
  await watches.remove('acme-weekly');
  expect(await reports.list()).toHaveLength(1);
  expect(sent).toEqual([]);
  expect(engine).toBeDefined();
  await close();
});

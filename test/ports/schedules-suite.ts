import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Schedules, WatchSchedule } from '../../shared/use-cases/ports/ports.ts';
import { NOON } from './examples.ts';

/** Schedules to be held to the suite. */
export interface OpenedSchedules {
  schedules: Schedules;
  close(): Promise<void>;
}

const aSchedule = (changes: Partial<WatchSchedule> = {}): WatchSchedule => ({
  watchId: 'acme-news',
  service: 'news',
  expression: 'rate(15 minutes)',
  timezone: 'Europe/Paris',
  start: NOON,
  ...changes,
});

/** What everything that keeps schedules promises. */
export function describeSchedules(name: string, open: () => Promise<OpenedSchedules>): void {
  describe(`the schedules: ${name}`, () => {
    let opened: OpenedSchedules;
    let schedules: Schedules;
    beforeAll(async () => {
      opened = await open();
      schedules = opened.schedules;
    });
    afterAll(async () => {
      await opened.close();
    });
    const find = async (id: string) => (await schedules.list()).filter(({ watchId }) => watchId === id);

    it.each([
      aSchedule({ watchId: 'a-rate' }),
      aSchedule({
        watchId: 'a-cron',
        expression: 'cron(0 8 ? * MON-FRI *)',
        service: 'events',
        start: undefined,
      }),
      aSchedule({
        watchId: 'an-at',
        expression: 'at(2027-01-01T08:00:00)',
        timezone: 'UTC',
        start: undefined,
      }),
    ])('give back $expression as it was put', async (schedule) => {
      await schedules.put(schedule, false);
      expect(await find(schedule.watchId)).toEqual([schedule]);
    });

    it('replace a schedule as a whole: what the new one does not have is gone', async () => {
      const before = aSchedule({ watchId: 'changing' });
      await schedules.put(before, false);
      const { start: _start, ...rest } = before;
      const after = {
        ...rest,
        expression: 'cron(0 8 ? * MON *)',
        timezone: 'Asia/Kathmandu',
        service: 'events',
      } as const;
      await schedules.put(after, true);
      expect(await find('changing')).toEqual([after]);
    });

    it('refuse to replace what is not there', async () => {
      await expect(schedules.put(aSchedule({ watchId: 'nowhere' }), true)).rejects.toThrow('does not exist');
      expect(await find('nowhere')).toEqual([]);
    });

    it('remove one and no other, and may be asked to again', async () => {
      const before = await schedules.list();
      await schedules.put(aSchedule({ watchId: 'leaving' }), false);
      await schedules.remove('leaving');
      await schedules.remove('leaving');
      expect(await schedules.list()).toEqual(before);
    });
  });
}

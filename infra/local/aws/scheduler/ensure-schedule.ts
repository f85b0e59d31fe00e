import { SECOND } from '../../../../shared/domain/time/instant.ts';
import { parseAs } from '../../../../shared/contracts/parse-as.ts';
import type { LocalStack } from '../template/local-stack.ts';
import { definitionSchema } from './schedule-record.ts';
import type { SchedulerEngine } from './scheduler-engine.ts';

/** Creates or changes a schedule of the template. The template gives dates as ISO 8601, the API as seconds since 1970. */
export function ensureSchedule(
  scheduler: SchedulerEngine,
  { Name, GroupName, StartDate, EndDate, ...definition }: LocalStack['schedules'][number],
): void {
  const parsed = parseAs(definitionSchema, {
    ...definition,
    ...(StartDate === undefined ? {} : { StartDate: Date.parse(StartDate) / SECOND }),
    ...(EndDate === undefined ? {} : { EndDate: Date.parse(EndDate) / SECOND }),
  });
  scheduler.ensure(GroupName, Name, parsed);
}

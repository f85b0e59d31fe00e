import type { SchedulerClient, Target } from '@aws-sdk/client-scheduler';
import * as z from 'zod';
import { scheduledOrderBody } from '../../contracts/orders/run-order.ts';
import { tryParse } from '../../contracts/parse-as.ts';
import { parseJson } from '../../contracts/parse-json.ts';
import type { Service } from '../../domain/lib/errors.ts';
import type { Schedules, WatchSchedule } from '../../use-cases/ports/schedules.ts';
import { REPORT_PREFIX } from './eventbridge-report-schedules.ts';
import { type FoundSchedule, RETRY, scheduleGroup } from './schedule-group.ts';

/** The group of the watches' schedules, their role and their targets. */
export interface ScheduleSettings {
  group: string;
  roleArn: string;
  deadLettersArn: string;
  /** ARN of the runs queue of each service. */
  queueArns: Readonly<Partial<Record<Service, string>>>;
}

const inputSchema = z.object({ watchId: z.string() });

/** One schedule per watch, named after it. */
export function eventbridgeSchedules(client: SchedulerClient, settings: ScheduleSettings): Schedules {
  return scheduleGroup<WatchSchedule>(client, {
    group: settings.group,
    mayName: (name) => !name.startsWith(REPORT_PREFIX),
    nameOf: (watchId) => watchId,
    inputOf: (schedule) => {
      const { watchId: id, expression, timezone, start } = schedule;
      const target = targetOf(schedule, settings);
      return { id, expression, timezone, target, start };
    },
    read: (found, name) => read(found, { settings, name }),
    owns: runsWatch,
  });
}

function targetOf({ watchId, service }: WatchSchedule, settings: ScheduleSettings): Target {
  const arn = settings.queueArns[service];
  if (arn === undefined) throw new Error(`This stack has no runs queue for the ${service} service.`);
  return {
    Arn: arn,
    RoleArn: settings.roleArn,
    Input: scheduledOrderBody(watchId),
    RetryPolicy: RETRY,
    DeadLetterConfig: { Arn: settings.deadLettersArn },
  };
}

/** Undefined for a schedule of the group that does not run a watch: we do not change it. */
function read(
  found: FoundSchedule,
  { settings, name }: { settings: ScheduleSettings; name: string },
): WatchSchedule | undefined {
  const services: Service[] = ['news', 'events', 'extraction', 'feeds'];
  const service = services.find((one) => settings.queueArns[one] === found.Target?.Arn);
  if (!service || !runsWatch(found.Target)) return undefined;
  return {
    watchId: name,
    service,
    expression: found.ScheduleExpression ?? '',
    timezone: found.ScheduleExpressionTimezone ?? 'UTC',
    ...(found.StartDate && { start: found.StartDate.getTime() }),
  };
}

function runsWatch(target: Target | undefined): boolean {
  return tryParse(inputSchema, parseJson(target?.Input)).success;
}

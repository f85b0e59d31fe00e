import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  type FlexibleTimeWindow,
  GetScheduleCommand,
  ListSchedulesCommand,
  ResourceNotFoundException,
  type SchedulerClient,
  type Target,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import * as z from 'zod';
import { scheduledOrderBody } from '../contracts/run-order.ts';
import { parseJson } from '../contracts/parse-json.ts';
import type { Service } from '../domain/errors.ts';
import type { Schedules, WatchSchedule } from '../use-cases/ports.ts';

/** Where the schedules of the watches live and what they may do. */
export interface ScheduleSettings {
  group: string;
  roleArn: string;
  deadLettersArn: string;
  /** ARN of the runs queue of each service. */
  queueArns: Readonly<Partial<Record<Service, string>>>;
}

const inputSchema = z.object({ watchId: z.string() });
const EXACT: FlexibleTimeWindow = { Mode: 'OFF' };
/** The default, 185 tries over a day, would queue a storm of stale runs. Three tries within ten minutes, then dead letters. */
const RETRY = { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 600 };

/** One schedule per watch, named after it. An update replaces the whole schedule, so everything is sent each time. */
export function eventbridgeSchedules(client: SchedulerClient, settings: ScheduleSettings): Schedules {
  const { group } = settings;
  return {
    async list() {
      const found: WatchSchedule[] = [];
      let token: string | undefined;
      do {
        const page = await client.send(
          new ListSchedulesCommand({ GroupName: group, ...(token !== undefined && { NextToken: token }) }),
        );
        for (const { Name } of page.Schedules ?? []) {
          const schedule = await read(client, { settings, name: Name ?? '' });
          if (schedule) found.push(schedule);
        }
        token = page.NextToken;
      } while (token !== undefined);
      return found;
    },

    async put(schedule, existing) {
      const input = inputOf(schedule, settings);
      if (!existing && (await create(client, input))) return;
      await client.send(new UpdateScheduleCommand(input));
    },

    async remove(watchId) {
      try {
        await client.send(new DeleteScheduleCommand({ GroupName: group, Name: watchId }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  };
}

/**
 * False when a schedule of this name runs a watch already, but for a queue that this stack does not have (any more): it
 * was not listed, and is replaced.
 */
async function create(client: SchedulerClient, input: CreateScheduleCommandInput): Promise<boolean> {
  try {
    await client.send(new CreateScheduleCommand(input));
    return true;
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
    const { GroupName, Name } = input;
    const found = await client.send(new GetScheduleCommand({ GroupName, Name }));
    if (!runsWatch(found.Target)) throw error;
    return false;
  }
}

function inputOf(schedule: WatchSchedule, settings: ScheduleSettings) {
  const { watchId, expression, timezone, start } = schedule;
  return {
    GroupName: settings.group,
    Name: watchId,
    ScheduleExpression: expression,
    ScheduleExpressionTimezone: timezone,
    FlexibleTimeWindow: EXACT,
    ...(start !== undefined && { StartDate: new Date(start) }),
    Target: targetOf(schedule, settings),
  };
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

/** Schedules of the group that do not run a watch, such as the sweeps, are not ours to change. */
async function read(
  client: SchedulerClient,
  { settings, name }: { settings: ScheduleSettings; name: string },
): Promise<WatchSchedule | undefined> {
  const found = await find(client, { GroupName: settings.group, Name: name });
  const services: Service[] = ['news', 'events', 'extraction'];
  const service = services.find((one) => settings.queueArns[one] === found?.Target?.Arn);
  if (!found || !service || !runsWatch(found.Target)) return undefined;
  return {
    watchId: name,
    service,
    expression: found.ScheduleExpression ?? '',
    timezone: found.ScheduleExpressionTimezone ?? 'UTC',
    ...(found.StartDate && { start: found.StartDate.getTime() }),
  };
}

/** Undefined for a schedule that went away since it was listed: `at()` may end by itself. */
async function find(client: SchedulerClient, key: { GroupName: string; Name: string }) {
  try {
    return await client.send(new GetScheduleCommand(key));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

function runsWatch(target: Target | undefined): boolean {
  return inputSchema.safeParse(parseJson(target?.Input)).success;
}

import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  GetScheduleCommand,
  type GetScheduleCommandOutput,
  paginateListSchedules,
  ResourceNotFoundException,
  type SchedulerClient,
  type Target,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import * as z from 'zod';
import { scheduledOrderBody, scheduledReportBody } from '../contracts/orders.ts';
import { parseJson, tryParse } from '../contracts/parse-as.ts';
import { POLLED, SERVICES, type Service } from '../domain/lib/errors.ts';
import { inParallel } from '../domain/lib/in-parallel.ts';
import { undefinedOn } from './bounded-requests.ts';
import type { ReportSchedule, ReportSchedules, Schedules, WatchSchedule } from '../use-cases/ports/ports.ts';

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
  const services: Service[] = [...SERVICES, ...POLLED];
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

/**
 * 3 retries within 10 minutes, then dead letters. The default, 185 retries over a day, would queue many stale runs.
 */
const RETRY = { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 600 };

/** A schedule as EventBridge Scheduler returns it. */
type FoundSchedule = GetScheduleCommandOutput;

/** One kind of schedule in a group that several kinds share: how it is written and recognised. */
interface ScheduleKind<T> {
  group: string;
  /** What the names of this kind begin with. Only those are listed. */
  prefix?: string;
  /** False for names of another kind: they are listed, but not read. */
  mayName?: (name: string) => boolean;
  nameOf: (id: string) => string;
  inputOf: (schedule: T) => {
    id: string;
    expression: string;
    timezone: string;
    start?: number | undefined;
    target: Target;
  };
  /** Undefined for a schedule of another kind, or with a target that this stack does not have. */
  read: (found: FoundSchedule, name: string) => T | undefined;
  /** Whether a target is of this kind, whatever its ARN. */
  owns: (target: Target | undefined) => boolean;
}

/** The schedules of one kind. An update replaces the whole schedule, so everything is sent each time. */
function scheduleGroup<T>(client: SchedulerClient, kind: ScheduleKind<T>) {
  const { group } = kind;
  return {
    /** Each schedule is read by a request of its own: a list does not hold expressions. Several are read at a time. */
    async list(): Promise<T[]> {
      const names: string[] = [];
      const of = { GroupName: group, NamePrefix: kind.prefix };
      for await (const { Schedules = [] } of paginateListSchedules({ client }, of)) {
        names.push(...Schedules.flatMap(({ Name = '' }) => (kind.mayName?.(Name) === false ? [] : [Name])));
      }
      const found = await inParallel(names, async (Name) => {
        const one = await find(client, { GroupName: group, Name });
        return one && kind.read(one, Name);
      });
      return found.filter((schedule) => schedule !== undefined);
    },

    async put(schedule: T, existing: boolean): Promise<void> {
      const { id, expression, timezone, start, target } = kind.inputOf(schedule);
      const input = {
        GroupName: group,
        Name: kind.nameOf(id),
        ScheduleExpression: expression,
        ScheduleExpressionTimezone: timezone,
        FlexibleTimeWindow: { Mode: 'OFF' as const },
        StartDate: start === undefined ? undefined : new Date(start),
        Target: target,
      };
      if (!existing && (await create(client, { input, owns: kind.owns }))) return;
      await client.send(new UpdateScheduleCommand(input));
    },

    async remove(id: string): Promise<void> {
      const command = new DeleteScheduleCommand({ GroupName: group, Name: kind.nameOf(id) });
      await undefinedOn(ResourceNotFoundException, client.send(command));
    },
  };
}

/**
 * False when a schedule of this name and kind exists already. It was not listed, because this stack does not have its
 * target, and must be replaced.
 */
async function create(
  client: SchedulerClient,
  { input, owns }: { input: CreateScheduleCommandInput; owns: (target: Target | undefined) => boolean },
): Promise<boolean> {
  try {
    await client.send(new CreateScheduleCommand(input));
    return true;
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
    const { GroupName, Name } = input;
    const found = await client.send(new GetScheduleCommand({ GroupName, Name }));
    if (!owns(found.Target)) throw error;
    return false;
  }
}

/** Undefined for a schedule that was deleted since it was listed: `at()` schedules can delete themselves. */
function find(
  client: SchedulerClient,
  key: { GroupName: string; Name: string },
): Promise<FoundSchedule | undefined> {
  return undefinedOn(ResourceNotFoundException, client.send(new GetScheduleCommand(key)));
}

/** The group of the report schedules and what they call. */
interface ReportScheduleSettings {
  group: string;
  roleArn: string;
  deadLettersArn: string;
  functionArn: string;
}

/** No name of a watch has a dot, so the two kinds of schedules in the group never share a name. */
const REPORT_PREFIX = 'report.';

const reportInputSchema = z.object({ reportId: z.string() });

/** One schedule per report, in the group of the watches' schedules. */
export function eventbridgeReportSchedules(
  client: SchedulerClient,
  settings: ReportScheduleSettings,
): ReportSchedules {
  return scheduleGroup<ReportSchedule>(client, {
    group: settings.group,
    prefix: REPORT_PREFIX,
    nameOf: (reportId) => `${REPORT_PREFIX}${reportId}`,
    inputOf: ({ reportId, expression, timezone }) => ({
      id: reportId,
      expression,
      timezone,
      target: reportTargetOf(reportId, settings),
    }),
    read: (found) => {
      const input = tryParse(reportInputSchema, parseJson(found.Target?.Input));
      if (!input.success || found.Target?.Arn !== settings.functionArn) return undefined;
      return {
        reportId: input.data.reportId,
        expression: found.ScheduleExpression ?? '',
        timezone: found.ScheduleExpressionTimezone ?? 'UTC',
      };
    },
    owns: (target) => tryParse(reportInputSchema, parseJson(target?.Input)).success,
  });
}

function reportTargetOf(
  reportId: string,
  { functionArn, roleArn, deadLettersArn }: ReportScheduleSettings,
): Target {
  return {
    Arn: functionArn,
    RoleArn: roleArn,
    Input: scheduledReportBody(reportId),
    RetryPolicy: RETRY,
    DeadLetterConfig: { Arn: deadLettersArn },
  };
}

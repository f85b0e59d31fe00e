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

/** A group of schedules, their role and where they send what fails. */
interface GroupSettings {
  group: string;
  roleArn: string;
  deadLettersArn: string;
}

export interface ScheduleSettings extends GroupSettings {
  /** ARN of the runs queue of each service. */
  queueArns: Readonly<Partial<Record<Service, string>>>;
}

/** No name of a watch has a dot, so the two kinds of schedules in the group never share a name. */
const REPORT_PREFIX = 'report.';

const watchInput = z.object({ watchId: z.string() }).transform(({ watchId }) => watchId);
const reportInput = z.object({ reportId: z.string() }).transform(({ reportId }) => reportId);

/** One schedule per watch, named after it. */
export function eventbridgeSchedules(client: SchedulerClient, settings: ScheduleSettings): Schedules {
  const { queueArns } = settings;
  const services: Service[] = [...SERVICES, ...POLLED];
  return scheduleGroup<WatchSchedule>(client, {
    settings,
    input: watchInput,
    nameOf: (watchId) => watchId,
    idOf: ({ watchId }) => watchId,
    startOf: ({ start }) => start,
    targetOf: ({ watchId, service }) => {
      const arn = queueArns[service];
      if (arn === undefined) throw new Error(`This stack has no runs queue for the ${service} service.`);
      return { Arn: arn, Input: scheduledOrderBody(watchId) };
    },
    read: (times, { Name: watchId = '', Target, StartDate }) => {
      const service = services.find((one) => queueArns[one] === Target?.Arn);
      return service && { ...times, watchId, service, ...(StartDate && { start: StartDate.getTime() }) };
    },
  });
}

/** One schedule per report, in the group of the watches' schedules. */
export function eventbridgeReportSchedules(
  client: SchedulerClient,
  { functionArn, ...settings }: GroupSettings & { functionArn: string },
): ReportSchedules {
  return scheduleGroup<ReportSchedule>(client, {
    settings,
    input: reportInput,
    nameOf: (reportId) => `${REPORT_PREFIX}${reportId}`,
    idOf: ({ reportId }) => reportId,
    targetOf: ({ reportId }) => ({ Arn: functionArn, Input: scheduledReportBody(reportId) }),
    read: (times, { Target }, reportId) => (Target?.Arn === functionArn ? { ...times, reportId } : undefined),
  });
}

/**
 * 3 retries within 10 minutes, then dead letters. The default, 185 retries over a day, would queue many stale runs.
 */
const RETRY = { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 600 };

/** When a schedule is due. */
interface Times {
  expression: string;
  timezone: string;
}

/** One kind of schedule in a group that several kinds share: how it is written and recognised. */
interface ScheduleKind<T extends Times> {
  settings: GroupSettings;
  /** The input of a target of this kind, whatever its ARN: an id. */
  input: z.ZodType<string>;
  nameOf: (id: string) => string;
  idOf: (schedule: T) => string;
  startOf?: (schedule: T) => number | undefined;
  targetOf: (schedule: T) => { Arn: string; Input: string };
  /** Undefined for a schedule with a target that this stack does not have. */
  read: (times: Times, found: GetScheduleCommandOutput, id: string) => T | undefined;
}

/** The schedules of one kind. An update replaces the whole schedule, so everything is sent each time. */
function scheduleGroup<T extends Times>(client: SchedulerClient, kind: ScheduleKind<T>) {
  const { group: GroupName, roleArn, deadLettersArn } = kind.settings;
  /** The id in the input of a target; undefined for a schedule of another kind, which we do not change. */
  const idIn = (target: Target | undefined) => tryParse(kind.input, parseJson(target?.Input)).data;
  return {
    /** Each schedule is read by a request of its own: a list does not hold expressions. Several are read at a time. */
    async list(): Promise<T[]> {
      const names: string[] = [];
      const isReport = kind.nameOf('').startsWith(REPORT_PREFIX);
      for await (const { Schedules = [] } of paginateListSchedules(
        { client },
        { GroupName, NamePrefix: kind.nameOf('') || undefined },
      ))
        names.push(
          ...Schedules.flatMap(({ Name = '' }) =>
            Name.startsWith(REPORT_PREFIX) === isReport ? [Name] : [],
          ),
        );
      const found = await inParallel(names, async (Name) => {
        const one = await find(client, { GroupName, Name });
        const id = idIn(one?.Target);
        if (!one || id === undefined) return undefined;
        const { ScheduleExpression: expression = '', ScheduleExpressionTimezone: timezone = 'UTC' } = one;
        return kind.read({ expression, timezone }, { ...one, Name }, id);
      });
      return found.filter((schedule) => schedule !== undefined);
    },

    async put(schedule: T, existing: boolean): Promise<void> {
      const start = kind.startOf?.(schedule);
      const input = {
        GroupName,
        Name: kind.nameOf(kind.idOf(schedule)),
        ScheduleExpression: schedule.expression,
        ScheduleExpressionTimezone: schedule.timezone,
        FlexibleTimeWindow: { Mode: 'OFF' as const },
        StartDate: start === undefined ? undefined : new Date(start),
        Target: {
          ...kind.targetOf(schedule),
          RoleArn: roleArn,
          RetryPolicy: RETRY,
          DeadLetterConfig: { Arn: deadLettersArn },
        },
      };
      if (!existing && (await create(client, { input, owns: (target) => idIn(target) !== undefined })))
        return;
      await client.send(new UpdateScheduleCommand(input));
    },

    async remove(id: string): Promise<void> {
      const command = new DeleteScheduleCommand({ GroupName, Name: kind.nameOf(id) });
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
): Promise<GetScheduleCommandOutput | undefined> {
  return undefinedOn(ResourceNotFoundException, client.send(new GetScheduleCommand(key)));
}

import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  type GetScheduleCommandOutput,
  GetScheduleCommand,
  paginateListSchedules,
  ResourceNotFoundException,
  type SchedulerClient,
  type Target,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { undefinedOn } from '../undefined-on.ts';

/** 3 retries within 10 minutes, then dead letters. The default, 185 retries over a day, would queue many stale runs. */
export const RETRY = { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 600 };

/** A schedule as EventBridge Scheduler returns it. */
export type FoundSchedule = GetScheduleCommandOutput;

/** One kind of schedule in a group that several kinds share: how it is written and recognised. */
export interface ScheduleKind<T> {
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
export function scheduleGroup<T>(client: SchedulerClient, kind: ScheduleKind<T>) {
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

import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  type GetScheduleCommandOutput,
  GetScheduleCommand,
  ListSchedulesCommand,
  ResourceNotFoundException,
  type SchedulerClient,
  type Target,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';

/** The default, 185 tries over a day, would queue a storm of stale runs. Three tries within ten minutes, then dead letters. */
export const RETRY = { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 600 };

/** A schedule as the group holds it. */
export type FoundSchedule = GetScheduleCommandOutput;

/** One kind of schedule in a group that several share: what it looks like there, and how to tell it from the others. */
export interface ScheduleKind<T> {
  group: string;
  nameOf: (id: string) => string;
  inputOf: (schedule: T) => {
    id: string;
    expression: string;
    timezone: string;
    start?: number;
    target: Target;
  };
  /** Undefined for a schedule of another kind, or for one that this stack cannot aim at (any more). */
  read: (found: FoundSchedule, name: string) => T | undefined;
  /** Whether a target is of this kind, wherever it points. */
  owns: (target: Target | undefined) => boolean;
}

/** The schedules of one kind. An update replaces the whole schedule, so everything is sent each time. */
export function scheduleGroup<T>(client: SchedulerClient, kind: ScheduleKind<T>) {
  const { group } = kind;
  return {
    async list(): Promise<T[]> {
      const found: T[] = [];
      let token: string | undefined;
      do {
        const page = await client.send(
          new ListSchedulesCommand({ GroupName: group, ...(token !== undefined && { NextToken: token }) }),
        );
        for (const { Name = '' } of page.Schedules ?? []) {
          const one = await find(client, { GroupName: group, Name });
          const schedule = one && kind.read(one, Name);
          if (schedule !== undefined) found.push(schedule);
        }
        token = page.NextToken;
      } while (token !== undefined);
      return found;
    },

    async put(schedule: T, existing: boolean): Promise<void> {
      const { id, expression, timezone, start, target } = kind.inputOf(schedule);
      const input = {
        GroupName: group,
        Name: kind.nameOf(id),
        ScheduleExpression: expression,
        ScheduleExpressionTimezone: timezone,
        FlexibleTimeWindow: { Mode: 'OFF' as const },
        ...(start !== undefined && { StartDate: new Date(start) }),
        Target: target,
      };
      if (!existing && (await create(client, { input, owns: kind.owns }))) return;
      await client.send(new UpdateScheduleCommand(input));
    },

    async remove(id: string): Promise<void> {
      try {
        await client.send(new DeleteScheduleCommand({ GroupName: group, Name: kind.nameOf(id) }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  };
}

/**
 * False when a schedule of this name and kind stands already, but aims at what this stack does not have (any more): it was
 * not listed, and is replaced.
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

/** Undefined for a schedule that went away since it was listed: `at()` may end by itself. */
async function find(
  client: SchedulerClient,
  key: { GroupName: string; Name: string },
): Promise<FoundSchedule | undefined> {
  try {
    return await client.send(new GetScheduleCommand(key));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

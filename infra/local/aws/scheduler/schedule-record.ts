import * as z from 'zod';
import type { Instant } from '../../../../shared/domain/time/instant.ts';
import { nextSlot, parseSchedule } from '../../../../shared/domain/time/schedule.ts';
import type { Records } from '../record-store.ts';

const INPUT_LIMIT = 262_144;

/**
 * The input of CreateSchedule and UpdateSchedule, as far as this machine supports it: exact times, and a queue or a
 * function as target. Anything else is refused.
 */
export const definitionSchema = z.strictObject({
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().default('UTC'),
  /** Seconds since 1970. */
  StartDate: z.number().optional(),
  FlexibleTimeWindow: z.strictObject({ Mode: z.literal('OFF') }),
  Target: z.strictObject({
    Arn: z.string().regex(/^arn:aws:(sqs|lambda):/, 'only queues and functions are known on this machine'),
    RoleArn: z.string(),
    Input: z.string().min(1).max(INPUT_LIMIT),
    RetryPolicy: z
      .strictObject({
        MaximumRetryAttempts: z.number().optional(),
        MaximumEventAgeInSeconds: z.number().optional(),
      })
      .optional(),
    DeadLetterConfig: z.strictObject({ Arn: z.string() }).optional(),
  }),
});
export type ScheduleDefinition = z.infer<typeof definitionSchema>;

export const recordSchema = z.object({
  group: z.string(),
  name: z.string(),
  definition: definitionSchema,
  createdAt: z.number(),
  changedAt: z.number(),
  /** Everything up to here has been sent. */
  sentUntil: z.number().optional(),
});
export type ScheduleRecord = z.infer<typeof recordSchema>;

/**
 * The next slot to send. It may be in the past, and is undefined when none is left. A rate counts from its start
 * date, else from its creation or last change; that instant is its first slot.
 *
 * @throws ScheduleError for an expression or a zone that the scheduler would refuse.
 */
export function slotAfter({ definition, changedAt, sentUntil }: ScheduleRecord): Instant | undefined {
  const schedule = parseSchedule(definition.ScheduleExpression, definition.ScheduleExpressionTimezone);
  const start = definition.StartDate === undefined ? changedAt : definition.StartDate * 1_000;
  const after = Math.max(sentUntil ?? 0, start - 1, changedAt - 1);
  return nextSlot(schedule, { after, start });
}

/** A start that was set while the clock was ahead moves with it. */
function turnedBack(record: ScheduleRecord, now: Instant): ScheduleRecord {
  const { definition, createdAt, changedAt, sentUntil } = record;
  const by = Math.max(0, changedAt - now);
  return {
    ...record,
    createdAt: Math.min(createdAt, now),
    changedAt: changedAt - by,
    ...(sentUntil !== undefined && { sentUntil: Math.min(sentUntil, now) }),
    definition: {
      ...definition,
      ...(definition.StartDate !== undefined && { StartDate: definition.StartDate - by / 1_000 }),
    },
  };
}

/** The key of a schedule among all. A name is unique in its group only. */
export function keyOf(group: string, name: string): string {
  return `${group}/${name}`;
}

/** The schedules, and when each is due next. */
export interface Agenda {
  get(key: string): ScheduleRecord | undefined;
  all(): ScheduleRecord[];
  put(record: ScheduleRecord): void;
  remove(key: string): void;
  /** Records that everything up to an instant was sent. */
  settle(key: string, until: Instant): void;
  /** Takes back what lies ahead of `now`: it was written before the clock went back. */
  turnBack(now: Instant): void;
  /** Until when the latest slot was sent. */
  sentUntil(): Instant;
  /** The next slot of each schedule, soonest first. Those in the past are due. */
  upcoming(): { key: string; at: Instant }[];
}

export function openAgenda(records: Records<ScheduleRecord>): Agenda {
  const next = new Map<string, Instant>();
  const plan = (record: ScheduleRecord): void => {
    const key = keyOf(record.group, record.name);
    const slot = slotAfter(record);
    if (slot === undefined) next.delete(key);
    else next.set(key, slot);
  };
  const put = (record: ScheduleRecord): void => {
    plan(record);
    records.put(keyOf(record.group, record.name), record);
  };
  for (const record of records.all()) plan(record);
  return {
    get: (key) => records.get(key),
    all: () => records.all(),
    put,
    remove: (key) => {
      records.remove(key);
      next.delete(key);
    },
    settle: (key, until) => {
      const record = records.get(key);
      if (record) put({ ...record, sentUntil: until });
    },
    turnBack: (now) => {
      for (const record of records.all()) {
        const { changedAt, sentUntil = 0 } = record;
        if (Math.max(changedAt, sentUntil) > now) put(turnedBack(record, now));
      }
    },
    sentUntil: () => Math.max(0, ...records.all().map(({ sentUntil = 0 }) => sentUntil)),
    upcoming: () => [...next].map(([key, at]) => ({ key, at })).toSorted((one, other) => one.at - other.at),
  };
}

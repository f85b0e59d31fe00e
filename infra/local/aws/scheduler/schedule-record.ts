import * as z from 'zod';
import type { Instant } from '../../../../shared/domain/time/instant.ts';
import { nextSlot, parseSchedule } from '../../../../shared/domain/time/schedule.ts';

const INPUT_LIMIT = 262_144;

/**
 * The input of CreateSchedule and UpdateSchedule, as far as this machine supports it: exact times, and a queue or a function
 * as target. Anything else is refused.
 */
export const definitionSchema = z.strictObject({
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().default('UTC'),
  /** Seconds since 1970. */
  StartDate: z.number().optional(),
  EndDate: z.number().optional(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Description: z.string().optional(),
  ActionAfterCompletion: z.enum(['NONE', 'DELETE']).default('NONE'),
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
 * The next slot to send. It may be in the past, and is undefined when none is left. A rate counts from its start date, else
 * from its creation or last change; that instant is its first slot.
 *
 * @throws ScheduleError for an expression or a zone that the scheduler would refuse.
 */
export function slotAfter({ definition, changedAt, sentUntil }: ScheduleRecord): Instant | undefined {
  const schedule = parseSchedule(definition.ScheduleExpression, definition.ScheduleExpressionTimezone);
  const start = definition.StartDate === undefined ? changedAt : definition.StartDate * 1_000;
  const after = Math.max(sentUntil ?? 0, start - 1, changedAt - 1);
  const slot = nextSlot(schedule, { after, start });
  const end = definition.EndDate === undefined ? Number.POSITIVE_INFINITY : definition.EndDate * 1_000;
  return slot === undefined || slot > end ? undefined : slot;
}

/** The key of a schedule among all. A name is unique in its group only. */
export function keyOf(group: string, name: string): string {
  return `${group}/${name}`;
}

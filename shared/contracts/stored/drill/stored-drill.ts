import * as z from 'zod';
import { HOLD_REASONS } from '../../../domain/alerts/alert-state.ts';
import { PROTOCOLS } from '../../../domain/alerts/message.ts';
import type { Drill, DrillConfirmation, DrillResult } from '../../../domain/channels/drill.ts';
import { TRANSPORTS } from '../../../domain/channels/transports.ts';
import { SEVERITIES } from '../../../domain/watches/watch.ts';

const holdSchema = z.object({
  severity: z.enum(SEVERITIES),
  because: z.enum([...HOLD_REASONS, 'below-severity']),
  until: z.number().optional(),
});

/** A drill, as it is stored. */
export const drillSchema = z.object({
  id: z.string(),
  sms: z.boolean(),
  orderedAt: z.number(),
  beganAt: z.number(),
  targets: z.array(
    z.object({
      channel: z.string(),
      by: z.enum([...PROTOCOLS, ...TRANSPORTS]),
      holds: z.array(holdSchema),
    }),
  ),
}) satisfies z.ZodType<Drill>;

/** What became of a drill on a target. */
export const drillResultSchema = z.object({
  channel: z.string(),
  by: z.string(),
  state: z.enum(['accepted', 'resolved', 'failed']),
  at: z.number(),
  error: z.string().optional(),
}) satisfies z.ZodType<DrillResult>;

/** A confirmation of a drill. */
export const drillConfirmationSchema = z.object({
  channel: z.string(),
  by: z.string(),
  at: z.number(),
}) satisfies z.ZodType<DrillConfirmation>;

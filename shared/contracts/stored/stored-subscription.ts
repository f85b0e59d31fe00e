import * as z from 'zod';
import { PROTOCOLS } from '../../domain/alerts/message.ts';

/** A subscription that we made. */
export const subscriptionRecordSchema = z.object({
  protocol: z.enum(PROTOCOLS),
  endpoint: z.string(),
  channels: z.array(z.string()),
  arn: z.string().optional(),
  askedAt: z.number(),
  isUnsettled: z.literal(true).optional(),
  keepsFailures: z.literal(true).optional(),
});

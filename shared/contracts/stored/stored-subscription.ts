import * as z from 'zod';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { PROTOCOLS } from '../../domain/alerts/message.ts';

/** A subscription that we made. */
export const subscriptionRecordSchema = z.object({
  protocol: z.enum(PROTOCOLS),
  endpoint: z.string(),
  channels: z.array(z.string()),
  severities: z.record(z.string(), z.enum(SEVERITIES)).optional(),
  arn: z.string().optional(),
  askedAt: z.number(),
  isUnsettled: z.literal(true).optional(),
});

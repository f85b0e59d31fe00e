import * as z from 'zod';
import { SECOND } from '../../../../../shared/domain/time/instant.ts';

/** Attempts are made so long after a delivery is due: 1, 5 and 25 s. After the last the delivery is lost. */
export const ATTEMPT_DELAYS: readonly number[] = [1 * SECOND, 5 * SECOND, 25 * SECOND];

/** A body on its way to one webhook. */
export const deliverySchema = z.object({
  id: z.string(),
  webhookId: z.string(),
  resourceType: z.enum(['job', 'monitor', 'monitor_group']),
  resourceId: z.string(),
  /** The run that it is about. */
  jobId: z.string(),
  fields: z.record(z.string(), z.unknown()),
  dueAt: z.number(),
  /** Attempts made so far. */
  attempts: z.number(),
});

/** One line of the webhook history. */
export const attemptSchema = z.object({
  id: z.number(),
  webhookId: z.string(),
  /** The delivery that it was an attempt of; a test has none. */
  deliveryId: z.string().optional(),
  resourceType: z.enum(['job', 'monitor', 'monitor_group', 'test']),
  resourceId: z.string(),
  info: z.object({ job_id: z.string(), records_count: z.number() }).nullable(),
  statusCode: z.number().nullable(),
  number: z.number(),
  at: z.number(),
  error: z.string().nullable(),
  warning: z.string().nullable(),
});

export type Delivery = z.infer<typeof deliverySchema>;
export type Attempt = z.infer<typeof attemptSchema>;

/** A line of the history as the answer shows it (extraction service, webhook history). */
export function attemptView(attempt: Attempt) {
  return {
    id: attempt.id,
    webhook_id: attempt.webhookId,
    resource_type: attempt.resourceType,
    resource_id: attempt.resourceId,
    additional_info: attempt.info,
    status_code: attempt.statusCode,
    attempt_number: attempt.number,
    timestamp: new Date(attempt.at).toISOString(),
    delivery_status: attempt.error === null ? 'SUCCESS' : 'FAILED',
    error_message: attempt.error,
    warning_message: attempt.warning,
  };
}

import * as z from 'zod';
import { NOTIFYING_RESOURCES } from '../../../../../shared/domain/services/extraction-rules.ts';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';

/** A webhook gets the notices of a job or monitor. */
export const assignmentSchema = z.object({
  id: z.string(),
  webhookId: z.string(),
  resourceType: z.enum(NOTIFYING_RESOURCES),
  resourceId: z.string(),
  assignedAt: z.number(),
  /** The results of the monitor's reference job have been delivered. */
  begun: z.boolean(),
});

export type Assignment = z.infer<typeof assignmentSchema>;

/** The key of an assignment on its collection. */
export function assignmentKey(webhookId: string, { type, id }: { type: string; id: string }): string {
  return JSON.stringify([webhookId, type, id]);
}

export function assignmentView({ id, webhookId, resourceType, resourceId, assignedAt }: Assignment) {
  return {
    id,
    webhook_id: webhookId,
    resource_type: resourceType,
    resource_id: resourceId,
    assigned_at: isoOf(assignedAt),
  };
}

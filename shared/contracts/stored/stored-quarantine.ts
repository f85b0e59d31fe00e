import * as z from 'zod';
import { serviceSchema } from './finding-entity.ts';
import type { QuarantinedItem } from '../../domain/findings/quarantine.ts';

/** A quarantined item as it is stored. */
export const quarantinedItemSchema = z.object({
  watchId: z.string(),
  id: z.string(),
  service: serviceSchema,
  reason: z.string(),
  raw: z.string(),
  cutFrom: z.number().optional(),
  times: z.number(),
  firstAt: z.number(),
  lastAt: z.number(),
  expiresAt: z.number(),
}) satisfies z.ZodType<QuarantinedItem>;

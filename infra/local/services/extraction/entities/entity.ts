import * as z from 'zod';
import { ENTITY_TYPES } from '../../../../../shared/domain/services/extraction-rules.ts';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import { ownerSchema } from '../accounts/owner.ts';

/** What a caller may send about a company; a PATCH replaces the whole of it. */
export const companyAttributesSchema = z.object({
  domain: z.string().nullish(),
  description: z.string().nullish(),
  key_persons: z.array(z.string()).nullish(),
  alternative_names: z.array(z.string()).nullish(),
});

export const entitySchema = z.object({
  id: z.string(),
  owner: ownerSchema,
  createdAt: z.number(),
  updatedAt: z.number(),
  name: z.string(),
  type: z.enum(ENTITY_TYPES),
  description: z.string().nullable(),
  externalId: z.string().nullable(),
  company: companyAttributesSchema.nullable(),
});

export type CompanyAttributes = z.infer<typeof companyAttributesSchema>;
export type Entity = z.infer<typeof entitySchema>;

/** How far the service has got to know an entity or dataset (extraction service, entities). */
export type Readiness = 'pending' | 'enriching' | 'ready';

/**
 * The status follows from the time alone, so it needs no timer and survives a restart. A change of an entity does not
 * set it back.
 */
export function readinessOf(
  since: Instant,
  { now, stages }: { now: Instant; stages: { enrichingAfter: number; readyAfter: number } },
): Readiness {
  if (now >= since + stages.readyAfter) return 'ready';
  return now >= since + stages.enrichingAfter ? 'enriching' : 'pending';
}

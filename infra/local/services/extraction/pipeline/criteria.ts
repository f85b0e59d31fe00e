import * as z from 'zod';
import { ENRICHMENT_TYPES } from '../../../../../shared/domain/services/extraction-rules.ts';

/** A criterion for keeping a record (extraction service, validators and enrichments items). */
export const validatorSchema = z.object({
  name: z.string(),
  description: z.string(),
  type: z.literal('boolean'),
});

/** A field to take out of a record's articles. */
export const enrichmentSchema = z.object({
  name: z.string(),
  description: z.string(),
  type: z.enum(ENRICHMENT_TYPES),
});

export type Validator = z.infer<typeof validatorSchema>;
export type Enrichment = z.infer<typeof enrichmentSchema>;

/** A validator that says so holds where one of the things it names is found; others need more than half of them. */
export const ANY_OF = 'at least one of';

import * as z from 'zod';
import type { FindingEntity } from '../../domain/findings/finding.ts';

/** A watchlist company in a stored finding. */
export const findingEntitySchema = z.object({
  name: z.string(),
  key: z.string().optional(),
  score: z.number().optional(),
  relation: z.string().optional(),
  role: z.string().optional(),
}) satisfies z.ZodType<FindingEntity>;

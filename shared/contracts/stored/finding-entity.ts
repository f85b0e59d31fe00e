import * as z from 'zod';
import type { FindingEntity } from '../../domain/findings/finding.ts';

/** A company of a watchlist as the store keeps it in a finding. */
export const findingEntitySchema = z.object({
  name: z.string(),
  key: z.string().optional(),
  score: z.number().optional(),
  relation: z.string().optional(),
  role: z.string().optional(),
}) satisfies z.ZodType<FindingEntity>;

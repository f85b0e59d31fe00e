import * as z from 'zod';
import type { RemovedWatch } from '../../domain/watches/removed-watch.ts';

/** A watch that apply removed. */
export const removedWatchSchema = z.object({
  watchId: z.string(),
  brand: z.string().optional(),
  retention: z.number(),
  removedAt: z.number(),
  expiresAt: z.number(),
}) satisfies z.ZodType<RemovedWatch>;

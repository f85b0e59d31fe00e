import * as z from 'zod';
import { ownerSchema } from '../accounts/owner.ts';

export const projectSchema = z.object({
  id: z.string(),
  owner: ownerSchema,
  createdAt: z.number(),
  updatedAt: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  /** Webhooks may be in several projects; everything else names its one project itself. */
  webhookIds: z.array(z.string()),
});

export type Project = z.infer<typeof projectSchema>;

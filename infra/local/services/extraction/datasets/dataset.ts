import * as z from 'zod';
import { ownerSchema } from '../accounts/owner.ts';

export const datasetSchema = z.object({
  id: z.string(),
  owner: ownerSchema,
  createdAt: z.number(),
  updatedAt: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  /** In the order in which they were put in. */
  entityIds: z.array(z.string()),
  /** When entities were put in: each time the dataset becomes ready again. */
  filledAt: z.array(z.number()),
  projectId: z.string().optional(),
  deleted: z.boolean(),
});

export type Dataset = z.infer<typeof datasetSchema>;

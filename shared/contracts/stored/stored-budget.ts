import * as z from 'zod';
import { serviceSchema } from './finding-entity.ts';
import type { Budget } from '../../domain/usage/budget.ts';

const instant = z.number();

export const budgetSchema = z.object({
  service: serviceSchema,
  askedAt: instant,
  figures: z
    .object({
      allowed: z.number().optional(),
      left: z.number().optional(),
      slots: z.object({ allowed: z.number(), busy: z.number().optional() }).optional(),
    })
    .optional(),
  readAt: instant.optional(),
  renewsBy: instant.optional(),
  error: z.string().optional(),
  pacedAt: instant.optional(),
  isShort: z.boolean().optional(),
}) satisfies z.ZodType<Budget>;

import * as z from 'zod';
import type { Budget } from '../../domain/usage/budget.ts';
import type { Budgets } from '../../use-cases/ports/usage.ts';
import { serviceSchema } from '../findings/finding-item.ts';
import type { Key, Table } from '../table.ts';

const instant = z.number();

const budgetSchema = z.object({
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

/** The known plan and usage of each service, one item per service. */
export function dynamoBudgets(table: Table): Budgets {
  const keyOf = (service: string): Key => ({ pk: 'BUDGET', sk: service });
  return {
    get: (service) => table.get(keyOf(service), budgetSchema),
    put: (budget) => table.put({ ...keyOf(budget.service), ...budget }),
  };
}

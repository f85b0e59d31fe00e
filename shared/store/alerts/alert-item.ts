import * as z from 'zod';
import { alertSchema, alertStateSchema } from '../../contracts/stored/stored.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import { packed, packedSchema } from '../long-text.ts';

/** An alert as it is stored, in two indexes as well: its items and its story are one attribute. */
export function alertFields({ items, story, ...alert }: Alert): object {
  return { ...alert, about: packed({ items, story }) };
}

export const storedAlertSchema = z.object({
  alert: z
    .looseObject({ about: packedSchema.pipe(z.looseObject({})) })
    .transform(({ about, ...alert }) => ({ ...alert, ...about }))
    .pipe(alertSchema),
  state: alertStateSchema,
});

import * as z from 'zod';
import type { DecideOrder } from '../../domain/alerts/decision.ts';

/** A message of the queue of the function that decides. */
export const decideOrderSchema = z
  .object({ v: z.literal(1), space: z.string().min(1), waits: z.number().int().min(0) })
  .transform(({ v: _version, ...order }): DecideOrder => order);

/** The message body that orders a space to be decided. */
export function decideOrderBody(order: DecideOrder): string {
  return JSON.stringify({ v: 1, ...order });
}

import * as z from 'zod';
import { isoOf, type Instant } from '../../domain/time/instant.ts';

/** A message of the queue of deliveries: sent by the receiver, once the body is kept. */
export const webhookOrderSchema = z
  .object({
    v: z.literal(1),
    watchId: z.string().min(1),
    key: z.string().min(1),
    receivedAt: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  })
  .transform(({ v: _version, ...order }) => order);

/** The body of the message that asks to take a delivery. */
export function webhookOrderBody({
  receivedAt,
  ...order
}: {
  watchId: string;
  key: string;
  receivedAt: Instant;
}): string {
  return JSON.stringify({ v: 1, ...order, receivedAt: isoOf(receivedAt) });
}

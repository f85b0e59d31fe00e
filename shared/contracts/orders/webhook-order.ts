import * as z from 'zod';
import { isoOf, type Instant } from '../../domain/time/instant.ts';

/** A message of the webhooks queue. The receiver sends it once the payload is stored under `key`. */
export const webhookOrderSchema = z
  .object({
    v: z.literal(1),
    watchId: z.string().min(1),
    key: z.string().min(1),
    receivedAt: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  })
  .transform(({ v: _version, ...order }) => order);

/** The message body that orders a payload to be processed. */
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

import * as z from 'zod';

/** A message of the queue of transports: the channels whose lanes have something to send. */
export const transportOrderSchema = z
  .object({ v: z.literal(1), channels: z.array(z.string().min(1)).min(1) })
  .transform(({ channels }) => ({ channels }));

/** The message body that orders the lanes of these channels to be served. */
export function transportOrderBody(channels: readonly string[]): string {
  return JSON.stringify({ v: 1, channels });
}

import * as z from 'zod';

/**
 * A message of the queue of transports: the channels whose lanes have something to send, or the drill that they are
 * to send.
 */
export const transportOrderSchema = z
  .object({
    v: z.literal(1),
    channels: z.array(z.string().min(1)).min(1),
    drill: z.string().min(1).optional(),
  })
  .transform(({ channels, drill }) => ({ channels, drill }));

/** The message body that orders the lanes of these channels to be served. */
export function transportOrderBody(channels: readonly string[], drill?: string): string {
  return JSON.stringify({ v: 1, channels, drill });
}

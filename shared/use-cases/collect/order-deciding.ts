import { MINUTE } from '../../domain/time/instant.ts';
import type { Ports } from '../ports/ports.ts';

export type OrderPorts = Pick<Ports, 'spaces' | 'decideQueue' | 'clock'>;

/** An order that has waited for so long is taken for lost. */
const LOST = 15 * MINUTE;

/**
 * Orders a space to be decided, unless an order waits. Whoever has put something that waits calls it afterwards, and before it records
 * that its work is done.
 *
 * @param by names the piece of work. A repeat of it orders again: it may have died between the note and the order.
 * @param lost how long an order may wait until it is taken for lost, in milliseconds.
 */
export async function orderDeciding(
  { spaces, decideQueue, clock }: OrderPorts,
  space: string,
  { by, lost = LOST }: { by: string; lost?: number },
): Promise<void> {
  const now = clock.now();
  if (await spaces.order(space, { by, now, lostBefore: now - lost }))
    await decideQueue.send({ space, waits: 0 });
}

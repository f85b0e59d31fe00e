import { randomUUID } from 'node:crypto';
import type { DecideOutcome } from '../../../shared/domain/runs/outcome.ts';
import { MINUTE } from '../../../shared/domain/time/instant.ts';
import type { DecidePorts } from '../../../shared/use-cases/decide/group-findings.ts';
import { decideSpace } from '../../../shared/use-cases/decide/decide-space.ts';
import type { memoryDecideQueue } from '../../ports/memory-services.ts';

/**
 * Takes the orders to decide that wait until there are none, as the queue hands them on. No time passes, but where an
 * order waits for a lease.
 */
export async function decideOrdered(
  ports: Omit<DecidePorts, 'decideQueue'> & { decideQueue: ReturnType<typeof memoryDecideQueue> },
): Promise<DecideOutcome[]> {
  const { clock, decideQueue } = ports;
  const { waiting } = decideQueue;
  const outcomes: DecideOutcome[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (next.order.waits > 0) await clock.sleep(next.delay);
    const call = { owner: randomUUID(), deadline: clock.now() + 5 * MINUTE };
    try {
      outcomes.push(await decideSpace(next.order, ports, call));
    } catch (error) {
      // The queue delivers it again.
      waiting.unshift(next);
      throw error;
    }
  }
  return outcomes;
}

/** What was decided about the findings of a watch. */
export function decidedOf(outcomes: readonly DecideOutcome[], watchId: string) {
  const parts = outcomes.flatMap(({ watches }) => watches).filter((part) => part.watchId === watchId);
  return {
    stories: new Set(parts.flatMap(({ stories }) => stories)).size,
    alerts: parts.reduce((sum, { alerts }) => sum + alerts, 0),
    channels: [...new Set(outcomes.flatMap(({ channels }) => channels))],
    quarantined: outcomes.reduce((sum, { quarantined }) => sum + quarantined, 0),
    faults: outcomes.flatMap(({ faults }) => faults),
  };
}

import { deadDeliverySubject } from '../../domain/incidents/incident.ts';
import type { DeliverPorts } from './channel-gate.ts';

/**
 * Queues dead deliveries again: one by the id of its message, or `all`. Their tries count from zero, under the same id
 * and with the same text. Gives back the ids of those that were dead.
 */
export async function redriveMessages(
  which: string,
  { messages, incidents, clock }: Pick<DeliverPorts, 'messages' | 'incidents' | 'clock'>,
): Promise<string[]> {
  const redriven: string[] = [];
  for (const stored of await messages.dead()) {
    const { id, channel } = stored.message;
    if (which !== 'all' && which !== id) continue;
    if (!(await messages.move(stored, { state: 'pending', tries: 0, retryAt: clock.now() }))) continue;
    await incidents.clear(deadDeliverySubject(channel));
    redriven.push(id);
  }
  return redriven;
}

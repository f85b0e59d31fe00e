import { deadDeliverySubject } from '../../domain/incidents/incident.ts';
import type { DeliverPorts } from './sending.ts';

/**
 * Brings dead deliveries back: one by the id of its message, or `all`. They are tried from the start again, under the
 * same id and with the same text. Gives back the ids of those that were dead.
 */
export async function redriveMessages(
  which: string,
  { messages, troubles: incidents, clock }: Pick<DeliverPorts, 'messages' | 'troubles' | 'clock'>,
): Promise<string[]> {
  const dead = await messages.dead();
  const redriven: string[] = [];
  for (const stored of dead) {
    const { id, channel } = stored.message;
    if (which !== 'all' && which !== id) continue;
    if (!(await messages.move(stored, { state: 'pending', tries: 0, retryAt: clock.now() }))) continue;
    await incidents.clear(deadDeliverySubject(channel));
    redriven.push(id);
  }
  return redriven;
}

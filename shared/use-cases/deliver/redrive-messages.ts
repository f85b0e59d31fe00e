import { isInForce, type Silence, silenceOf, type SilenceOrder } from '../../domain/channels/silence.ts';
import { deadDeliverySubject } from '../../domain/incidents/incident.ts';
import type { Ports } from '../ports/ports.ts';
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

type SilencePorts = Pick<Ports, 'silences' | 'clock'>;

/** Mutes the alerts that an order matches, from now on. Undefined: there are as many silences as there may be. */
export async function addSilence(
  order: SilenceOrder,
  { silences, clock }: SilencePorts,
): Promise<Silence | undefined> {
  const now = clock.now();
  if (await silences.isFull(now)) return undefined;
  const silence = silenceOf(order, now);
  await silences.put(silence);
  return silence;
}

/** Ends a silence now. Gives back the ended silence; undefined when none of this id is in force. */
export async function expireSilence(
  id: string,
  { silences, clock }: SilencePorts,
): Promise<Silence | undefined> {
  const now = clock.now();
  const found = (await silences.since(now)).find((silence) => silence.id === id && isInForce(silence, now));
  if (!found) return undefined;
  await silences.expire(found, now);
  return { ...found, endsAt: now };
}

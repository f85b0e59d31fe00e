import type { Ports } from '../ports/ports.ts';
import { isInForce, silenceOf, type Silence, type SilenceOrder } from '../../domain/channels/silence.ts';

type SilencePorts = Pick<Ports, 'silences' | 'clock'>;

/** Mutes the alerts that an order matches, from now on. */
export async function addSilence(order: SilenceOrder, { silences, clock }: SilencePorts): Promise<Silence> {
  const silence = silenceOf(order, clock.now());
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

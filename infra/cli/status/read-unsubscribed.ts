import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { lanesOf, transportOf } from '../../../shared/domain/channels/lanes.ts';
import type { Unsubscription } from '../../../shared/domain/channels/unsubscribed.ts';
import type { Stack } from '../stack/stack.ts';

/** Who has unsubscribed from the mail of these channels. Only channels with SES are read. */
export async function readUnsubscribed(
  channels: readonly Channel[],
  { unsubscriptions }: Pick<Stack, 'unsubscriptions'>,
): Promise<Unsubscription[]> {
  const lanes = channels.flatMap(lanesOf).filter(({ name }) => transportOf(name) === 'ses');
  const found = await Promise.all(lanes.map(({ name }) => unsubscriptions.of(name)));
  return found.flat();
}

import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { PROTOCOLS, type Protocol } from '../../../shared/domain/alerts/message.ts';
import type { Subscription } from '../../../shared/use-cases/ports/ports.ts';

/** `pending`: asked to confirm. `gone`: it has unsubscribed, or its request to confirm has run out. */
export type AddressState = 'confirmed' | 'pending' | 'gone';

export interface ChannelStatus {
  name: string;
  addresses: { protocol: Protocol; endpoint: string; state: AddressState }[];
}

/** Who of a channel's subscribers really listens. */
export function channelStatus(channel: Channel, subscriptions: readonly Subscription[]): ChannelStatus {
  const addresses = PROTOCOLS.flatMap((protocol) =>
    channel[protocol].map((endpoint) => {
      const found = subscriptions.find((one) => one.protocol === protocol && one.endpoint === endpoint);
      return { protocol, endpoint, state: stateOf(found) };
    }),
  );
  return { name: channel.name, addresses };
}

function stateOf(found: Subscription | undefined): AddressState {
  if (!found) return 'gone';
  return found.arn === undefined ? 'pending' : 'confirmed';
}

import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { PROTOCOLS, type Protocol } from '../../../shared/domain/alerts/message.ts';
import type { Subscription } from '../../../shared/use-cases/ports/subscriptions.ts';

/**
 * `pending`: not confirmed yet. `gone`: unsubscribed, or the request to confirm has expired. `opted-out`: the owner of the
 * number replied STOP, so SNS sends it nothing.
 */
export type AddressState = 'confirmed' | 'pending' | 'gone' | 'opted-out';

export interface ChannelStatus {
  name: string;
  addresses: { protocol: Protocol; endpoint: string; state: AddressState }[];
}

/** Which addresses of a channel are confirmed. `optedOut` are the numbers of the account that opted out, where known. */
export function channelStatus(
  channel: Channel,
  subscriptions: readonly Subscription[],
  optedOut: readonly string[] = [],
): ChannelStatus {
  const addresses = PROTOCOLS.flatMap((protocol) =>
    channel[protocol].map((endpoint) => {
      const found = subscriptions.find((one) => one.protocol === protocol && one.endpoint === endpoint);
      const isOptedOut = protocol === 'sms' && optedOut.includes(endpoint);
      return { protocol, endpoint, state: isOptedOut ? 'opted-out' : stateOf(found) };
    }),
  );
  return { name: channel.name, addresses };
}

function stateOf(found: Subscription | undefined): AddressState {
  if (!found) return 'gone';
  return found.arn === undefined ? 'pending' : 'confirmed';
}

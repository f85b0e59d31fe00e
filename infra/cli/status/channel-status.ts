import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { PROTOCOLS, type Protocol } from '../../../shared/domain/alerts/message.ts';
import type { Subscription } from '../../../shared/use-cases/ports/subscriptions.ts';

/**
 * `pending`: not confirmed yet. `gone`: unsubscribed, or the request to confirm has expired. `opted-out`: the owner of the
 * number replied STOP, so SNS sends it nothing. `unknown`: the number is confirmed, but who opted out could not be read.
 */
export type AddressState = 'confirmed' | 'pending' | 'gone' | 'opted-out' | 'unknown';

export interface ChannelStatus {
  name: string;
  addresses: { protocol: Protocol; endpoint: string; state: AddressState }[];
}

/**
 * Which addresses of a channel are confirmed.
 *
 * @param optedOut the numbers of the account that opted out. Default none.
 */
export function channelStatus(
  channel: Channel,
  subscriptions: readonly Subscription[],
  optedOut: readonly string[] | 'unknown' = [],
): ChannelStatus {
  const addresses = PROTOCOLS.flatMap((protocol) =>
    channel[protocol].map((endpoint) => {
      const found = subscriptions.find((one) => one.protocol === protocol && one.endpoint === endpoint);
      const state = stateOf(found);
      return { protocol, endpoint, state: protocol === 'sms' ? smsState(endpoint, state, optedOut) : state };
    }),
  );
  return { name: channel.name, addresses };
}

function smsState(
  number: string,
  state: AddressState,
  optedOut: readonly string[] | 'unknown',
): AddressState {
  if (optedOut === 'unknown') return state === 'confirmed' ? 'unknown' : state;
  return optedOut.includes(number) ? 'opted-out' : state;
}

function stateOf(found: Subscription | undefined): AddressState {
  if (!found) return 'gone';
  return found.arn === undefined ? 'pending' : 'confirmed';
}

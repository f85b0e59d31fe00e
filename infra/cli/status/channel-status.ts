import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { PROTOCOLS, type Protocol } from '../../../shared/domain/alerts/message.ts';
import { lanesOf, transportOf } from '../../../shared/domain/channels/lanes.ts';
import { placesOf, type TransportName } from '../../../shared/domain/channels/transports.ts';
import {
  isUnsubscribed,
  recipientId,
  type Unsubscription,
} from '../../../shared/domain/channels/unsubscribed.ts';
import type { Subscription } from '../../../shared/use-cases/ports/subscriptions.ts';

/**
 * `pending`: not confirmed yet. `gone`: unsubscribed, or the request to confirm has expired. `opted-out`: the owner of the
 * number replied STOP, so SNS sends it nothing. `unknown`: the number is confirmed, but who opted out could not be read.
 * `unsubscribed`: its owner wants no mail of this channel.
 * `set`: a transport without confirmation, as the file has it.
 */
export type AddressState =
  | 'confirmed'
  | 'pending'
  | 'gone'
  | 'opted-out'
  | 'unknown'
  | 'set'
  | 'unsubscribed';

export interface ChannelStatus {
  name: string;
  addresses: { protocol: Protocol | TransportName; endpoint: string; state: AddressState }[];
}

/** Who wants nothing. Default nobody. */
interface Refusals {
  /** The numbers of the account that opted out of SMS. */
  optedOut?: readonly string[] | 'unknown' | undefined;
  unsubscribed?: readonly Unsubscription[];
}

/** Which addresses of a channel are confirmed. */
export function channelStatus(
  channel: Channel,
  subscriptions: readonly Subscription[],
  { optedOut = [], unsubscribed = [] }: Refusals = {},
): ChannelStatus {
  const addresses = PROTOCOLS.flatMap((protocol) =>
    channel[protocol].map((endpoint) => {
      const found = subscriptions.find((one) => one.protocol === protocol && one.endpoint === endpoint);
      const state = stateOf(found);
      return { protocol, endpoint, state: protocol === 'sms' ? smsState(endpoint, state, optedOut) : state };
    }),
  );
  const others = lanesOf(channel).flatMap(({ name, transports = {} }) => {
    const transport = transportOf(name);
    if (transport === undefined) return [];
    const out = unsubscribed.filter((one) => one.lane === name);
    const stateIn = (endpoint: string) =>
      isUnsubscribed(recipientId(name, endpoint), out) ? ('unsubscribed' as const) : ('set' as const);
    const places = placesOf(transports, transport);
    const endpoints = places.map(({ text, isSecret }) => (isSecret ? `secret ${text}` : text));
    return endpoints.map((endpoint) => ({ protocol: transport, endpoint, state: stateIn(endpoint) }));
  });
  return { name: channel.name, addresses: [...addresses, ...others] };
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

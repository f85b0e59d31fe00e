import type { Protocol } from '../../../shared/domain/alerts/message.ts';
import type { Channel } from '../../../shared/domain/channels/channel.ts';
import type { DrillHold } from '../../../shared/domain/channels/drill.ts';
import { TRANSPORT_TITLES, type TransportName } from '../../../shared/domain/channels/transports.ts';
import { type Instant, MINUTE } from '../../../shared/domain/time/instant.ts';
import type { StoredDrill } from '../../../shared/use-cases/ports/drill/drills.ts';
import { type AddressState, channelStatus } from '../status/channel-status.ts';

/** What a drill has shown of one transport of a channel. */
export interface TargetReport {
  channel: string;
  by: Protocol | TransportName;
  addresses: readonly { endpoint: string; state: AddressState }[];
  /** `waiting`: it is under way. `missing`: the order was not carried out in time. */
  state: 'accepted' | 'resolved' | 'failed' | 'waiting' | 'missing';
  /** Milliseconds from the order until the service took the message. */
  tookMs?: number;
  confirmations: number;
  /** Milliseconds from the order until the first person opened the page and confirmed. */
  confirmedAfterMs?: number;
  /** What is broken and what to do, a sentence or two each. */
  problems: readonly string[];
  /** What would have held back a real alert. */
  holds: readonly DrillHold[];
}

/** After so long an order that was not carried out has gone wrong: a function starts within seconds. */
const PATIENCE = 2 * MINUTE;

type Given = Omit<Parameters<typeof channelStatus>[2] & object, never> & {
  channels: readonly Channel[];
  subscriptions: Parameters<typeof channelStatus>[1];
  now: Instant;
  /** ARNs of the subscriptions to which SNS could not deliver it. */
  undelivered?: readonly string[];
};

/** What a drill has shown, by transport: who got it, who confirmed, what is broken and what to do about it. */
export function drillReport({ drill, results, confirmations }: StoredDrill, given: Given): TargetReport[] {
  const { channels, subscriptions, now, undelivered = [], ...refusals } = given;
  const failed = new Set(
    subscriptions
      .filter(({ arn }) => arn !== undefined && undelivered.includes(arn))
      .map(({ protocol, endpoint }) => `${protocol} ${endpoint}`),
  );
  return drill.targets.map(({ channel: name, by, holds }): TargetReport => {
    const isHere = (one: { channel: string; by: string }) => one.channel === name && one.by === by;
    const result = results.find(isHere);
    const channel = channels.find((one) => one.name === name);
    const status = channel && channelStatus(channel, subscriptions, refusals);
    const addresses = (status?.addresses ?? []).flatMap(({ protocol, endpoint, state }) =>
      protocol === by ? [{ endpoint, state }] : [],
    );
    const own = confirmations.filter(isHere).map(({ at }) => at);
    const isLate = now - drill.orderedAt > PATIENCE;
    const state = result?.state ?? (isLate ? 'missing' : 'waiting');
    return {
      channel: name,
      by,
      addresses,
      state,
      ...(result && { tookMs: Math.max(0, result.at - drill.orderedAt) }),
      confirmations: own.length,
      ...(own.length > 0 && { confirmedAfterMs: Math.max(0, Math.min(...own) - drill.orderedAt) }),
      problems: [
        ...(result?.error === undefined ? [] : [`${titleOf(by)} did not take the message: ${result.error}`]),
        ...(state === 'missing' ? [MISSING] : []),
        ...addresses.flatMap(({ endpoint, state: of }) => adviceOn(endpoint, of) ?? []),
        ...addresses.flatMap(({ endpoint }) =>
          failed.has(`${by} ${endpoint}`) ? [undeliveredTo(endpoint)] : [],
        ),
      ],
      holds,
    };
  });
}

const MISSING =
  'The message was not sent: the order still waits, or its function has failed. Look for alarms, and at the logs of run-watch and deliver-transports.';

function undeliveredTo(endpoint: string): string {
  return `${endpoint} did not take the message: SNS has given it up, and keeps it. Repair what answers there, or correct the address; docs/runbook.md, section subscribers-dead-letters, says how to find the reason.`;
}

/** A transport as people know it. */
export function titleOf(by: Protocol | TransportName): string {
  const titles: Readonly<Record<string, string>> = TRANSPORT_TITLES;
  return titles[by] ?? 'SNS';
}

/** What is wrong with an address, and what to do; undefined where nothing is. */
function adviceOn(endpoint: string, state: AddressState): string | undefined {
  switch (state) {
    case 'pending':
      return `${endpoint} has not confirmed its subscription, so it got nothing. Its owner must open the mail of AWS and press "Confirm subscription".`;
    case 'gone':
      return `${endpoint} is not subscribed, so it got nothing. Run bellwether apply, then confirm the subscription.`;
    case 'opted-out':
      return `${endpoint} has opted out of SMS, so it got nothing. Its owner must ask AWS to opt in again, or name another number.`;
    case 'unsubscribed':
      return `${endpoint} has unsubscribed from the mail of this channel, so it got nothing.`;
    case 'confirmed':
    case 'set':
    case 'unknown':
      return undefined;
  }
}

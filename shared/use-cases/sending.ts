import type { Alert } from '../domain/alert.ts';
import type { Channel, SendTimes } from '../domain/channel.ts';
import type { Instant } from '../domain/instant.ts';
import type { Message } from '../domain/message.ts';
import type { Because } from '../domain/message-plan.ts';
import type { DeliveryOutcome } from '../domain/outcome.ts';
import type { Silences, ToldTopics } from './noise-ports.ts';
import type {
  Alerts,
  ChannelGate,
  Clock,
  Definitions,
  Lease,
  Messages,
  Outbox,
  Topic,
  Troubles,
} from './ports.ts';

/** Makes the message of some alerts of one channel: its id is made of theirs, its texts are fixed here. */
export type Composer = (
  alerts: readonly Alert[],
  to: { channel: Channel; now: Instant; because: Because },
) => Message;

export interface DeliverPorts {
  clock: Clock;
  definitions: Definitions;
  alerts: Alerts;
  messages: Messages;
  outbox: Outbox;
  gate: ChannelGate;
  silences: Silences;
  toldTopics: ToldTopics;
  topic: Topic;
  troubles: Troubles;
  compose: Composer;
}

export interface DeliverContext {
  /** Who delivers: one at a time per channel. */
  owner: string;
  deadline: Instant;
}

/** One channel being served. */
export interface Sending {
  ports: DeliverPorts;
  context: DeliverContext;
  outcome: DeliveryOutcome;
  channel: Channel;
  lease: Lease;
  sent: SendTimes;
}

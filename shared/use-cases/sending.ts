import type { Channel, SendTimes } from '../domain/channel.ts';
import type { Instant } from '../domain/instant.ts';
import type { DeliveryOutcome } from '../domain/outcome.ts';
import type {
  Alerts,
  ChannelGate,
  Clock,
  Composer,
  Definitions,
  Lease,
  Messages,
  Outbox,
  Topic,
  Troubles,
} from './ports.ts';

export interface DeliverPorts {
  clock: Clock;
  definitions: Definitions;
  alerts: Alerts;
  messages: Messages;
  outbox: Outbox;
  gate: ChannelGate;
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

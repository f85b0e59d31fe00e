import type { Ports } from '../ports/ports.ts';
import type { TransportQueue } from '../ports/queues.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import type { Message } from '../../domain/alerts/message.ts';
import type { Channel, Urgency } from '../../domain/channels/channel.ts';
import type { BatchReason } from '../../domain/channels/message-plan.ts';
import type { Instant } from '../../domain/time/instant.ts';

/** Makes the message of some alerts of one channel: its id is made of theirs, its texts are final. */
export type Composer = (
  alerts: readonly Alert[],
  to: { channel: Channel; now: Instant; because: BatchReason },
) => Message | Promise<Message>;

export interface DeliverPorts
  extends Pick<
    Ports,
    | 'clock'
    | 'definitions'
    | 'alerts'
    | 'messages'
    | 'outbox'
    | 'gate'
    | 'silences'
    | 'cooldowns'
    | 'channelStories'
    | 'topic'
    | 'incidents'
    | 'pagers'
    | 'readerActions'
    | 'stories'
  > {
  compose: Composer;
  /** Orders the lanes of other transports. Left out by the function that serves these itself. */
  transportQueue?: TransportQueue;
}

export interface DeliverContext {
  /** Who delivers: one at a time on each urgency of a channel. */
  owner: string;
  deadline: Instant;
}

export interface ChannelDelivery {
  ports: DeliverPorts;
  context: DeliverContext;
  channel: Channel;
}

/** What delivers one urgency of a channel. */
export interface DueDelivery extends ChannelDelivery {
  urgency: Urgency;
}

import type { Message } from '../../domain/alerts/message.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import type { StoredMessage } from '../../store/alerts/messages.ts';
import type { CallLimits } from './clock.ts';

/** A message to be sent. */
export interface Outgoing extends StoredMessage {
  /** This deliverer has just written it: nobody else can have sent it. */
  isNew: boolean;
}

/** How a message is published. */
interface PublishLimits extends CallLimits {
  /** An earlier try may have sent it: a transport that can find it there does not send it again. */
  isRepeat?: boolean;
}

/**
 * A transport: the SNS topic with all subscribers, or what another lane sends to. Throws `PublishRefused`, `PublishThrottled` or
 * `PublishUnsure`.
 */
export interface Topic {
  /** Publishes once, without a second try, and not after the deadline. Returns the id that the service gives the message. */
  publish(message: Message, channel: Channel, limits?: PublishLimits): Promise<string>;
  /** Ends the incident of a story at a service that has incidents. A repeat changes nothing. */
  resolve?(key: string, channel: Channel, limits?: CallLimits): Promise<void>;
}

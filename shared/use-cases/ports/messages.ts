import type { Delivery, Message } from '../../domain/alerts/message.ts';
import type { Channel, Lane, SendTimes } from '../../domain/channels/channel.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { StoredAlert } from './alerts.ts';
import type { CallLimits } from './clock.ts';
import type { Lease } from './leases.ts';

export interface StoredMessage {
  message: Message;
  delivery: Delivery;
}

export interface Messages {
  put(message: Message): Promise<boolean>;
  get(id: string): Promise<StoredMessage | undefined>;
  /** Changes a delivery on condition that nobody has changed it since it was read; false when somebody has. */
  move(from: StoredMessage, to: Delivery): Promise<boolean>;
  /** Messages that will not be tried again by themselves. */
  dead(): Promise<StoredMessage[]>;
  /** Messages made on a UTC day, oldest first. */
  madeOn(day: string, limit: number): Promise<StoredMessage[]>;
}

/** What waits on a channel. With a `lane`, only the alerts and messages of that lane count. */
export interface Outbox {
  /**
   * Whether anything is due by `before`: an alert, or a message to be tried (again). One read without a lane. With a lane,
   * everything that is due is read, or what has become due since `since`.
   */
  hasWork(channel: string, before: Instant, of?: { lane?: Lane; since?: Instant }): Promise<boolean>;
  /** What is due by `before`, in order of the due time, as the table itself has it. */
  due(
    channel: string,
    before: Instant,
    limit: number,
    lane?: Lane,
  ): Promise<{ alerts: StoredAlert[]; messages: StoredMessage[] }>;
}

/** The lease of a lane of a channel: of the normal lane if it names none. */
export interface LaneLease extends Lease {
  lane?: Lane;
}

/** One message in flight on each lane of a channel, and the sending times of the channel, which its lanes share. */
export interface ChannelGate {
  /** Enters a lane and returns the channel's sending times; undefined while another deliverer is in that lane. */
  enter(channel: string, lease: LaneLease, now: Instant): Promise<SendTimes | undefined>;
  /**
   * Books a sending time before the Publish: `sent` are the times with the new one, `before` those without it, as they
   * were read. False when the lease is lost, or when the other lane has booked since. Without `before`, what the other
   * lane has booked is not compared.
   */
  note(channel: string, lease: LaneLease, sent: SendTimes, before?: SendTimes): Promise<boolean>;
  leave(channel: string, lease: LaneLease): Promise<void>;
}

/** The SNS topic with all subscribers. Throws `PublishRefused` or `PublishUnsure`. */
export interface Topic {
  /** Publishes once, without a second try, and not after the deadline. Returns SNS's id of the message. */
  publish(message: Message, channel: Channel, limits?: CallLimits): Promise<string>;
}

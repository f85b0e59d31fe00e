import type { Delivery, Message } from '../../domain/alerts/message.ts';
import type { Channel, SendTimes } from '../../domain/channels/channel.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { StoredAlert } from './alerts.ts';
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

/** What waits on a channel. */
export interface Outbox {
  /** Whether anything is due by `before`: an alert, or a message to be tried (again). One read. */
  hasWork(channel: string, before: Instant): Promise<boolean>;
  /** What is due by `before`, in order of the due time, as the table itself has it. */
  due(
    channel: string,
    before: Instant,
    limit: number,
  ): Promise<{ alerts: StoredAlert[]; messages: StoredMessage[] }>;
}

/** One message in flight per channel, and its sending times. */
export interface ChannelGate {
  enter(channel: string, lease: Lease, now: Instant): Promise<SendTimes | undefined>;
  /** Records a sending time before the Publish; false when the lease is lost. */
  note(channel: string, lease: Lease, sent: SendTimes): Promise<boolean>;
  leave(channel: string, lease: Lease): Promise<void>;
}

/** The SNS topic with all subscribers. Throws `PublishRefused` or `PublishUnsure`. */
export interface Topic {
  /** Publishes once, without a second try. Returns SNS's id of the message. */
  publish(message: Message, channel: Channel): Promise<string>;
}

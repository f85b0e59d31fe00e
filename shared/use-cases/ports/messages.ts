import type { Delivery, Message } from '../../domain/alerts/message.ts';
import type { Channel, Urgency, SendTimes } from '../../domain/channels/channel.ts';
import type { PagerIncident } from '../../domain/channels/pager-incident.ts';
import type { Unsubscription } from '../../domain/channels/unsubscribed.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Severity } from '../../domain/watches/watch.ts';
import type { StoredAlert } from './alerts.ts';
import type { CallLimits } from './clock.ts';
import type { Lease } from './leases.ts';

export interface StoredMessage {
  message: Message;
  delivery: Delivery;
}

/** A message to be sent. */
export interface Outgoing extends StoredMessage {
  /** This deliverer has just written it: nobody else can have sent it. */
  isNew: boolean;
}

export interface Messages {
  /** Puts a message that was not tried yet if absent; true when it was. */
  put(message: Message): Promise<boolean>;
  get(id: string): Promise<StoredMessage | undefined>;
  /** Changes a delivery on condition that nobody has changed it since it was read; false when somebody has. */
  move(from: StoredMessage, to: Delivery): Promise<boolean>;
  /** Messages that will not be tried again by themselves. */
  dead(): Promise<StoredMessage[]>;
  /** Messages made on a UTC day, oldest first. */
  madeOn(day: string, limit: number): Promise<StoredMessage[]>;
}

/** What waits on a channel. With a `urgency`, only the alerts and messages of that urgency count. */
export interface Outbox {
  /**
   * Whether anything is due by `before`: an alert, or a message to be tried (again). One read without an urgency. With an urgency,
   * everything that is due is read, or what has become due since `since`.
   */
  hasWork(channel: string, before: Instant, of?: { urgency?: Urgency; since?: Instant }): Promise<boolean>;
  /** When the first of what waits is due. */
  firstDue(channel: string): Promise<Instant | undefined>;
  /** What is due by `before`, in order of the due time, as the table itself has it. */
  due(
    channel: string,
    before: Instant,
    limit: number,
    urgency?: Urgency,
  ): Promise<{ alerts: StoredAlert[]; messages: StoredMessage[] }>;
}

/** The lease of an urgency of a channel: of the normal urgency if it names none. */
export interface GateLease extends Lease {
  urgency?: Urgency;
}

/** One message in flight on each urgency of a channel, and the sending times of the channel, which its urgencies share. */
export interface ChannelGate {
  /** Enters the gate for an urgency and returns the channel's sending times; undefined while another deliverer has entered for it. */
  enter(channel: string, lease: GateLease, now: Instant): Promise<SendTimes | undefined>;
  /**
   * Books a sending time before the Publish: `sent` are the times with the new one, `before` those without it, as they
   * were read. False when the lease is lost, or when the other urgency has booked since. Without `before`, what the other
   * urgency has booked is not compared.
   */
  note(channel: string, lease: GateLease, sent: SendTimes, before?: SendTimes): Promise<boolean>;
  leave(channel: string, lease: GateLease): Promise<void>;
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

/** What a service has of a story: a thread, or an incident that is open. */
export interface StoryThread {
  /** The id that the service gives it. */
  ref: string;
  severity: Severity;
  /** When something was last said about the story. */
  at: Instant;
}

/** The threads and incidents of the stories of a lane, by their keys. */
export interface StoryThreads {
  find(lane: string, story: string): Promise<StoryThread | undefined>;
  /** @param until when it may be forgotten. */
  note(lane: string, story: string, thread: StoryThread & { until: Instant }): Promise<void>;
}

/** Who wants no mail of a lane any more. */
export interface Unsubscriptions {
  /** Records it, in place of what was recorded of the same recipient. */
  put(record: Unsubscription): Promise<void>;
  /** All of a lane, undone ones among them. */
  of(lane: string): Promise<Unsubscription[]>;
  get(lane: string, recipient: string): Promise<Unsubscription | undefined>;
}

/** The incidents that lanes have opened at another service, and not ended. */
export interface PagerIncidents {
  /** Records an open incident, in place of what was recorded of the same lane and key. */
  put(incident: PagerIncident): Promise<void>;
  /** Undefined when it has ended. */
  get(lane: string, key: string): Promise<PagerIncident | undefined>;
  /** The open ones of a lane, or those to be checked by an instant; what changed in the last moments may be missing. */
  open(lane: string, before?: Instant): Promise<PagerIncident[]>;
  close(incident: PagerIncident, at: Instant): Promise<void>;
}

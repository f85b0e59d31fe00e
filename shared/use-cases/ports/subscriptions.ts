import type { Protocol } from '../../domain/alerts/message.ts';
import type { Severity } from '../../domain/watches/watch.ts';

/** The address of a subscriber. The topic has each address once. */
export interface Address {
  protocol: Protocol;
  endpoint: string;
}

/** Which messages a subscriber gets. */
export interface Filter {
  /** Channels whose messages it gets. */
  channels: readonly string[];
  /** The least severity that it takes from a channel, by the channel's name, where that is more than info. Absent: from none. */
  severities?: Readonly<Record<string, Severity>> | undefined;
}

/** A subscriber behind the topic. */
export interface Subscription extends Address, Filter {
  /** Absent while it waits for its confirmation. */
  arn?: string;
  /** What SNS cannot deliver to it is kept in our dead-letter queue. Absent for a pending one: it cannot be read. */
  keepsFailures?: true;
}

/**
 * The subscribers of the topic whose filter has the form of ours. A person may have made one with the same form: only
 * `SubscriptionRecords` says which are ours.
 */
export interface Subscriptions {
  /** All of them, or those of these addresses: then the filters of the others are not read. */
  list(of?: readonly Address[]): Promise<Subscription[]>;
  /** Subscribes; of protocols of which failures are kept, they are. Returns the ARN, or undefined while the address must confirm. */
  subscribe(wanted: Subscription): Promise<string | undefined>;
  /** Changes which messages a confirmed subscriber gets. SNS may take 15 minutes for it. */
  refilter(existing: Subscription, filter: Filter): Promise<void>;
  /** Lets SNS keep what it cannot deliver to a confirmed subscriber. For protocols of which it is kept. */
  keepFailures(existing: Subscription): Promise<void>;
  /** Ends a confirmed subscription. A pending one cannot be ended. */
  unsubscribe(existing: Subscription): Promise<void>;
}

import type { Protocol } from '../../domain/alerts/message.ts';

/** A subscriber behind the topic. */
export interface Subscription {
  protocol: Protocol;
  endpoint: string;
  /** Channels whose messages it gets. */
  channels: readonly string[];
  /** Absent while it waits for its confirmation. */
  arn?: string;
}

/** The subscribers of the topic that `watches.yaml` names; those it does not name are left alone. */
export interface Subscriptions {
  list(): Promise<Subscription[]>;
  subscribe(wanted: Subscription): Promise<void>;
  /** Changes which channels a confirmed subscriber gets. */
  refilter(existing: Subscription, channels: readonly string[]): Promise<void>;
  unsubscribe(existing: Subscription): Promise<void>;
}

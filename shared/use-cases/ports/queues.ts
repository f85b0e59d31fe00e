import type { DecideOrder } from '../../domain/alerts/decision.ts';
import type { DrillOrder } from '../../domain/channels/drill.ts';
import type { Service } from '../../domain/lib/errors.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { RunOrder } from '../../domain/watches/watch.ts';

/** Sends orders to the queue of the service that answers the watch. */
export interface RunQueue {
  /** @param delay milliseconds, at most 15 minutes. */
  send(service: Service, order: RunOrder, delay?: number): Promise<void>;
}

/** The queue of the function that decides. */
export interface DecideQueue {
  /** @param delay milliseconds, at most 15 minutes. */
  send(order: DecideOrder, delay?: number): Promise<void>;
}

/** The queue of the function that serves the lanes of other transports than SNS. */
export interface TransportQueue {
  /** Orders it to send what is due on these channels, or the drill with this id. Once too often does no harm: each lane has one deliverer at a time. */
  send(channels: readonly string[], drill?: string): Promise<void>;
}

/** A webhook payload that was stored and waits to be processed. */
export interface WebhookOrder {
  watchId: string;
  /** The key of its body in the bucket. */
  key: string;
  receivedAt: Instant;
}

/** The queue of webhook payloads. */
export interface WebhookQueue {
  send(order: WebhookOrder): Promise<void>;
}

/** The queue on which a drill begins, as runs do. */
export interface DrillQueue {
  order(order: DrillOrder): Promise<void>;
}

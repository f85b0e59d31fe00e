import type { Instant } from '../time/instant.ts';
import type { Severity } from '../watches/watch.ts';

/** How an alert reaches a person or a program behind the topic. */
export const PROTOCOLS = ['email', 'sms', 'https', 'queue'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** The texts of one Publish, fixed before the first try. */
export interface MessageTexts {
  /** One line, no control characters, under 100 characters. */
  subject: string;
  email: string;
  /** At most 1,600 characters. Absent: not told by SMS. */
  sms?: string;
  /** For https and queue subscribers: one JSON document. */
  json: string;
}

export type DeliveryState = 'pending' | 'claimed' | 'accepted' | 'unsure' | 'failed' | 'dead';

/** What the SMS of a message takes: parts to each number, and what all of them cost where the price is known. */
export interface SmsCost {
  parts: number;
  numbers: number;
  /** In the money of the channel's `smsPrice`. */
  cost?: number;
}

/** What one Publish sends: one alert, a group or a digest. */
export interface Message {
  id: string;
  channel: string;
  alertIds: readonly string[];
  severity: Severity;
  texts: MessageTexts;
  /** Absent: not told by SMS. */
  sms?: SmsCost;
  /** For the users' own subscribers; never empty values. */
  attributes: Readonly<Record<string, string>>;
  createdAt: Instant;
  /** When it may be forgotten. */
  expiresAt: Instant;
}

/** Where a message stands. `retryAt` is when it may be tried (again): the end of a claim, or of a back-off. */
export interface Delivery {
  state: DeliveryState;
  tries: number;
  retryAt: Instant;
  /** The id SNS gave it. */
  receipt?: string;
  /** Why the last try failed. */
  error?: string;
}

/** After this many tries a delivery is dead: visible, and redriven by a person. */
export const MAX_TRIES = 5;
/** How long a claim holds: longer than a Publish with its 10 s limit can take. */
export const CLAIM = 60_000;

/** How long to wait after the n-th failed try: 1, 2, 4, 8 minutes, 15 minutes in all. */
export function backOff(tries: number): number {
  return 60_000 * 2 ** (tries - 1);
}

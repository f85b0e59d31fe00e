import type { Instant } from '../time/instant.ts';
import type { Severity } from '../watches/watch.ts';

/** How SNS delivers to a subscriber. */
export const PROTOCOLS = ['email', 'sms', 'https', 'queue'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** Whether what SNS cannot deliver is kept. Programs can take a message later; an e-mail or SMS cannot be sent to one address again. */
export function keepsFailures(protocol: Protocol): boolean {
  return protocol === 'https' || protocol === 'queue';
}

/** The texts of one Publish, fixed before the first try. */
export interface MessageTexts {
  /** One line, no control characters, under 100 characters. */
  subject: string;
  email: string;
  /** At most 1,600 characters. Absent: not sent by SMS. */
  sms?: string;
  /** For https and queue subscribers: one JSON document. `{}` where `body` takes its place. */
  json: string;
  /** On the lane of another transport: what it gets, in its own form. Absent: the document. */
  body?: string;
}

/**
 * `claimed`: a sender is at work. `accepted`: SNS has it. `unsure`: SNS's answer was lost. `failed`: SNS refused it, there
 * will be another try. `dead`: all tries failed.
 */
export type DeliveryState = 'pending' | 'claimed' | 'accepted' | 'unsure' | 'failed' | 'dead';

/** The parts of a message's SMS, the numbers it goes to, and the cost of all if the price is known. */
export interface SmsCost {
  parts: number;
  numbers: number;
  /** In the currency of the channel's `smsPrice`. */
  cost?: number;
}

/** When an article was indexed, and when its alert was put. */
export interface FirstArticle {
  indexedAt: Instant;
  alertedAt: Instant;
}

/** One notification: an alert, a group or a brief. */
export interface Message {
  id: string;
  channel: string;
  alertIds: readonly string[];
  /** The alerts among them that the e-mail only counts. Absent: it lists all of them. */
  unlisted?: readonly string[];
  /** How many of its first stories the SMS lists, and how many of its first alerts the document. Absent: all. */
  listed?: { sms?: number; json?: number };
  severity: Severity;
  /** It is a report or a heartbeat, which was ordered for its channel whatever the severity. */
  isOrdered?: true;
  /** Earlier alerts on its stories, and by which of its alerts each is covered: those that still wait end with this message. */
  covered?: readonly { id: string; by: string; watchId: string }[];
  texts: MessageTexts;
  /** Absent: not sent by SMS. */
  sms?: SmsCost;
  /** For the users' own subscribers. Values are never empty. */
  attributes: Readonly<Record<string, string>>;
  /** Of the new articles that it is about, the one that was indexed first. Absent: there is none, or it waited on purpose. */
  first?: FirstArticle;
  createdAt: Instant;
  expiresAt: Instant;
}

/** A message on a lane. `retryAt` is when it may be tried next: the end of a claim, or of a back-off. */
export interface Delivery {
  state: DeliveryState;
  tries: number;
  retryAt: Instant;
  /** SNS's id of the published message. */
  snsMessageId?: string;
  /** When the service accepted it. Absent: it has not. */
  acceptedAt?: Instant;
  /** Why the last try failed. */
  error?: string;
}

/** The delivery of a message that is written and was not tried: it may be tried at once. */
export function untried({ createdAt }: Pick<Message, 'createdAt'>): Delivery {
  return { state: 'pending', tries: 0, retryAt: createdAt };
}

/** After this many failed tries a delivery is dead. `bellwether redrive` sends it again. */
export const MAX_TRIES = 5;
/** How long a claim holds, in milliseconds: longer than a Publish with its limit of 10 s. */
export const CLAIM = 60_000;

/** How long to wait after the n-th failed try, in milliseconds: 1, 2, 4, 8 minutes, 15 minutes in all. */
export function backOff(tries: number): number {
  return 60_000 * 2 ** (tries - 1);
}

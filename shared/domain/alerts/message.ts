import { idOf } from '../lib/hash.ts';
import { DAY, type Instant, MINUTE, SECOND } from '../time/instant.ts';
import type { Severity } from '../watches/watch.ts';
import type { Alert } from './alert.ts';

/** How SNS delivers to a subscriber. */
export const PROTOCOLS = ['email', 'sms', 'https', 'queue'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/**
 * Whether what SNS cannot deliver is kept. Programs can take a message later; an e-mail or SMS cannot be sent to one
 * address again.
 */
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
 * `claimed`: a sender is at work. `accepted`: SNS has it. `unsure`: SNS's answer was lost. `failed`: SNS refused it,
 * there will be another try. `dead`: all tries failed.
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
interface FirstArticle {
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
  /**
   * Earlier alerts on its stories, and by which of its alerts each is covered: those that still wait end with this
   * message.
   */
  covered?: readonly { id: string; by: string; watchId: string }[];
  texts: MessageTexts;
  /** Absent: not sent by SMS. */
  sms?: SmsCost;
  /** For the users' own subscribers. Values are never empty. */
  attributes: Readonly<Record<string, string>>;
  /**
   * Of the new articles that it is about, the one that was indexed first. Absent: there is none, or it waited on
   * purpose.
   */
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

/** An alert that is to be put into a message. Only the message keeps what is added here. */
export interface AlertForMessage extends Alert {
  /** The key of the story with which the message lists it, where alerts of other spaces are about the same. */
  sharedStory?: string;
}

/** What alerts of a group can have in common. */
export const GROUP_LABELS = ['watch', 'brand', 'severity', 'story'] as const;
export type GroupLabel = (typeof GROUP_LABELS)[number];

/**
 * How the alerts of a channel are grouped, with Alertmanager's words; spans in milliseconds. Grouping only moves due
 * times, and critical alerts never wait for it.
 */
export interface Grouping {
  /** Alerts with the same values of all these labels go into one message. */
  by: readonly GroupLabel[];
  /** How long the first alert of a group waits for others. */
  wait: number;
  /** The cooldown of a notified group. */
  interval: number;
  /** The cooldown of a notified story: when it climbs, or when another watch finds it. */
  repeat: number;
}

/** Nothing waits. Due alerts of one story are one message. */
export const PLAIN_GROUPING: Grouping = { by: ['story'], wait: 0, interval: 0, repeat: 0 };

/** The defaults of a channel that sets any of these keys. */
export const DEFAULT_GROUPING: Grouping = {
  by: ['story'],
  wait: 30 * SECOND,
  interval: 5 * MINUTE,
  repeat: 0,
};

/** How often the operators are reminded of an open incident. */
export const DEFAULT_INCIDENT_REPEAT = DAY;

/** The id of an alert's group on its channel. */
export function groupIdOf(alert: AlertForMessage, { by }: Pick<Grouping, 'by'>): string {
  return idOf('group', ...by.map((label) => `${label}=${labelOf(alert, label)}`));
}

function labelOf(alert: AlertForMessage, label: GroupLabel): string {
  switch (label) {
    case 'watch':
      return alert.watchId ?? '';
    case 'brand':
      return alert.brand ?? '';
    case 'severity':
      return alert.severity;
    case 'story':
      return storyKey(alert);
  }
}

/** The id of an alert's story. An alert about a single finding, or without a story, has its own id instead. */
export function storyKey(alert: AlertForMessage): string {
  return storyIdIn(alert) ?? alert.id;
}

/** With what a message lists an alert: one entry for each story, and one for each article that is new in a story. */
export function entryKey(alert: AlertForMessage): string {
  const [item] = alert.items;
  return alert.development && item ? `development ${item.fingerprint}` : storyKey(alert);
}

function storyIdIn({ occasion, story, sharedStory }: AlertForMessage): string | undefined {
  return occasion.type === 'finding' ? undefined : (sharedStory ?? story?.id);
}

/** A group or story of a channel, and the length of its cooldown in milliseconds. */
interface CooldownPeriod {
  topic: string;
  length: number;
}

/** The cooldowns that begin when an alert is sent: of its group and of its story. Critical alerts begin none. */
export function cooldownsAfter(alert: AlertForMessage, grouping: Grouping): CooldownPeriod[] {
  if (alert.severity === 'critical') return [];
  const story = storyIdIn(alert);
  const cooldowns: CooldownPeriod[] = [
    { topic: groupIdOf(alert, grouping), length: grouping.interval },
    ...(story === undefined ? [] : [{ topic: idOf('repeat', story), length: grouping.repeat }]),
  ];
  return cooldowns.filter(({ length }) => length > 0);
}

/**
 * How long an article took from its indexing to the message about it, and on which step, in milliseconds: until a run
 * had found it and put an alert, until the alert was in a message, and until the service of the channel had accepted
 * that.
 */
export interface NotifyTime {
  total: number;
  alert: number;
  message: number;
  accept: number;
}

/** How many messages were measured, and their percentiles, in milliseconds. `steps` are the means of the steps. */
export interface NotifyTimes {
  messages: number;
  p50: number;
  p95: number;
  steps: Omit<NotifyTime, 'total'>;
}

/**
 * Of the alerts of a message, the article that was indexed first, and when its alert was put. An article counts only
 * where a live run found it as soon as it could: not in the span that a new watch looks back over, nor by the recount,
 * which finds what became visible long after it was indexed.
 */
export function firstArticleOf(alerts: readonly Alert[]): FirstArticle | undefined {
  return alerts
    .filter(isPrompt)
    .flatMap(({ items, createdAt }) =>
      items.slice(0, 1).map(({ indexedAt }) => ({ indexedAt, alertedAt: createdAt })),
    )
    .toSorted((one, other) => one.indexedAt - other.indexedAt)[0];
}

function isPrompt({ occasion: { type }, discovery, createdAt, items: [item] }: Alert): boolean {
  if (type !== 'finding' && type !== 'story') return false;
  if (!discovery?.window || discovery.run.track !== 'live' || discovery.late || discovery.lookedBack)
    return false;
  return item !== undefined && item.indexedAt <= createdAt;
}

/** The time of an accepted message about new articles; undefined of others. */
export function notifyTimeOf({
  message,
  delivery,
}: {
  message: Message;
  delivery: Delivery;
}): NotifyTime | undefined {
  const { first, createdAt } = message;
  const { acceptedAt } = delivery;
  if (!first || acceptedAt === undefined) return undefined;
  return {
    total: acceptedAt - first.indexedAt,
    alert: first.alertedAt - first.indexedAt,
    message: createdAt - first.alertedAt,
    accept: acceptedAt - createdAt,
  };
}

/** The percentiles of some times; undefined when there are none. */
export function sumNotifyTimes(times: readonly NotifyTime[]): NotifyTimes | undefined {
  if (times.length === 0) return undefined;
  const totals = times.map(({ total }) => total).toSorted((one, other) => one - other);
  const at = (share: number) => totals[Math.ceil(totals.length * share) - 1] ?? 0;
  const mean = (step: (time: NotifyTime) => number) =>
    Math.round(times.reduce((sum, time) => sum + step(time), 0) / times.length);
  return {
    messages: times.length,
    p50: at(0.5),
    p95: at(0.95),
    steps: {
      alert: mean(({ alert }) => alert),
      message: mean(({ message }) => message),
      accept: mean(({ accept }) => accept),
    },
  };
}

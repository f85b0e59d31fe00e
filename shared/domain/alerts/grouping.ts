import type { Alert } from './alert.ts';
import { idOf } from '../lib/hash.ts';
import { DAY, MINUTE, SECOND } from '../time/instant.ts';

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

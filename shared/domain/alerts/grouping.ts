import type { Alert } from './alert.ts';
import { idOf } from '../lib/hash.ts';
import { DAY, MINUTE, SECOND } from '../time/instant.ts';

/** What alerts of one group have in common. */
export const GROUP_LABELS = ['watch', 'brand', 'severity', 'story'] as const;
export type GroupLabel = (typeof GROUP_LABELS)[number];

/**
 * How the alerts of a channel go together, in Alertmanager's words; spans in milliseconds. All of it only moves due
 * times, and nothing of it holds what is critical.
 */
export interface Grouping {
  /** Alerts that agree in all of these go into one message. */
  by: readonly GroupLabel[];
  /** How long the first alert of a group waits for others. */
  wait: number;
  /** How long a group that was told rests before it is told again. */
  interval: number;
  /** How long a story that was told rests before it is told again: as it grows, or by another watch. */
  repeat: number;
}

/** Nothing waits; what is due together and tells one story is one message. */
export const PLAIN_GROUPING: Grouping = { by: ['story'], wait: 0, interval: 0, repeat: 0 };

/** What is left out beside a key that is set. */
export const DEFAULT_GROUPING: Grouping = {
  by: ['story'],
  wait: 30 * SECOND,
  interval: 5 * MINUTE,
  repeat: 0,
};

/** The operators are reminded of a trouble that stays open. */
export const DEFAULT_INCIDENT_REPEAT = DAY;

/** The group an alert belongs to on its channel. */
export function groupIdOf(alert: Alert, { by }: Pick<Grouping, 'by'>): string {
  return idOf('group', ...by.map((label) => `${label}=${labelOf(alert, label)}`));
}

function labelOf(alert: Alert, label: GroupLabel): string {
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

/** The story that an alert tells; who wants each finding told gets each by itself, as does an alert without a story. */
export function storyKey(alert: Alert): string {
  return notifiedStory(alert) ?? alert.id;
}

function notifiedStory({ occasion, story }: Alert): string | undefined {
  return occasion.type === 'finding' ? undefined : story?.id;
}

/** Something that a channel told, and how long it rests then. */
export interface CooldownPeriod {
  topic: string;
  length: number;
}

/** What rests once this alert was told: its group, and its story. Empty where nothing has to. */
export function cooldownsAfter(alert: Alert, grouping: Grouping): CooldownPeriod[] {
  if (alert.severity === 'critical') return [];
  const story = notifiedStory(alert);
  const rests: CooldownPeriod[] = [
    { topic: groupIdOf(alert, grouping), length: grouping.interval },
    ...(story === undefined ? [] : [{ topic: idOf('repeat', story), length: grouping.repeat }]),
  ];
  return rests.filter(({ length }) => length > 0);
}

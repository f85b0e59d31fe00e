import type { Alert, AlertState, HoldReason } from '../alerts/alert.ts';
import { type AlertForMessage, groupIdOf } from '../alerts/message.ts';
import type { Instant } from '../time/instant.ts';
import { compareSeverity, type Severity } from '../watches/watch.ts';
import {
  type Channel,
  criticalRoom,
  groupingOf,
  MINUTE_OF,
  sendsLeft,
  type SendTimes,
  stormLeft,
  urgencyOf,
} from './channel.ts';

interface Planned {
  alert: AlertForMessage;
  state: AlertState;
}

/** Why alerts are in one message: they are one group, they waited together, or there were too many (`storm`). */
export type BatchReason = 'group' | 'quiet-hours' | 'brief' | 'storm';

/** The alerts of one message: the most severe first, news before alerts about Bellwether itself. */
export interface Batch {
  alerts: Alert[];
  because: BatchReason;
}

/** Which alerts are sent together, and which must wait: for the next minute, or for the hourly limit (`capped`). */
interface MessagePlan {
  batches: Batch[];
  waiting: number;
  capped: Alert[];
}

/**
 * Plans the messages of one channel. Critical alerts go first, by group, regardless of the hourly limit. Alerts that
 * waited for a brief, for quiet hours or for the limit go as one message. The others go by group while the limits of their
 * urgency allow it. The last message of an urgency takes all alerts that are left.
 */
export function planMessages(
  due: readonly Planned[],
  { channel, sent, now }: { channel: Channel; sent: SendTimes; now: Instant },
): MessagePlan {
  const ordered = due.toSorted(
    (a, b) => compareSeverity(b.alert.severity, a.alert.severity) || newsFirst(a, b) || earliestFirst(a, b),
  );
  const leadOf = leadsOf(ordered);
  const [critical, others] = split(ordered, ({ alert }) => urgencyOf(alert) === 'critical');
  const [held, free] = split(others, (planned) => briefReasonOf(leadOf(planned)) !== undefined);
  const groups = (planned: readonly Planned[]) => groupsOf(planned, { channel, leadOf });
  const first = limitTo(groups(critical), criticalRoom(sent, now));
  const left = sendsLeft(sent, now, MINUTE_OF.normal) - first.length;
  const cap = stormLeft(channel, { sent, now }) - first.length;
  const room = Math.min(left, cap);
  const brief = room > 0 && held.length > 0 ? [briefBatch(held)] : [];
  const rest = limitTo(groups(free), room - brief.length);
  const batches = [...first, ...brief, ...rest];
  const planned = new Set(batches.flatMap(({ alerts }) => alerts));
  const waiting = ordered.filter(({ alert }) => !planned.has(alert)).map(({ alert }) => alert);
  return cap < left && waiting.length > 0
    ? { batches, waiting: 0, capped: waiting }
    : { batches, waiting: waiting.length, capped: [] };
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** Alerts of several spaces about one article go with the first of them of their urgency, whatever else groups alerts. */
function leadsOf(ordered: readonly Planned[]): (planned: Planned) => Planned {
  const leads = new Map<string, Planned>();
  const keyOf = ({ alert }: Planned) =>
    alert.sharedStory === undefined ? undefined : `${urgencyOf(alert)} ${alert.sharedStory}`;
  for (const planned of ordered) {
    const key = keyOf(planned);
    if (key !== undefined && !leads.has(key)) leads.set(key, planned);
  }
  return (planned) => leads.get(keyOf(planned) ?? '') ?? planned;
}

function groupsOf(
  planned: readonly Planned[],
  { channel, leadOf }: { channel: Channel; leadOf: (planned: Planned) => Planned },
): Batch[] {
  const grouping = groupingOf(channel);
  const groups = Map.groupBy(planned, (one) => groupIdOf(leadOf(one).alert, grouping));
  return Array.from(groups.values(), (group) => ({
    alerts: group.map(({ alert }) => alert),
    because: 'group',
  }));
}

/** At most `room` batches; the last one takes all alerts that are left. */
function limitTo(batches: readonly Batch[], room: number): Batch[] {
  if (room <= 0) return [];
  if (batches.length <= room) return [...batches];
  const rest = batches.slice(room - 1).flatMap(({ alerts }) => alerts);
  return [...batches.slice(0, room - 1), { alerts: rest, because: 'storm' }];
}

/** Why the alerts of a brief waited. If they waited for several reasons, the first of these counts. */
const BRIEF_REASONS: Readonly<Partial<Record<HoldReason, BatchReason>>> = {
  brief: 'brief',
  'quiet-hours': 'quiet-hours',
  'storm-cap': 'storm',
};

function briefReasonOf({ state }: Planned): BatchReason | undefined {
  return state.state === 'pending' && state.heldFor !== undefined ? BRIEF_REASONS[state.heldFor] : undefined;
}

function briefBatch(held: readonly Planned[]): Batch {
  const reasons = new Set(held.map(briefReasonOf));
  const because = Object.values(BRIEF_REASONS).find((reason) => reasons.has(reason)) ?? 'storm';
  return { alerts: held.map(({ alert }) => alert), because };
}

/** Baselines and heartbeats come after news: they can wait for the last message. */
function newsFirst(a: Planned, b: Planned): number {
  return Number(isOwn(a)) - Number(isOwn(b));
}

function isOwn({ alert: { occasion } }: Planned): boolean {
  return occasion.type === 'base' || occasion.type === 'life-sign';
}

function earliestFirst(a: Planned, b: Planned): number {
  return a.alert.createdAt - b.alert.createdAt || (a.alert.id < b.alert.id ? -1 : 1);
}

/** What a service has of a story: a thread, or an incident that is open. */
export interface StoryThread {
  /** The id that the service gives it. */
  ref: string;
  severity: Severity;
  /** When something was last said about the story. */
  at: Instant;
}

import type { Alert, AlertState, HoldReason } from '../alerts/alert.ts';
import { groupingOf, sendsLeft, stormLeft, type Channel, type SendTimes } from './channel.ts';
import { groupIdOf } from '../alerts/grouping.ts';
import type { Instant } from '../time/instant.ts';
import { compareSeverity } from '../watches/watch.ts';

interface Planned {
  alert: Alert;
  state: AlertState;
}

/** Why alerts stand in one message: they are of one group, they waited together, or there were too many. */
export type BatchReason = 'group' | 'quiet-hours' | 'digest' | 'storm';

/** The alerts of one message, most severe first, news before what is about ourselves. */
export interface Batch {
  alerts: Alert[];
  because: BatchReason;
}

/** Which alerts go out together, and which must wait: for the channel's next minute, or for the end of its storm cap. */
export interface MessagePlan {
  batches: Batch[];
  waiting: number;
  capped: Alert[];
}

/**
 * Plans the messages of one channel. What is critical goes first, by its groups, and passes the storm cap. What was held
 * for a digest, for quiet hours or by the cap goes as one message; the rest by its groups while minute and cap allow, and
 * what is beyond them as one summary in the last place.
 */
export function planMessages(
  due: readonly Planned[],
  { channel, sent, now }: { channel: Channel; sent: SendTimes; now: Instant },
): MessagePlan {
  const ordered = due.toSorted(
    (a, b) => compareSeverity(b.alert.severity, a.alert.severity) || byNews(a, b) || byAge(a, b),
  );
  const [urgent, calm] = split(ordered, ({ alert }) => alert.severity === 'critical');
  const [held, free] = split(calm, (planned) => briefOf(planned) !== undefined);
  const minute = sendsLeft(sent, now);
  const first = rollup(groupsOf(urgent, channel), minute);
  const left = minute - first.length;
  const cap = stormLeft(channel, { sent, now }) - first.length;
  const room = Math.min(left, cap);
  const brief = room > 0 && held.length > 0 ? [briefBatch(held)] : [];
  const rest = rollup(groupsOf(free, channel), room - brief.length);
  const batches = [...first, ...brief, ...rest];
  const notified = new Set(batches.flatMap(({ alerts }) => alerts));
  const waiting = ordered.filter(({ alert }) => !notified.has(alert)).map(({ alert }) => alert);
  return cap < left && waiting.length > 0
    ? { batches, waiting: 0, capped: waiting }
    : { batches, waiting: waiting.length, capped: [] };
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

function groupsOf(planned: readonly Planned[], channel: Channel): Batch[] {
  const grouping = groupingOf(channel);
  const groups = Map.groupBy(planned, ({ alert }) => groupIdOf(alert, grouping));
  return Array.from(groups.values(), (group) => ({
    alerts: group.map(({ alert }) => alert),
    because: 'group',
  }));
}

/** As many batches as there is room for: the last takes in all that is beyond. */
function rollup(batches: readonly Batch[], room: number): Batch[] {
  if (room <= 0) return [];
  if (batches.length <= room) return [...batches];
  const rest = batches.slice(room - 1).flatMap(({ alerts }) => alerts);
  return [...batches.slice(0, room - 1), { alerts: rest, because: 'storm' }];
}

/** What the alerts of a brief waited for: most of them, where they differ, waited for the first of these. */
const BRIEFS: Readonly<Partial<Record<HoldReason, BatchReason>>> = {
  digest: 'digest',
  'quiet-hours': 'quiet-hours',
  'storm-cap': 'storm',
};

function briefOf({ state }: Planned): BatchReason | undefined {
  return state.state === 'pending' && state.heldFor !== undefined ? BRIEFS[state.heldFor] : undefined;
}

function briefBatch(held: readonly Planned[]): Batch {
  const reasons = new Set(held.map(briefOf));
  const because = Object.values(BRIEFS).find((reason) => reasons.has(reason)) ?? 'storm';
  return { alerts: held.map(({ alert }) => alert), because };
}

/** News first: that a watch begins, or that a channel lives, can wait for the summary. */
function byNews(a: Planned, b: Planned): number {
  return Number(isOwn(a)) - Number(isOwn(b));
}

function isOwn({ alert: { occasion } }: Planned): boolean {
  return occasion.type === 'base' || occasion.type === 'life-sign';
}

function byAge(a: Planned, b: Planned): number {
  return a.alert.createdAt - b.alert.createdAt || (a.alert.id < b.alert.id ? -1 : 1);
}

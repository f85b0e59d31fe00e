import type { Alert, AlertState } from './alert.ts';
import { sendsLeft, type SendTimes } from './channel.ts';
import type { Instant } from './instant.ts';
import { compareSeverity } from './watch.ts';

interface Planned {
  alert: Alert;
  state: AlertState;
}

/** Which alerts go out together, most severe first, and how many must wait for the channel's next minute. */
export interface MessagePlan {
  messages: Alert[][];
  waiting: number;
}

/**
 * Plans the messages of one channel. What was held for a digest or for quiet hours goes as one message; the rest goes
 * one by one while the channel's minute allows, and what is beyond that as one summary in the last place.
 */
export function planMessages(
  due: readonly Planned[],
  { sent, now }: { sent: SendTimes; now: Instant },
): MessagePlan {
  const left = sendsLeft(sent, now);
  if (left <= 0) return { messages: [], waiting: due.length };
  const ordered = due.toSorted((a, b) => compareSeverity(b.alert.severity, a.alert.severity) || byAge(a, b));
  const held = ordered.filter(isHeld);
  const free = ordered.filter((planned) => !isHeld(planned));
  const groups = held.length > 0 ? [held] : [];
  const singles = left - groups.length;
  if (free.length <= singles) groups.push(...free.map((planned) => [planned]));
  else if (singles > 0)
    groups.push(...free.slice(0, singles - 1).map((planned) => [planned]), free.slice(singles - 1));
  const messages = groups.map((group) => group.map(({ alert }) => alert));
  return { messages, waiting: due.length - messages.flat().length };
}

function isHeld({ state }: Planned): boolean {
  return state.state === 'pending' && state.heldFor !== undefined;
}

function byAge(a: Planned, b: Planned): number {
  return a.alert.createdAt - b.alert.createdAt || (a.alert.id < b.alert.id ? -1 : 1);
}

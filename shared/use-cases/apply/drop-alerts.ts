import type { Alerts } from '../ports/alerts.ts';

/** How many pending alerts of a channel are read when the channel or its watches change. */
export const MOST_PENDING = 10_000;

/** Drops the pending alerts of a channel that concern a watch, or all of them; gives back how many. */
export async function dropAlerts(
  alerts: Alerts,
  { channel, watchId, reason }: { channel: string; watchId?: string; reason: string },
): Promise<number> {
  let dropped = 0;
  for (const { alert } of await alerts.held(channel, MOST_PENDING)) {
    if (watchId !== undefined && alert.watchId !== watchId) continue;
    if (await alerts.settle(alert, { state: 'dropped', reason })) dropped += 1;
  }
  return dropped;
}

import { DAY, HOUR, type Instant } from '../time/instant.ts';
import { channelNameOf } from './lanes.ts';

/** An incident that a lane has opened at another service. */
export interface PagerIncident {
  lane: string;
  /** The key of its story there. */
  key: string;
  /** The alerts that it is about. */
  alertIds: readonly string[];
  /** When its latest message was made. */
  since: Instant;
  /** When it is checked whether it can end: not before its story has been quiet for long enough. */
  checkAt: Instant;
  /** No try to end it is made before this. */
  retryAt?: Instant;
}

/** What a reader has acknowledged, on the page of which lane. */
interface Acknowledgement {
  lane: string;
  alertId: string;
  story?: string;
  /** When the page was opened. */
  at: Instant;
  undoneAt?: Instant;
}

/** An incident ends when its story has had no article for so long: a story is open as long. */
export const QUIET_FOR = 72 * HOUR;
/** How far back acknowledgements are read: what a longer standstill misses ends when its story is quiet. */
export const ACKNOWLEDGED_WITHIN = DAY;
/** How many alerts of an incident are kept. */
const MOST_ALERTS = 200;

/** An incident with the alerts of one message more. */
export function withMessage(
  was: PagerIncident | undefined,
  { lane, key, alertIds, at }: { lane: string; key: string; alertIds: readonly string[]; at: Instant },
): PagerIncident {
  const all = [...new Set([...(was?.alertIds ?? []), ...alertIds])].slice(-MOST_ALERTS);
  // A message that is repeated may be older than the last one.
  const since = Math.max(at, was?.since ?? 0);
  return { lane, key, alertIds: all, since, checkAt: since + QUIET_FOR };
}

/** Whether a reader of the same channel has acknowledged an incident since its latest message. */
export function isAcknowledged(
  { lane, key, alertIds, since }: PagerIncident,
  acknowledged: readonly Acknowledgement[],
): boolean {
  return acknowledged.some(
    (one) =>
      one.undoneAt === undefined &&
      one.at >= since &&
      channelNameOf(one.lane) === channelNameOf(lane) &&
      (one.story === key || alertIds.includes(one.alertId)),
  );
}

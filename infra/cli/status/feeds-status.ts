import type { FeedState } from '../../../shared/domain/feeds/feed-state.ts';
import { formatRelativeTime } from '../../../shared/domain/time/format-time.ts';
import { DAY, type Instant } from '../../../shared/domain/time/instant.ts';
import type { Window } from '../../../shared/domain/time/window.ts';
import { plainText } from '../print-values.ts';

/** What needs attention among the feeds. Times are instants. */
export interface FeedsStatus {
  /** How many feeds are polled. */
  polled: number;
  failing: { url: string; readAt: Instant | undefined; reason: string }[];
  /** Feeds whose server says that they have moved for good. */
  moved: { url: string; to: string }[];
  /** The latest span of each feed in which items may have come and gone unseen. */
  missed: ({ url: string } & Window)[];
}

export function feedsStatus(states: readonly FeedState[]): FeedsStatus {
  return {
    polled: states.length,
    failing: states.flatMap(({ url, readAt, failures, failureText = '' }) =>
      failures > 0 ? [{ url, readAt, reason: failureText }] : [],
    ),
    moved: states.flatMap(({ url, movedTo }) => (movedTo === undefined ? [] : [{ url, to: movedTo }])),
    missed: states.flatMap(({ url, missed }) => (missed ? [{ url, ...missed }] : [])),
  };
}

/** A line for each feed that cannot be read, may have lost items within a week, or has moved. */
export function feedNotes({ failing, moved, missed }: FeedsStatus, now: Instant): string[] {
  const ago = (at: Instant) => formatRelativeTime(at, now);
  const lately = missed.filter(({ to }) => to > now - 7 * DAY);
  return [
    ...failing.map(({ url, readAt, reason }) => {
      const since = readAt === undefined ? 'It was never read.' : `It was last read ${ago(readAt)}.`;
      return `${plainText(url)}: ${plainText(reason)} ${since}`;
    }),
    ...lately.map(
      ({ url, from, to }) => `${plainText(url)}: items may have been missed from ${ago(from)} to ${ago(to)}.`,
    ),
    ...moved.map(({ url, to }) => `${plainText(url)} has moved to ${plainText(to)}: write the new address.`),
  ];
}

import { DAY, HOUR, MINUTE, type Instant } from '../time/instant.ts';
import type { FeedAnswer } from './feed-answer.ts';
import type { FeedState } from './feed-state.ts';

/** A feed is polled no more often than this, whatever its rhythm. */
export const SHORTEST_PACE = 5 * MINUTE;
/** And no less often, unless its server asks for it. */
export const LONGEST_PACE = HOUR;
/** A feed of which nothing is known yet. */
const FIRST_RHYTHM = 15 * MINUTE;
/** A feed is polled this often while an item stays in it. */
const LOOKS = 4;
/** How much the newest observation counts in the rhythm. */
const WEIGHT = 0.3;
/** A feed that brings nothing slows down by this factor a poll. */
const SLOWING = 1.15;
/** A server that failed is asked again after 5, 10, 20 … minutes, at most after this. */
const LONGEST_BACKOFF = 6 * HOUR;
/** A feed that has ended, or is not there, may come back. */
const GONE = DAY;

/** Milliseconds from one new item to the next, after a poll that brought `fresh` of them since `from`. */
export function rhythmAfter(
  { rhythm = FIRST_RHYTHM, readAt }: Pick<FeedState, 'rhythm' | 'readAt'>,
  { fresh, now }: { fresh: number; now: Instant },
): number {
  if (readAt === undefined) return FIRST_RHYTHM;
  if (fresh === 0) return Math.min(rhythm * SLOWING, 4 * LONGEST_PACE);
  return (1 - WEIGHT) * rhythm + (WEIGHT * (now - readAt)) / fresh;
}

/**
 * When a feed is polled next: by its own rhythm, often enough that no item comes and goes unseen; never before its server and
 * its own hints allow it, and later after each failure. After a gap it is polled as often as is allowed.
 */
export function nextPollAt(
  state: Omit<FeedState, 'dueAt'>,
  { answer, now, hasGap }: { answer: FeedAnswer; now: Instant; hasGap: boolean },
): Instant {
  if (answer.status === 'failed') return now + Math.max(backoff(state), answer.retryAfter ?? 0);
  const asked = Math.max(answer.freshFor ?? 0, answer.retryAfter ?? 0, state.ttl ?? 0);
  const own = hasGap ? SHORTEST_PACE : paceOf(state);
  return outsideSkipped(now + Math.max(own, Math.min(asked, DAY)), state);
}

/** The pace of a feed by its rhythm, in milliseconds. */
export function paceOf({ rhythm = FIRST_RHYTHM, visible }: Pick<FeedState, 'rhythm' | 'visible'>): number {
  const stay = rhythm * Math.max(visible, 1);
  return Math.min(Math.max(Math.min(rhythm, stay / LOOKS), SHORTEST_PACE), LONGEST_PACE);
}

function backoff({ failures, failure }: Pick<FeedState, 'failures' | 'failure'>): number {
  if (failure === 'gone') return GONE;
  return Math.min(SHORTEST_PACE * 2 ** Math.min(failures - 1, 10), LONGEST_BACKOFF);
}

/** The first hour from then on that the feed does not leave out. One that leaves out all of them is not taken at its word. */
function outsideSkipped(
  at: Instant,
  { skipHours = [], skipDays = [] }: Pick<FeedState, 'skipHours' | 'skipDays'>,
): Instant {
  const isSkipped = (instant: Instant) => {
    const date = new Date(instant);
    return skipHours.includes(date.getUTCHours()) || skipDays.includes(date.getUTCDay());
  };
  const start = Math.floor(at / HOUR) * HOUR;
  for (let hours = 0; hours <= 7 * 24; hours += 1) {
    const hour = start + hours * HOUR;
    if (!isSkipped(hour)) return Math.max(hour, at);
  }
  return at;
}

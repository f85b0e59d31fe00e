import type { Incident } from '../incidents/incident.ts';
import {
  formatAboutSpan,
  type Instant,
  isAhead,
  isoOf,
  MINUTE,
  wholeSecond,
  type Window,
} from '../time/instant.ts';
import { type RunState, type StateChange, WITHDRAWN_PAUSE } from './run-state.ts';

/** What the sweeps have seen of the clock. */
export interface ClockRecord {
  /** What the clock showed at the latest sweep. */
  at: Instant;
  /** The latest leaps of the clock: the stack was stopped, or its clock went ahead. */
  leaps: readonly Window[];
  /** The incident of a clock that went back is open. */
  isReported?: true | undefined;
}

/** Two sweeps are 5 minutes apart, and one may fail. */
const LEAP = 15 * MINUTE;
const MOST_LEAPS = 5;

/** The record after a sweep at `now`. */
export function withSweep(before: ClockRecord | undefined, now: Instant): ClockRecord {
  const { at = now, leaps = [] } = before ?? {};
  return { at: now, leaps: now - at > LEAP ? [...leaps, { from: at, to: now }].slice(-MOST_LEAPS) : leaps };
}

/**
 * Until when the clock is known to have been right: of the leaps that end ahead of `now`, none was one of the time. All
 * was covered as it seems before the first of them, and nothing after it.
 */
export function trueUntil(record: ClockRecord | undefined, now: Instant): Instant {
  const wrong = (record?.leaps ?? []).filter(({ to }) => isAhead(to, now));
  return wholeSecond(Math.min(now, ...wrong.map(({ from }) => from)));
}

/**
 * The state of the live track without instants that lie ahead of `now`. What it covered `until` then stays covered; the
 * rest is queried again. Undefined: there are none.
 */
export function stateWithoutFuture(
  state: RunState,
  { now, until }: { now: Instant; until: Instant },
): StateChange['set'] | undefined {
  const { coveredUntil, baseUntil, firstRunAt, openSince, lastRunAt, withdrawnUntil = 0, skipped } = state;
  const written = [coveredUntil, baseUntil, firstRunAt, openSince, lastRunAt, skipped?.at];
  const waits = withdrawnUntil > now + WITHDRAWN_PAUSE;
  if (!waits && !written.some((at) => isAhead(at, now))) return undefined;
  // A baseline that was complete when the clock was right is not collected again.
  const based = isAhead(baseUntil, now) ? until : Math.max(until, baseUntil ?? 0);
  const cut = (at: Instant | undefined) => at && Math.min(at, wholeSecond(now));
  return {
    coveredUntil: isAhead(coveredUntil, now) ? based : coveredUntil,
    baseUntil: cut(baseUntil),
    firstRunAt: cut(firstRunAt),
    openSince: cut(openSince),
    lastRunAt: cut(lastRunAt),
    withdrawnUntil: waits ? now : state.withdrawnUntil,
    skipped: skipped && { ...skipped, at: Math.min(skipped.at, now) },
  };
}

export const CLOCK_SUBJECT = 'stack:clock';

/** The clock shows less than it did at a sweep before. */
export function clockIncident({ at, until, now }: { at: Instant; until: Instant; now: Instant }): Incident {
  return {
    subject: CLOCK_SUBJECT,
    kind: 'clock',
    since: now,
    text:
      `The clock of the stack went back by about ${formatAboutSpan(at - now)}: it was ahead, or it is wrong now. Nothing ` +
      `is lost: what was covered after ${isoOf(until)} is queried again, and what was to be sent later than now is due ` +
      'again. Times that were stored meanwhile can look as if they lay in the future. If it happens again, correct the clock of the machine.',
  };
}

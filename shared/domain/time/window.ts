import { DAY, HOUR, MINUTE, SECOND, type Instant } from './instant.ts';

/** A half-open span, `[from, to)`, in whole seconds; of parse time unless the watch kind's rule names another time. */
export interface Window {
  from: Instant;
  to: Instant;
}

/** The shortest window that is split in two. A shorter one over the service's cap is marked `cut`. */
export const SHORTEST_WINDOW = MINUTE;

/** The longest span for one call (news service, dates in requests: longest good span). */
export const LONGEST_WINDOW = 30 * DAY;

/** How many past days the daily recount checks. */
export const RECOUNTED_DAYS = 3;

/**
 * Where windows are split: at multiples of `grain` since 1970, and only those longer than `shortest`. Milliseconds.
 */
export interface SplitRule {
  grain: number;
  shortest: number;
}

const BY_SECOND: SplitRule = { grain: SECOND, shortest: SHORTEST_WINDOW };

/** What a run must cover: from `start` minus the overlap until now. It begins at a multiple of `grain`. */
export function openRange({
  now,
  start,
  overlap,
  grain = SECOND,
}: {
  now: Instant;
  start: Instant;
  overlap: number;
  grain?: number;
}): Window {
  const to = floorTo(SECOND, now);
  return { from: floorTo(grain, Math.min(start, to) - overlap), to };
}

/** Splits a range into windows of at most `longest`, or one grain, oldest first. An empty range gives none. */
export function slicesOf(
  range: Window,
  { longest = LONGEST_WINDOW, grain = SECOND }: { longest?: number; grain?: number } = {},
): Window[] {
  const slices: Window[] = [];
  for (let { from } = range; from < range.to; ) {
    const end = floorTo(grain, from + Math.max(longest, grain));
    const to = Math.min(end, range.to);
    slices.push({ from, to });
    from = to;
  }
  return slices;
}

/** The two halves of a window, older first; undefined when it is too short to split. */
export function halvesOf(
  window: Window,
  { grain, shortest }: SplitRule = BY_SECOND,
): [Window, Window] | undefined {
  if (window.to - window.from <= shortest) return undefined;
  const half = floorTo(grain, window.from + (window.to - window.from) / 2);
  const middle = half > window.from ? half : floorTo(grain, window.from) + grain;
  if (middle >= window.to) return undefined;
  return [
    { from: window.from, to: middle },
    { from: middle, to: window.to },
  ];
}

export function contains(window: Window, at: Instant): boolean {
  return window.from <= at && at < window.to;
}

/** The UTC days before today that the recount checks, oldest first. */
export function recountedDays(now: Instant): Window[] {
  const today = Math.floor(now / DAY) * DAY;
  return Array.from({ length: RECOUNTED_DAYS }, (_, index) => {
    const from = today - (RECOUNTED_DAYS - index) * DAY;
    return { from, to: from + DAY };
  });
}

/** When to query an open window again: 1, 2, 4 ... minutes after the failure, at most an hour. */
export function retryAt(now: Instant, failures: number): Instant {
  return now + Math.min(MINUTE * 2 ** Math.min(failures, 6), HOUR);
}

function floorTo(grain: number, at: Instant): Instant {
  return Math.floor(at / grain) * grain;
}

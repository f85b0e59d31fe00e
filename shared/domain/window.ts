import { DAY, HOUR, MINUTE, wholeSecond, type Instant } from './instant.ts';

/** A half-open span of parse time, `[from, to)`, in whole seconds. */
export interface Window {
  from: Instant;
  to: Instant;
}

/** The shortest window that is still cut in two; below it a window over the cap is marked `cut`. */
export const SHORTEST_WINDOW = MINUTE;

/** The longest span worth asking for in one call (news service, dates in requests: longest good span). */
export const LONGEST_WINDOW = 30 * DAY;

/** How many past days are counted again once a day. */
export const RECOUNTED_DAYS = 3;

/** What is open for a run: from the covered edge, less the overlap, until now. */
export function openRange({
  now,
  start,
  overlap,
}: {
  now: Instant;
  start: Instant;
  overlap: number;
}): Window {
  const to = wholeSecond(now);
  return { from: wholeSecond(Math.min(start, to) - overlap), to };
}

/** Cuts a range into windows no longer than `longest`, oldest first. An empty range has none. */
export function slicesOf(range: Window, longest: number = LONGEST_WINDOW): Window[] {
  const slices: Window[] = [];
  for (let from = range.from; from < range.to; from += longest) {
    slices.push({ from, to: Math.min(from + longest, range.to) });
  }
  return slices;
}

/** The two halves of a window, older first, or undefined where it is too short to cut. */
export function halvesOf(window: Window): [Window, Window] | undefined {
  if (window.to - window.from <= SHORTEST_WINDOW) return undefined;
  const middle = wholeSecond(window.from + (window.to - window.from) / 2);
  return [
    { from: window.from, to: middle },
    { from: middle, to: window.to },
  ];
}

export function contains(window: Window, at: Instant): boolean {
  return window.from <= at && at < window.to;
}

/** The whole UTC days before today that are counted again, oldest first. */
export function recountedDays(now: Instant): Window[] {
  const today = Math.floor(now / DAY) * DAY;
  return Array.from({ length: RECOUNTED_DAYS }, (_, index) => {
    const from = today - (RECOUNTED_DAYS - index) * DAY;
    return { from, to: from + DAY };
  });
}

/** When to ask again for a window that stayed open: 1, 2, 4 ... minutes after the failure, at most an hour. */
export function retryAt(now: Instant, failures: number): Instant {
  return now + Math.min(MINUTE * 2 ** Math.min(failures, 6), HOUR);
}

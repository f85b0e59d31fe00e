import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contains,
  DAY,
  halvesOf,
  HOUR,
  LONGEST_WINDOW,
  MINUTE,
  openRange,
  recountedDays,
  retryAt,
  SECOND,
  SHORTEST_WINDOW,
  slicesOf,
  type Window,
} from '../../../../shared/domain/time/instant.ts';
import { NOON } from '../../../ports/examples.ts';
import { fullForm } from '../../../full-form.ts';

const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z');

/** Windows that join on to each other without a gap, and cover a range. */
function expectToCover(windows: readonly Window[], range: Window): void {
  expect(windows[0]?.from).toBe(range.from);
  expect(windows.at(-1)?.to).toBe(range.to);
  windows.slice(1).forEach((window, index) => expect(window.from).toBe(windows[index]?.to));
  for (const { from, to } of windows) {
    expect(from).toBeLessThan(to);
    expect([from % SECOND, to % SECOND]).toEqual([0, 0]);
  }
}

describe('the range of a run', () => {
  it('goes from the watermark, minus the overlap, until now, in whole seconds', () => {
    expect(openRange({ now: NOON + 999, start: NOON - HOUR, overlap: HOUR })).toEqual({
      from: NOON - 2 * HOUR,
      to: NOON,
    });
    expect(openRange({ now: NOON, start: NOON - 1, overlap: 0 })).toEqual({ from: NOON - SECOND, to: NOON });
  });

  it('begins at a whole day where a service knows days alone', () => {
    const range = openRange({ now: NOON, start: NOON - DAY, overlap: HOUR, grain: DAY });
    expect(range).toEqual({ from: MIDNIGHT - DAY, to: NOON });
  });
});

describe('the slices of a range', () => {
  it('are as long as they may be, the last one shorter; none for an empty range', () => {
    const slices = slicesOf({ from: NOON - 70 * DAY, to: NOON });
    expect(slices.map(({ from, to }) => (to - from) / DAY)).toEqual([30, 30, 10]);
    expect(slicesOf({ from: NOON, to: NOON })).toEqual([]);
    expect(slicesOf({ from: NOON, to: NOON - HOUR })).toEqual([]);
  });

  it('cover the range in whole seconds, whatever their length', () => {
    const seconds = fc.integer({ min: 1, max: 40 * 86_400 });
    fc.assert(
      fc.property(seconds, fc.integer({ min: 0, max: 10 }), (length, halvings) => {
        const range = { from: NOON - length * SECOND, to: NOON };
        const longest = LONGEST_WINDOW / 2 ** halvings;
        const slices = slicesOf(range, { longest });
        expectToCover(slices, range);
        for (const { from, to } of slices) expect(to - from).toBeLessThanOrEqual(longest);
      }),
      { numRuns: fullForm(60, 200) },
    );
  });

  it('meet at whole days where a service knows days alone, and are never shorter than one', () => {
    const range = { from: MIDNIGHT - 5 * DAY, to: NOON };
    const slices = slicesOf(range, { longest: 2.5 * DAY, grain: DAY });
    expectToCover(slices, range);
    expect(slices.map(({ from }) => (from - MIDNIGHT) / DAY)).toEqual([-5, -3, -1]);
    expect(slicesOf(range, { longest: HOUR, grain: DAY })).toHaveLength(6);
  });
});

describe('the halves of a window', () => {
  it('cover it, older first, down to the shortest window', () => {
    const lengths = fc.integer({ min: SHORTEST_WINDOW / SECOND + 1, max: 30 * 86_400 });
    fc.assert(
      fc.property(lengths, (length) => {
        const window = { from: NOON - length * SECOND, to: NOON };
        expectToCover(halvesOf(window)!, window);
      }),
      { numRuns: fullForm(60, 200) },
    );
    expect(halvesOf({ from: NOON, to: NOON + SHORTEST_WINDOW })).toBeUndefined();
  });

  it('meet at a whole day where a service knows days alone', () => {
    const days = { grain: DAY, shortest: DAY };
    const halve = (from: number, to: number) =>
      halvesOf({ from: MIDNIGHT + from * DAY, to: MIDNIGHT + to * DAY }, days)?.map(
        (half) => (half.to - MIDNIGHT) / DAY,
      );
    expect(halve(0, 4)).toEqual([2, 4]);
    expect(halve(0, 3)).toEqual([1, 3]);
    expect(halve(0, 1.5)).toEqual([1, 1.5]);
    expect(halve(0, 1)).toBeUndefined();
    expect(halve(0.5, 2)).toEqual([1, 2]);
  });
});

it('a window includes its start and not its end', () => {
  const window = { from: NOON, to: NOON + MINUTE };
  const inside = [NOON - 1, NOON, NOON + MINUTE - 1, NOON + MINUTE].map((at) => contains(window, at));
  expect(inside).toEqual([false, true, true, false]);
});

it('the last three whole UTC days are counted again, never today', () => {
  const days = [-3, -2, -1].map((n) => ({ from: MIDNIGHT + n * DAY, to: MIDNIGHT + (n + 1) * DAY }));
  expect(recountedDays(NOON)).toEqual(days);
  expect(recountedDays(MIDNIGHT)).toEqual(days);
  expect(recountedDays(MIDNIGHT - 1).at(-1)?.to).toBe(MIDNIGHT - DAY);
});

it('an open window is queried again after 1, 2, 4 minutes and so on, at most an hour', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 7, 100].map((failures) => (retryAt(NOON, failures) - NOON) / MINUTE);
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

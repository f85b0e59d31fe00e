import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredFinding } from '../../../../shared/domain/findings/finding.ts';
import { DAY, HOUR, MINUTE, type Instant } from '../../../../shared/domain/time/instant.ts';
import {
  hourOf,
  isUncounted,
  latestBefore,
  sumHours,
  withoutOldHours,
  withFindings,
  withFrames,
  type HourlyCounts,
} from '../../../../shared/domain/counting/hourly-counts.ts';
import { aFinding, aStoredFinding, NOON } from '../../../ports/examples.ts';

// Closed hours as numbers: each finding counts once, in its own hour, whenever the hours are closed.

const EMPTY: HourlyCounts = {
  watchId: 'w',
  policy: 'p',
  since: NOON,
  until: NOON,
  readAt: NOON,
  hours: [],
  recent: [],
  detections: [],
};

function found(
  n: number,
  at: { indexedAt: Instant; foundAt?: Instant; story?: string; sentimentSum?: number },
): StoredFinding {
  const { indexedAt, foundAt = indexedAt, story = `s${n}`, sentimentSum } = at;
  const sentiment = sentimentSum === undefined ? {} : { sentiment: { content: sentimentSum } };
  return aStoredFinding(n, { finding: aFinding(n, { indexedAt, ...sentiment }), foundAt, story });
}

/** Closes the full hours before `readAt` with what can be read then. */
function close(
  hourlyCounts: HourlyCounts,
  { all, readAt }: { all: readonly StoredFinding[]; readAt: Instant },
): HourlyCounts {
  const edge = hourOf(readAt);
  const listed = all.filter(({ foundAt }) => foundAt >= hourlyCounts.until && foundAt <= readAt);
  return withFindings(hourlyCounts, {
    found: listed.filter((one) => isUncounted(one, { hourlyCounts, closedUntil: edge })),
    closedUntil: edge,
    readAt,
  });
}

describe('closed hours', () => {
  it('have numbers of articles and of new stories, their sentiments and the latest item', () => {
    const all = [
      found(1, { indexedAt: NOON + 10 * MINUTE, story: 'a', sentimentSum: -0.5 }),
      found(2, { indexedAt: NOON + 20 * MINUTE, story: 'a', sentimentSum: 1 }),
      found(3, { indexedAt: NOON + 70 * MINUTE, story: 'a' }),
      found(4, { indexedAt: NOON + 80 * MINUTE, story: 'b' }),
      found(5, { indexedAt: NOON + 130 * MINUTE }),
    ];
    const hourlyCounts = close(EMPTY, { all, readAt: NOON + 2 * HOUR + 30 * MINUTE });
    expect(hourlyCounts.hours).toEqual([
      { at: NOON, articles: 2, stories: 1, scored: 1, sentimentSum: -0.5, latest: NOON + 20 * MINUTE },
      { at: NOON + HOUR, articles: 2, stories: 1, scored: 0, sentimentSum: 0, latest: NOON + 80 * MINUTE },
    ]);
    expect(sumHours(hourlyCounts, { from: NOON, to: NOON + 2 * HOUR })).toEqual({
      articles: 4,
      stories: 2,
      scored: 1,
      sentimentSum: -0.5,
    });
    expect(latestBefore(hourlyCounts, NOON + HOUR)).toBe(NOON + 20 * MINUTE);
    expect(latestBefore(hourlyCounts, NOON)).toBeUndefined();
    expect(withoutOldHours(hourlyCounts, HOUR)).toMatchObject({
      since: NOON + HOUR,
      hours: [{ at: NOON + HOUR }],
    });
  });

  it('count a story again that comes after a day', () => {
    const all = [0, 30, 60].map((hours, n) => found(n, { indexedAt: NOON + hours * HOUR, story: 'a' }));
    expect(close(EMPTY, { all, readAt: NOON + 61 * HOUR }).hours.map(({ stories }) => stories)).toEqual([
      1, 1, 1,
    ]);
    const daily = [0, 20, 40].map((hours, n) => found(n, { indexedAt: NOON + hours * HOUR, story: 'a' }));
    expect(
      close(EMPTY, { all: daily, readAt: NOON + 61 * HOUR }).hours.map(({ stories }) => stories),
    ).toEqual([1, 0, 0]);
  });

  it('replace what was known by the frames of a day', () => {
    const frame = (hour: number, count: number) => ({ from: NOON + hour * HOUR, count });
    const given = { length: HOUR, closedUntil: NOON + 3 * HOUR, readAt: NOON + 3 * HOUR };
    const first = withFrames(EMPTY, {
      ...given,
      frames: [frame(-1, 9), frame(0, 2), frame(1, 5), frame(3, 9)],
    });
    expect(first.hours.map(({ at, articles, latest }) => [at, articles, latest])).toEqual([
      [NOON, 2, NOON + HOUR],
      [NOON + HOUR, 5, NOON + 2 * HOUR],
    ]);
    const second = withFrames(first, { ...given, frames: [frame(0, 3), frame(1, 0)] });
    expect(second.hours.map(({ articles }) => articles)).toEqual([3]);
  });

  it('count each finding once, in its own hour, however late it comes and however often hours are closed', () => {
    const finding = fc.record({
      after: fc.nat(5 * 24 * 60 - 1),
      late: fc.oneof(fc.constant(0), fc.nat(2 * 24 * 60)),
    });
    const gaps = fc.array(fc.integer({ min: 1, max: 9 * 60 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 40 }), gaps, (given, steps) => {
        const all = given.map(({ after, late }, n) =>
          found(n, { indexedAt: NOON + after * MINUTE, foundAt: NOON + (after + late) * MINUTE + n + 1 }),
        );
        let hourlyCounts = EMPTY;
        let readAt = NOON;
        for (const step of [...steps, 8 * 24 * 60]) {
          readAt += step * MINUTE + 30_000;
          if (hourOf(readAt) > hourlyCounts.until) hourlyCounts = close(hourlyCounts, { all, readAt });
        }
        const once = close(EMPTY, { all, readAt });
        expect(hourlyCounts.hours.map(({ at, articles }) => [at, articles])).toEqual(
          once.hours.map(({ at, articles }) => [at, articles]),
        );
        expect(sumHours(hourlyCounts, { from: NOON, to: NOON + 9 * DAY }).articles).toBe(all.length);
      }),
    );
  });
});

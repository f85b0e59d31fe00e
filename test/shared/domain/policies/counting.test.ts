import { describe, expect, it } from 'vitest';
import { DAY, HOUR, type Instant } from '../../../../shared/domain/time/instant.ts';
import {
  type HourCount,
  type HourlyCounts,
  judgeHours,
} from '../../../../shared/domain/counting/hourly-counts.ts';
import { settingsOf } from '../../../../shared/domain/policies/policy.ts';
import { policyOf, type PolicyName } from '../../../../shared/domain/policies/registry.ts';
import { NOON } from '../../../ports/examples.ts';

// The policies that judge hours, as tables of cases: hours before noon of a Friday, and what is seen at noon.

type Hours = Record<number, Partial<HourCount>>;

/** Hourly counts, by how many hours before `until` they begin. */
function hourlyCounts(hours: Hours, changes: Partial<HourlyCounts> = {}): HourlyCounts {
  const all = Object.entries(hours).map(([before, counts]): HourCount => {
    const at = NOON - Number(before) * HOUR;
    const { articles = 0 } = counts;
    return { at, articles, stories: articles, scored: 0, sentimentSum: 0, latest: at, ...counts };
  });
  return {
    watchId: 'w',
    policy: 'p',
    since: NOON - 60 * DAY,
    until: NOON,
    readAt: NOON,
    hours: all.toSorted((a, b) => a.at - b.at),
    recent: [],
    detections: [],
    ...changes,
  };
}

function countingOf(when: PolicyName, written: object = {}) {
  const policy = policyOf(when);
  const counting = policy.counting?.(settingsOf(policy.parameters, { ...written }));
  if (!counting) throw new Error(`${when} counts nothing`);
  return counting;
}

function judge(
  when: PolicyName,
  given: {
    settings?: object;
    hourlyCounts: HourlyCounts;
    after?: Instant;
    silent?: boolean;
    knowsStories?: boolean;
    timezone?: string;
  },
) {
  const { settings, after = NOON - HOUR, silent = false, knowsStories = true, timezone = 'UTC' } = given;
  const counted = { noun: 'article', knowsStories, timezone } as const;
  return judgeHours(given.hourlyCounts, { counting: countingOf(when, settings), counted, after, silent });
}

const textOf = (judged: HourlyCounts) => judged.detections.map(({ detection }) => detection.text);

describe('volume', () => {
  it.each([
    ['below the limit', { 1: { articles: 49 } }, {}, []],
    [
      'at the limit',
      { 1: { articles: 50 } },
      {},
      ['50 articles in 50 stories within 24 hours; the limit is 50 articles.'],
    ],
    ['an hour too old', { 1: { articles: 20 }, 25: { articles: 30 } }, {}, []],
    ['copies of one story', { 1: { articles: 90, stories: 1 } }, { of: 'stories', count: 5 }, []],
    [
      'stories enough',
      { 1: { articles: 9, stories: 5 } },
      { of: 'stories', count: 5, within: 2 * HOUR },
      ['9 articles in 5 stories within 2 hours; the limit is 5 stories.'],
    ],
  ] as [string, Hours, object, string[]][])('%s', (_name, hours, settings, expected) => {
    expect(textOf(judge('volume', { hourlyCounts: hourlyCounts(hours), settings }))).toEqual(expected);
  });

  it('alerts once while it goes on, and again only after a break as long as its span', () => {
    const busy = Object.fromEntries(Array.from({ length: 72 }, (_, n) => [n + 1, { articles: 5 }]));
    const settings = { count: 20, within: 4 * HOUR };
    const first = judge('volume', { hourlyCounts: hourlyCounts(busy), settings, after: NOON - 72 * HOUR });
    expect(first.detections.map(({ at }) => (NOON - at) / HOUR)).toEqual([68]);
    expect(first.episode).toEqual({ at: NOON - 68 * HOUR, last: NOON });

    const paused = { 1: { articles: 20 }, 7: { articles: 20 }, 20: { articles: 20 } };
    const detections = judge('volume', {
      hourlyCounts: hourlyCounts(paused),
      settings,
      after: NOON - 24 * HOUR,
    }).detections;
    expect(
      detections.map(({ at }) => (NOON - at) / HOUR),
      'three hours are no break',
    ).toEqual([19, 6]);
  });

  it('counts what it sees in silence as known', () => {
    const base = judge('volume', { hourlyCounts: hourlyCounts({ 1: { articles: 90 } }), silent: true });
    expect(base).toMatchObject({ detections: [], episode: { at: NOON, last: NOON } });
    const next = { ...base, until: NOON + HOUR };
    expect(judge('volume', { hourlyCounts: next, after: NOON }).detections).toEqual([]);
  });
});

describe('spike', () => {
  const week = 7 * 24;
  /** So much in the six hours before noon of each of the last four Fridays. */
  const usual = (each: Partial<HourCount>): Hours =>
    Object.fromEntries(
      [1, 2, 3, 4].flatMap((n) => [1, 2, 3, 4, 5, 6].map((hour) => [n * week + hour, each])),
    );

  it.each([
    ['nothing, where nothing is usual', {}, {}, 0],
    ['twenty stories, where nothing is usual', { 1: { articles: 20 } }, {}, 1],
    ['sixty copies of one story', { 1: { articles: 60, stories: 1 } }, {}, 0],
    ['twice the usual', { ...usual({ articles: 10 }), 1: { articles: 120 } }, {}, 0],
    ['three times the usual', { ...usual({ articles: 10 }), 1: { articles: 180 } }, {}, 1],
    [
      'three times a little, which chance brings too',
      { ...usual({ articles: 1 }), 1: { articles: 17 } },
      {},
      0,
    ],
    ['more than chance brings', { ...usual({ articles: 1 }), 1: { articles: 19 } }, {}, 1],
    ['what one of the weeks had as well', { [2 * week + 3]: { articles: 30 }, 1: { articles: 30 } }, {}, 0],
    ['a factor of its own', { ...usual({ articles: 10 }), 1: { articles: 120 } }, { factor: 1.5 }, 1],
  ] as [string, Hours, object, number][])('%s', (_name, hours, settings, detections) => {
    expect(judge('spike', { hourlyCounts: hourlyCounts(hours), settings }).detections).toHaveLength(
      detections,
    );
  });

  it('says what it saw and what is usual, in articles and in stories', () => {
    const hours = { ...usual({ articles: 2, stories: 1 }), 1: { articles: 100, stories: 60 } };
    const [timedDetection] = judge('spike', { hourlyCounts: hourlyCounts(hours) }).detections;
    expect(timedDetection?.detection).toEqual({
      text: '100 articles in 60 stories within 6 hours; usual at this time of the week: 12 articles in 6 stories.',
      period: { from: NOON - 6 * HOUR, to: NOON },
      seen: { articles: 100, stories: 60 },
      expected: { articles: 12, stories: 6 },
      figures: { factor: 3, least: 10, samples: 4 },
    });
  });

  it.each([
    ['three days', 3.5, 1],
    ['a week', 7.5, 1],
  ])('a watch that knows %s of the past', (_name, days, detections) => {
    const young = hourlyCounts({ 1: { articles: 25 } }, { since: NOON - days * DAY });
    expect(judge('spike', { hourlyCounts: young }).detections).toHaveLength(detections);
  });

  it('a young watch does not take last week for less than it was, however calm the days since', () => {
    const hours = { [week + 2]: { articles: 25 }, 1: { articles: 30 } };
    expect(
      judge('spike', { hourlyCounts: hourlyCounts(hours, { since: NOON - 8 * DAY }) }).detections,
    ).toEqual([]);
  });

  it('compares the same hours of the wall clock across a clock change', () => {
    const after = Date.parse('2026-10-30T09:00:00Z'); // 10:00 in Paris, an hour later than a week before
    const hours = [0, 1, 2, 3, 4].flatMap((weeks): HourCount[] => {
      const at = after - weeks * 7 * DAY - (weeks === 0 ? 1 : 2) * HOUR;
      return [{ at, articles: 40, stories: 40, scored: 0, sentimentSum: 0, latest: at }];
    });
    const given = hourlyCounts({}, { until: after, hours: hours.toSorted((a, b) => a.at - b.at) });
    const settings = { within: HOUR };
    const detections = (timezone: string) =>
      judge('spike', { hourlyCounts: given, settings, timezone, after: after - HOUR }).detections.length;
    expect([detections('Europe/Paris'), detections('UTC')]).toEqual([0, 1]);
  });
});

describe('silence', () => {
  it.each([
    ['three days of nothing', { 72: { articles: 1 } }, 1],
    ['nothing ever', {}, 1],
  ] as [string, Hours, number][])('%s', (_name, hours, detections) => {
    expect(judge('silence', { hourlyCounts: hourlyCounts(hours) }).detections).toHaveLength(detections);
  });

  it('of a new watch is silence only once its span is over', () => {
    const since = NOON - 2 * DAY;
    expect(judge('silence', { hourlyCounts: hourlyCounts({}, { since }) }).detections).toEqual([]);
    expect(
      judge('silence', { hourlyCounts: hourlyCounts({}, { since }), settings: { for: 2 * DAY } }).detections,
    ).toHaveLength(1);
  });

  it('alerts once, at the first full hour, and again only after something came', () => {
    const settings = { for: 5 * HOUR };
    const hours = { 60: { articles: 1 }, 30: { articles: 1 } };
    const judged = judge('silence', { hourlyCounts: hourlyCounts(hours), settings, after: NOON - 72 * HOUR });
    const notified = judged.detections.map(({ at, detection }) => [(NOON - at) / HOUR, detection.period]);
    expect(notified).toEqual([
      [71, { from: NOON - 60 * DAY, to: NOON - 71 * HOUR }],
      [55, { from: NOON - 60 * HOUR, to: NOON - 55 * HOUR }],
      [25, { from: NOON - 30 * HOUR, to: NOON - 25 * HOUR }],
    ]);
  });

  it('does not alert again for an article that is dated before the alert and came after it', () => {
    const settings = { for: 5 * HOUR };
    const first = judge('silence', {
      hourlyCounts: hourlyCounts({ 10: { articles: 1 } }),
      settings,
      after: NOON - 6 * HOUR,
    });
    expect(first.detections).toHaveLength(1);
    const late = {
      ...hourlyCounts({ 10: { articles: 1 }, 6: { articles: 1 } }),
      until: NOON + 8 * HOUR,
      episode: first.episode!,
    };
    expect(judge('silence', { hourlyCounts: late, settings, after: NOON }).detections).toEqual([]);
  });
});

describe('the mean of sentiment', () => {
  const mean = { of: 'mean' };
  it.each([
    ['too few stories', { 1: { scored: 4, sentimentSum: -4 } }, mean, 0],
    ['a mean at the limit', { 1: { scored: 5, sentimentSum: -2.5 } }, mean, 1],
    ['a mean above it', { 1: { scored: 5, sentimentSum: -2.4 } }, mean, 0],
    ['high, where high is set', { 1: { scored: 9, sentimentSum: 9 } }, { ...mean, above: 0.8 }, 1],
    [
      'low, where both are set',
      { 1: { scored: 9, sentimentSum: -9 } },
      { ...mean, above: 0.8, below: -0.8 },
      1,
    ],
  ] as [string, Hours, object, number][])('%s', (_name, hours, settings, detections) => {
    expect(judge('sentiment', { hourlyCounts: hourlyCounts(hours), settings }).detections).toHaveLength(
      detections,
    );
  });

  it('is not judged where single articles are set', () => {
    expect(policyOf('sentiment').counting?.({ of: 'single' })).toBeUndefined();
  });
});

import { DAY, HOUR, type Instant } from '../time/instant.ts';
import { sameTimeBefore } from '../time/wall-clock.ts';
import type { Window } from '../time/window.ts';
import { numberParameter, spanParameter } from './parameter.ts';
import type { Counts, CountView, Policy, Sums } from './policy.ts';
import { countsText, spanText } from './words.ts';

const within = spanParameter('within', {
  min: '1h',
  max: '24h',
  preset: 6 * HOUR,
  text: 'The last hours to compare. Use fewer hours for a watch that always finds many articles.',
});
const factor = numberParameter('factor', {
  whole: false,
  min: 1.2,
  max: 100,
  preset: 3,
  text: 'How many times the usual number there must be.',
});
const least = numberParameter('least', {
  whole: true,
  min: 2,
  max: 1_000_000,
  preset: 10,
  text: 'The fewest stories that are a spike, whatever is usual.',
});
const weeks = numberParameter('weeks', {
  whole: true,
  min: 1,
  max: 8,
  preset: 4,
  text: 'How many past weeks to compare with.',
});

/** Chance alone moves a count about its root: less than five of these above the usual is no news. */
const ROOTS = 5;
/** Fewer past spans than this do not say what is usual. */
const LEAST_SAMPLES = 3;
const WEEK_DAYS = 7;

/**
 * Far more than in the same hours of the same weekday. Articles and distinct stories must both be far above: sixty
 * copies of one report are one story, and no crisis.
 */
export const spikePolicy: Policy = {
  about: 'when the watch finds far more than in the same hours of the same weekday',
  parameters: [within, factor, least, weeks],

  refuses({ finds, frame }) {
    if (finds === 'records') {
      return {
        key: 'when',
        what: 'Records arrive when a job ends, so the policy "spike" cannot compare their hours',
        hint: 'use the policy volume with a count',
      };
    }
    if (frame === 'hour') return undefined;
    return {
      key: 'when',
      what: 'The policy "spike" compares hours, but this watch counts by day',
      hint: 'remove aggregation_by from its query',
    };
  },

  counting(settings) {
    const length = within.of(settings);
    const back = weeks.of(settings);
    return {
      history: back * WEEK_DAYS * DAY + length + DAY,
      resetAfter: length,
      judge(view) {
        const { closedUntil: edge, noun, knowsStories } = view;
        const period = { from: edge - length, to: edge };
        const seen = view.sum(period);
        const usual = usualOf(view, { length, back });
        if (!usual) return undefined;
        const limits = { factor: factor.of(settings), least: least.of(settings) };
        const isFar = (measure: 'articles' | 'stories') =>
          seen[measure] >= limitOf(usual.expected[measure], limits) &&
          usual.samples.every((sample) => seen[measure] > sample[measure]);
        if (!isFar('articles') || (knowsStories && !isFar('stories'))) return undefined;
        const counts = ({ articles, stories }: Pick<Sums, 'articles' | 'stories'>) => ({
          articles,
          ...(knowsStories && { stories }),
        });
        const notified = { seen: counts(seen), expected: counts(usual.expected) };
        return {
          text: `${countsText(notified.seen, noun)} within ${spanText(length)}; usual at this time of the week: ${usualText(notified.expected, noun)}.`,
          period,
          ...notified,
          figures: { factor: limits.factor, least: limits.least, samples: usual.samples.length },
        };
      },
    };
  },
};

interface Usual {
  samples: readonly Sums[];
  expected: Pick<Sums, 'articles' | 'stories'>;
}

/**
 * What came in the same span of past weeks. While a watch is young, the same hours of the past days help out; a week
 * that is known outweighs them. Undefined while too little is known.
 */
function usualOf(view: CountView, { length, back }: { length: number; back: number }): Usual | undefined {
  const samplesAt = (days: readonly number[]) =>
    days.flatMap((before) => {
      const span = spanBefore(view, { length, days: before });
      return span.from < view.since ? [] : [view.sum(span)];
    });
  const weekly = samplesAt(upTo(back).map((week) => week * WEEK_DAYS));
  if (weekly.length >= 2 || weekly.length === back) {
    return { samples: weekly, expected: meanOf(weekly) };
  }
  const daily = samplesAt(upTo(WEEK_DAYS - 1));
  const samples = [...weekly, ...daily];
  if (samples.length < LEAST_SAMPLES) return undefined;
  const [week, days] = [meanOf(weekly), meanOf(daily)];
  const expected = {
    articles: Math.max(week.articles, days.articles),
    stories: Math.max(week.stories, days.stories),
  };
  return { samples, expected };
}

function spanBefore(
  { closedUntil: edge, timezone }: Pick<CountView, 'closedUntil' | 'timezone'>,
  { length, days }: { length: number; days: number },
): Window {
  const to: Instant = sameTimeBefore(edge, { days, timezone });
  return { from: to - length, to };
}

/** A mean is rounded to tenths where it is shown. */
function usualText(expected: Counts, noun: CountView['noun']): string {
  return expected.articles < 0.05 ? 'nothing' : countsText(expected, noun);
}

function limitOf(
  expected: number,
  { factor: times, least: most }: { factor: number; least: number },
): number {
  return Math.max(most, expected * times, expected + ROOTS * Math.sqrt(expected));
}

function meanOf(samples: readonly Sums[]): Usual['expected'] {
  const mean = (measure: 'articles' | 'stories') =>
    samples.reduce((sum, sample) => sum + sample[measure], 0) / Math.max(1, samples.length);
  return { articles: mean('articles'), stories: mean('stories') };
}

function upTo(most: number): number[] {
  return Array.from({ length: most }, (_, index) => index + 1);
}

import { DAY, HOUR, type Instant, sameTimeBefore, type Window } from '../time/instant.ts';
import {
  type Counts,
  countsText,
  type CountView,
  numberParameter,
  type Policy,
  spanParameter,
  spanText,
  type Sums,
} from './policy.ts';

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

/** Chance alone moves a count by about its square root. A spike is at least this many roots above the usual. */
const ROOTS = 5;
/** With fewer past spans than this, the usual count is unknown. */
const LEAST_SAMPLES = 3;
const WEEK_DAYS = 7;

/**
 * Far more than in the same hours of the same weekday. Articles and distinct stories must both be far above the usual:
 * sixty copies of one report are one story, and no spike.
 */
export const spikePolicy: Policy = {
  about: 'when the watch finds far more than in the same hours of the same weekday',
  parameters: [within, factor, least, weeks],
  // Counts need weeks to compare with, and a day of counts takes one call.
  lookbackForCounts: 28 * DAY,

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
        const { closedUntil, noun, knowsStories } = view;
        const period = { from: closedUntil - length, to: closedUntil };
        const seen = view.sum(period);
        const usual = usualOf(view, { length, back });
        if (!usual) return undefined;
        const limits = { factor: factor.of(settings), least: least.of(settings) };
        const isSpike = (measure: 'articles' | 'stories') =>
          seen[measure] >= limitOf(usual.expected[measure], limits) &&
          usual.samples.every((sample) => seen[measure] > sample[measure]);
        if (!isSpike('articles') || (knowsStories && !isSpike('stories'))) return undefined;
        const counts = ({ articles, stories }: Pick<Sums, 'articles' | 'stories'>) => ({
          articles,
          ...(knowsStories && { stories }),
        });
        const detected = { seen: counts(seen), expected: counts(usual.expected) };
        return {
          text: `${countsText(detected.seen, noun)} within ${spanText(length)}; usual at this time of the week: ${usualText(detected.expected, noun)}.`,
          period,
          ...detected,
          figures: { factor: limits.factor, least: limits.least, samples: usual.samples.length },
        };
      },
    };
  },

  preview: {
    caveat: ({ isComplete }) =>
      isComplete
        ? undefined
        : 'Not every match was read, so copies of one story are counted one by one: it alerts at most this often.',
  },
};

interface Usual {
  samples: readonly Sums[];
  expected: Pick<Sums, 'articles' | 'stories'>;
}

/**
 * What came in the same span of past weeks. For a young watch the same hours of the past days count too: the higher
 * mean of the two counts. Undefined while too little is known.
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
  { closedUntil, timezone }: Pick<CountView, 'closedUntil' | 'timezone'>,
  { length, days }: { length: number; days: number },
): Window {
  const to: Instant = sameTimeBefore(closedUntil, { days, timezone });
  return { from: to - length, to };
}

/** The mean, rounded to tenths. */
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

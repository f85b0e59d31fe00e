import { DAY, HOUR } from '../time/instant.ts';
import {
  amountText,
  choiceParameter,
  countsText,
  numberParameter,
  type Policy,
  spanParameter,
  spanText,
} from './policy.ts';

const count = numberParameter('count', {
  whole: true,
  min: 1,
  max: 10_000_000,
  preset: 50,
  text: 'How many there must be.',
});
const within = spanParameter('within', {
  min: '1h',
  max: '30d',
  preset: DAY,
  text: 'The period in which they must arrive. It moves forward every hour.',
});
const of = choiceParameter('of', {
  values: ['articles', 'stories'],
  preset: 'articles',
  text: 'What to count: articles (or events, or records), or distinct stories.',
});

/** At least so many items come within a span of time. */
export const volumePolicy: Policy = {
  about: 'when this many arrive within a period',
  parameters: [count, within, of],

  refuses({ finds, frame }, settings) {
    if (finds !== 'numbers') return undefined;
    if (of.of(settings) === 'stories') {
      return {
        key: 'of',
        what: 'This watch knows only numbers of articles, not their stories',
        hint: 'write of: articles, or use kind search',
      };
    }
    if (frame === 'hour' || within.of(settings) % DAY === 0) return undefined;
    return {
      key: 'within',
      what: 'This watch counts by day, but "within" is not a whole number of days',
      hint: 'write whole days such as 24h or 7d, or remove aggregation_by from its query',
    };
  },

  counting(settings) {
    const [limit, length, what] = [count.of(settings), within.of(settings), of.of(settings)];
    return {
      history: length + HOUR,
      resetAfter: length,
      judge({ closedUntil, sum, noun, knowsStories }) {
        const period = { from: closedUntil - length, to: closedUntil };
        const { articles, stories } = sum(period);
        if ((what === 'stories' ? stories : articles) < limit) return undefined;
        const seen = { articles, ...(knowsStories && { stories }) };
        const limitText =
          what === 'stories' ? amountText(limit, 'story', 'stories') : amountText(limit, noun);
        return {
          text: `${countsText(seen, noun)} within ${spanText(length)}; the limit is ${limitText}.`,
          period,
          seen,
          figures: { limit },
        };
      },
    };
  },

  preview: {
    unknown: ({ isComplete }, settings) =>
      of.of(settings) === 'stories' && !isComplete
        ? 'stories can be counted only when every match is read, and not all were'
        : undefined,
  },
};

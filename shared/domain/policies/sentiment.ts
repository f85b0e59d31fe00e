import { sentimentOf } from '../findings/finding.ts';
import { DAY, HOUR } from '../time/instant.ts';
import {
  amountText,
  choiceParameter,
  numberParameter,
  type Policy,
  scoreText,
  type Settings,
  spanParameter,
  spanText,
} from './policy.ts';

const of = choiceParameter('of', {
  values: ['single', 'mean'],
  preset: 'single',
  text: 'single: each story with an article beyond the limit, once. mean: the mean of all stories of a period.',
});
const below = numberParameter('below', {
  whole: false,
  min: -1,
  max: 1,
  preset: undefined,
  text: 'It alerts at this sentiment or below, from -1 to 1. Default -0.5 if you leave out above as well.',
});
const above = numberParameter('above', {
  whole: false,
  min: -1,
  max: 1,
  preset: undefined,
  text: 'It alerts at this sentiment or above, from -1 to 1.',
});
const within = spanParameter('within', {
  min: '1h',
  max: '30d',
  preset: DAY,
  text: 'For a mean: the period that it covers.',
});
const least = numberParameter('least', {
  whole: true,
  min: 1,
  max: 100_000,
  preset: 5,
  text: 'For a mean: the fewest stories that have one.',
});

const DEFAULT_BELOW = -0.5;

/** The sentiment of one article, or the mean of the stories of a span, is beyond a limit. */
export const sentimentPolicy: Policy = {
  about: 'when the sentiment of an article, or the mean of a period, is beyond a limit',
  parameters: [of, below, above, within, least],
  byStory: true,

  warns({ finds, hasSentiment, polled }) {
    if (finds !== 'articles' || hasSentiment) return undefined;
    return {
      what: 'This watch never alerts: its articles have no sentiment',
      hint: polled
        ? 'write when: story, or use a watch of kind search'
        : 'add include_nlp_data: true to the query, if your plan includes NLP',
    };
  },

  refuses({ finds }, settings) {
    if (finds !== 'articles') {
      return {
        key: 'when',
        what: `This watch finds ${finds}, which have no sentiment`,
        hint: 'use a watch of kind search',
      };
    }
    const [low, high] = [below.of(settings), above.of(settings)];
    if (low === undefined || high === undefined || low < high) return undefined;
    return {
      key: 'above',
      what: '"above" must be greater than "below"',
      hint: 'write only one of them, or swap the values',
    };
  },

  onFinding(finding, settings) {
    if (of.of(settings) === 'mean') return { notify: 'nothing', because: 'counted' };
    const score = sentimentOf(finding);
    const passed = score === undefined ? undefined : limitPassed(score, settings);
    if (score === undefined || !passed) return { notify: 'nothing', because: 'within-limits' };
    const text = `Its sentiment is ${scoreText(score)}, ${passed.text}.`;
    const figures = { sentiment: score, limit: passed.limit };
    return { notify: 'story', detection: { text, short: `Tone ${scoreText(score)}`, figures } };
  },

  counting(settings) {
    if (of.of(settings) !== 'mean') return undefined;
    const length = within.of(settings);
    return {
      history: length + HOUR,
      resetAfter: length,
      judge({ closedUntil, sum }) {
        const period = { from: closedUntil - length, to: closedUntil };
        const { articles, stories, scored, sentimentSum } = sum(period);
        if (scored < least.of(settings)) return undefined;
        const mean = sentimentSum / scored;
        const passed = limitPassed(mean, settings);
        if (!passed) return undefined;
        const what = amountText(scored, 'story', 'stories');
        return {
          text: `The mean sentiment of ${what} within ${spanText(length)} is ${scoreText(mean)}, ${passed.text}.`,
          period,
          seen: { articles, stories },
          figures: { sentiment: mean, limit: passed.limit, stories: scored },
        };
      },
    };
  },

  preview: {
    unknown: ({ isComplete }, settings) =>
      of.of(settings) === 'mean' && !isComplete
        ? 'a mean needs the sentiment of every match, and not all matches were read'
        : undefined,
  },
};

/** The limit that a sentiment has passed, if any. */
function limitPassed(score: number, settings: Settings): { limit: number; text: string } | undefined {
  const high = above.of(settings);
  if (high !== undefined && score >= high) return passedOn('above', high);
  const low = below.of(settings) ?? (high === undefined ? DEFAULT_BELOW : undefined);
  return low !== undefined && score <= low ? passedOn('below', low) : undefined;
}

function passedOn(side: 'above' | 'below', limit: number) {
  return { limit, text: `at or ${side} the limit of ${scoreText(limit)}` };
}

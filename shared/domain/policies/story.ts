import { UNRANKED } from '../findings/finding.ts';
import { numberParameter } from './parameter.ts';
import type { Policy } from './policy.ts';

/** When a story that was notified is notified again because it has grown. */
export interface GrowthRule {
  /** This many outlets have published it. */
  outlets: number;
  /** An outlet of this SEO rank or better has published it. */
  topRank: number;
  /** Its mean sentiment has fallen to this or below, -1..1. */
  sentiment: number;
}

const outlets = numberParameter('outlets', {
  whole: true,
  min: 2,
  max: 10_000,
  preset: 10,
  text: 'A note when this many outlets print it.',
});
const topRank = numberParameter('top_rank', {
  whole: true,
  min: 1,
  max: UNRANKED - 1,
  preset: 1_000,
  text: 'A note when the first outlet of this SEO rank or better prints it.',
});
const sentiment = numberParameter('sentiment', {
  whole: false,
  min: -1,
  max: 1,
  preset: -0.3,
  text: 'A note when the mean sentiment of its articles falls to this value.',
});

/** The settings below `grows`. */
export const GROWTH_PARAMETERS = [outlets, topRank, sentiment] as const;

/** What the numbers of a rule of `raise` may be. There are 249 codes of countries (ISO 3166-1). */
export const RAISE_LIMITS = {
  outlets: { whole: true, min: 2, max: 10_000 },
  topRank: { whole: true, min: 1, max: UNRANKED - 1 },
  countries: { whole: true, min: 2, max: 249 },
  sentiment: { whole: false, min: -1, max: 1 },
} as const;

/** The numbers of `grows`, with every default filled in. */
export function growthRuleOf(written: Readonly<Record<string, number>>): GrowthRule {
  return {
    outlets: outlets.of(written),
    topRank: topRank.of(written),
    sentiment: sentiment.of(written),
  };
}

/** Every story gets one alert, however many outlets publish it. Growth is detected where stories are stored. */
export const storyPolicy = {
  about: 'each story once, however many outlets print it, and a note when it grows',
  parameters: [],
  detects: false,
  byStory: true,
  onFinding: () => ({ notify: 'story' }),
  preview: {
    caveat: ({ grows }) => (grows ? 'Further alerts follow when stories grow.' : undefined),
  },
} as const satisfies Policy;

import { numberParameter } from './parameter.ts';
import type { Policy } from './policy.ts';

/** When a story that was told is told again because it has grown. */
export interface GrowthRule {
  /** So many outlets print it. */
  outlets: number;
  /** An outlet of this SEO rank or better prints it. */
  topRank: number;
  /** Its mean sentiment falls to this or below, -1..1. */
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
  max: 999_998,
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

/** What stands below `grows`. */
export const GROWTH_PARAMETERS = [outlets, topRank, sentiment] as const;

/** The numbers of `grows`, every one that is left out filled in. */
export function growthRuleOf(written: Readonly<Record<string, number>>): GrowthRule {
  return {
    outlets: outlets.of(written),
    topRank: topRank.of(written),
    sentiment: sentiment.of(written),
  };
}

/** Each story once, however many outlets print it. Whether it grows is seen where stories are kept. */
export const storyPolicy: Policy = {
  about: 'each story once, however many outlets print it, and a note when it grows',
  parameters: [],
  onFinding: () => ({ notify: 'story' }),
};

import { UNRANKED } from '../findings/finding.ts';
import type { Policy } from './policy.ts';

/** What the numbers of a rule of `raise` may be. There are 249 codes of countries (ISO 3166-1). */
export const RAISE_LIMITS = {
  outlets: { whole: true, min: 2, max: 10_000 },
  topRank: { whole: true, min: 1, max: UNRANKED - 1 },
  countries: { whole: true, min: 2, max: 249 },
  sentiment: { whole: false, min: -1, max: 1 },
} as const;

/** Every story gets one alert, however many outlets publish it. */
export const storyPolicy = {
  about: 'each story once, however many outlets print it',
  parameters: [],
  detects: false,
  byStory: true,
  onFinding: () => ({ notify: 'story' }),
} as const satisfies Policy;

import type { GrowthRule as GrowthSettings } from '../policies/story.ts';
import type { Story } from './story.ts';

/** What a notified story can still reach; each milestone is notified once. */
export const MILESTONES = ['outlets', 'top-rank', 'negative'] as const;
export type Milestone = (typeof MILESTONES)[number];

/** With fewer articles the mean sentiment changes with every article. */
const LEAST_ARTICLES = 5;

/** A milestone that a story has reached, with its number: outlets, rank, or mean sentiment. */
export interface Growth {
  milestone: Milestone;
  value: number;
}

/** The milestones that a story has reached and that were not notified, in the order of `MILESTONES`. */
export function growthOf(
  story: Story,
  { notified, settings }: { notified: readonly Milestone[]; settings: GrowthSettings },
): Growth[] {
  const isStable = story.members.length >= LEAST_ARTICLES;
  return reachedBy(story, settings).filter(
    ({ milestone }) => !notified.includes(milestone) && (isStable || milestone !== 'negative'),
  );
}

/**
 * The milestones that the first alert of a story covers: they need no further alert. A story that is negative from the
 * start has not become negative, however few articles it has.
 */
export function milestonesAtFirst(story: Story, settings: GrowthSettings): Milestone[] {
  return reachedBy(story, settings).map(({ milestone }) => milestone);
}

function reachedBy(
  { outlets, bestRank, sentiment }: Story,
  { outlets: many, topRank, sentiment: low }: GrowthSettings,
): Growth[] {
  const reached: Growth[] = [];
  if (outlets.length >= many) reached.push({ milestone: 'outlets', value: outlets.length });
  if (bestRank !== undefined && bestRank <= topRank) reached.push({ milestone: 'top-rank', value: bestRank });
  if (sentiment !== undefined && sentiment <= low) reached.push({ milestone: 'negative', value: sentiment });
  return reached;
}

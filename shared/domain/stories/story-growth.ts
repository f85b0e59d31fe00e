import type { GrowthRule as GrowthSettings } from '../policies/story.ts';
import type { Story } from './story.ts';

/** What a story that has been told can still come to, each told once. */
export const MILESTONES = ['outlets', 'top-rank', 'negative'] as const;
export type Milestone = (typeof MILESTONES)[number];

/** The mean of fewer articles turns with each of them. */
const LEAST_ARTICLES = 5;

/** A milestone that a story has reached, with the number that reached it: outlets, rank, or mean sentiment. */
export interface Growth {
  milestone: Milestone;
  value: number;
}

/** What a story has come to beyond what was told of it, in the order of `MILESTONES`. */
export function growthOf(
  story: Story,
  { told: notified, settings }: { told: readonly Milestone[]; settings: GrowthSettings },
): Growth[] {
  const turned = story.members.length >= LEAST_ARTICLES;
  return reachedBy(story, settings).filter(
    ({ milestone }) => !notified.includes(milestone) && (turned || milestone !== 'negative'),
  );
}

/**
 * What the first alert of a story tells by itself, so that no note need follow. A story that is negative when it is
 * told has not turned, however few articles it has.
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

import type { Story } from './story.ts';

/** What a story that has been told can still come to, each told once. */
export const MILESTONES = ['outlets', 'top-rank', 'negative'] as const;
export type Milestone = (typeof MILESTONES)[number];

/** From where on a story has grown so far that it is worth a note. */
export interface GrowthSettings {
  /** So many outlets. */
  outlets: number;
  /** An outlet of this SEO rank or better. */
  rank: number;
  /** A mean sentiment below this, -1..1 … */
  sentiment: number;
  /** … of at least so many articles. */
  articles: number;
}

export const DEFAULT_GROWTH: GrowthSettings = { outlets: 10, rank: 1_000, sentiment: -0.3, articles: 5 };

/** A milestone that a story has reached, with the number that reached it: outlets, rank, or mean sentiment. */
export interface Growth {
  milestone: Milestone;
  value: number;
}

/** What a story has come to beyond what was told of it, in the order of `MILESTONES`. */
export function growthOf(
  story: Story,
  { told, settings }: { told: readonly Milestone[]; settings: GrowthSettings },
): Growth[] {
  const { outlets, bestRank, sentiment, members } = story;
  const reached: Growth[] = [];
  if (outlets.length >= settings.outlets) reached.push({ milestone: 'outlets', value: outlets.length });
  if (bestRank !== undefined && bestRank <= settings.rank)
    reached.push({ milestone: 'top-rank', value: bestRank });
  if (sentiment !== undefined && sentiment < settings.sentiment && members.length >= settings.articles)
    reached.push({ milestone: 'negative', value: sentiment });
  return reached.filter(({ milestone }) => !told.includes(milestone));
}

/**
 * What the first alert of a story tells by itself, so that no note need follow. A story that is negative when it is
 * told has not turned, however few articles it has.
 */
export function toldAtFirst(story: Story, settings: GrowthSettings): Milestone[] {
  return growthOf(story, { told: [], settings: { ...settings, articles: 1 } }).map(
    ({ milestone }) => milestone,
  );
}

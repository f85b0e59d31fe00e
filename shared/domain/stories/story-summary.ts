import type { Finding } from '../findings/finding.ts';
import type { Story } from './story.ts';

/** What an alert says of the story that it tells, as it was when the alert was made. */
export interface StorySummary {
  id: string;
  articles: number;
  outlets: number;
  countries: number;
  /** The best SEO rank among its outlets: lower is more popular. */
  bestRank?: number;
  /** Mean sentiment of its articles, -1..1. */
  sentiment?: number;
  /** Findings of this watch that tell the same and were not told: how many by then, and the first few of them. */
  silent?: { count: number; shown: readonly SilentSibling[] };
}

/** A finding that was not told because another one of its story was. News text. */
export interface SilentSibling {
  title: string;
  link?: string;
  domain?: string;
}

/** An alert stays small: so many siblings, with so much of each. */
const MOST_SHOWN = 5;
const LONGEST_TITLE = 160;
const LONGEST_LINK = 500;

/** Sums a story up for an alert. */
export function summarizeStory(story: Story, silent: readonly Finding[] = []): StorySummary {
  const { id, members, outlets, countries, bestRank, sentiment } = story;
  const shown = silent.slice(0, MOST_SHOWN).map(siblingOf);
  return {
    id,
    articles: members.length,
    outlets: outlets.length,
    countries: countries.length,
    ...(bestRank !== undefined && { bestRank }),
    ...(sentiment !== undefined && { sentiment }),
    ...(silent.length > 0 && { silent: { count: silent.length, shown } }),
  };
}

function siblingOf({ title, link, outlet }: Finding): SilentSibling {
  return {
    title: title.slice(0, LONGEST_TITLE).toWellFormed(),
    ...(link !== undefined && link.length <= LONGEST_LINK && { link }),
    ...(outlet && { domain: outlet.domain }),
  };
}

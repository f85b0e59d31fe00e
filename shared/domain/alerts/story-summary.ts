import type { Finding } from '../findings/finding.ts';
import { defined } from '../lib/fields.ts';
import type { Story } from '../stories/story.ts';

/** What an alert says about its story, as it was when the alert was made. */
export interface StorySummary {
  id: string;
  articles: number;
  outlets: number;
  countries: number;
  /** The best SEO rank among its outlets: lower is more popular. */
  bestRank?: number;
  /** Mean sentiment of its articles, -1..1. */
  sentiment?: number;
  /** Findings in the story that got no alert of their own: how many by then, and the first few. */
  silent?: { count: number; shown: readonly SilentSibling[] };
  /**
   * Further articles of the story that the watch has stored: with those above, documents for programs list up to 20.
   */
  others?: readonly SilentSibling[];
}

/** A finding without an alert because another finding of its story has one. News text. */
interface SilentSibling {
  title: string;
  link?: string;
  domain?: string;
}

/** Limits that keep an alert small: how many siblings, and how many characters of each. */
const MOST_SHOWN = 5;
/** The most articles of a story beside the one that an alert is about. */
export const MOST_OTHERS = 19;
const LONGEST_TITLE = 160;
const LONGEST_LINK = 500;

/** The summary of a story for an alert. */
export function summarizeStory(
  { id, members, outlets, countries, bestRank, sentiment }: Story,
  silent: readonly Finding[] = [],
): StorySummary {
  const shown = silent.slice(0, MOST_SHOWN).map(siblingOf);
  return defined<StorySummary>({
    id,
    articles: members.length,
    outlets: outlets.length,
    countries: countries.length,
    bestRank,
    sentiment,
    silent: silent.length > 0 ? { count: silent.length, shown } : undefined,
    others: silent.length > MOST_SHOWN ? silent.slice(MOST_SHOWN, MOST_OTHERS).map(siblingOf) : undefined,
  });
}

/** A summary with further articles of its story. */
export function withOthers(summary: StorySummary, others: readonly Finding[]): StorySummary {
  return others.length === 0 ? summary : { ...summary, others: others.slice(0, MOST_OTHERS).map(siblingOf) };
}

function siblingOf({ title, link, outlet }: Finding): SilentSibling {
  return defined<SilentSibling>({
    title: title.slice(0, LONGEST_TITLE).toWellFormed(),
    link: link !== undefined && link.length <= LONGEST_LINK ? link : undefined,
    domain: outlet?.domain,
  });
}

import { type Finding, rankOf, type StoredFinding } from '../findings/finding.ts';
import { contains, type Window } from '../time/window.ts';

/** How many stories an alert about a span shows. */
const MOST_SHOWN = 5;

/** Examples of what came in a span: one finding for each of a few stories, those of the most popular outlets first. */
export function shownFindings(came: readonly StoredFinding[], period: Window | undefined): Finding[] {
  if (!period) return [];
  const inside = came.filter(
    ({ finding }) => contains(period, finding.indexedAt) && finding.excludedBy === undefined,
  );
  const ranked = inside.toSorted((a, b) => rankOf(a.finding.outlet) - rankOf(b.finding.outlet));
  const stories = new Map<string, Finding>();
  for (const { finding, story = finding.fingerprint } of ranked) {
    if (!stories.has(story)) stories.set(story, finding);
  }
  return [...stories.values()].slice(0, MOST_SHOWN);
}

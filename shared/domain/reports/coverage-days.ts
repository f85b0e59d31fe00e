import type { Window } from '../time/instant.ts';
import type { ToneSelection } from './tone-selection.ts';

/** How much of a span is covered. In a span that is not covered, a count of 0 means nothing. */
export type CoverageLevel = 'all' | 'part' | 'none';

/** How much of a span lies within covered windows, which may overlap, in any order. */
export function coverageLevelOf(span: Window, covered: readonly Window[]): CoverageLevel {
  let most: CoverageLevel = 'none';
  for (const { from, to } of mergeWindows(covered)) {
    if (from <= span.from && span.to <= to) return 'all';
    if (from < span.to && span.from < to) most = 'part';
  }
  return most;
}

/** Joins windows that overlap or touch; oldest first. */
export function mergeWindows(windows: readonly Window[]): Window[] {
  const merged: Window[] = [];
  for (const window of windows.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && window.from <= last.to) last.to = Math.max(last.to, window.to);
    else if (window.from < window.to) merged.push({ ...window });
  }
  return merged;
}

function best(levels: readonly CoverageLevel[]): CoverageLevel {
  if (levels.includes('all')) return 'all';
  return levels.includes('part') ? 'part' : 'none';
}

/** The coverage that several have together: `all` only if each covers all, `none` only if none covers anything. */
export function leastCoverageOf(levels: readonly CoverageLevel[]): CoverageLevel {
  if (levels.length > 0 && levels.every((one) => one === 'all')) return 'all';
  return levels.every((one) => one === 'none') ? 'none' : 'part';
}

/** A watch of a name that finds articles, with the windows that it has covered. */
export interface ArticleWatch {
  watchId: string;
  covered: readonly Window[];
  /** Present where its query or its exclusions choose articles by their tone. */
  selection?: ToneSelection;
}

/** What the watches of a name have covered, by what they find. */
export interface CoveredSpans {
  articles: readonly ArticleWatch[];
  /** The windows of each watch that finds events or records. */
  items: readonly (readonly Window[])[];
}

/** The coverage of a span by the watch of articles that covers most of it. */
export function articleCoverageOf(span: Window, watches: readonly ArticleWatch[]): CoverageLevel {
  return bestCoverageOf(
    span,
    watches.map(({ covered }) => covered),
  );
}

/** The coverage of a span by the watch that covers most of it. */
export function bestCoverageOf(span: Window, watches: readonly (readonly Window[])[]): CoverageLevel {
  return best(watches.map((covered) => coverageLevelOf(span, covered)));
}

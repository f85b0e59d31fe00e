import type { Window } from '../time/window.ts';

/** How much of a span was asked for. Of a span that nobody asked for, a count of nothing says nothing. */
export type CoverageLevel = 'all' | 'part' | 'none';

/** How much of a span lies within spans that were covered; they may overlap and stand in any order. */
export function coverageLevelOf(span: Window, covered: readonly Window[]): CoverageLevel {
  let most: CoverageLevel = 'none';
  for (const { from, to } of mergeWindows(covered)) {
    if (from <= span.from && span.to <= to) return 'all';
    if (from < span.to && span.from < to) most = 'part';
  }
  return most;
}

/** Spans without overlaps, oldest first: those that touch are one. */
export function mergeWindows(spans: readonly Window[]): Window[] {
  const whole: Window[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else if (span.from < span.to) whole.push({ ...span });
  }
  return whole;
}

function bestOf(asked: readonly CoverageLevel[]): CoverageLevel {
  if (asked.includes('all')) return 'all';
  return asked.includes('part') ? 'part' : 'none';
}

/** What is known of a span when all of several must have asked for it. */
export function leastCoverageOf(asked: readonly CoverageLevel[]): CoverageLevel {
  if (asked.length > 0 && asked.every((one) => one === 'all')) return 'all';
  return asked.every((one) => one === 'none') ? 'none' : 'part';
}

/** What the watches of a name have covered: the spans of each, by what they find. */
export interface CoveredSpans {
  articles: readonly (readonly Window[])[];
  /** Events and records. */
  items: readonly (readonly Window[])[];
}

/** How much of a span the best of several watches has asked for. */
export function bestCoverageOf(span: Window, watches: readonly (readonly Window[])[]): CoverageLevel {
  return bestOf(watches.map((covered) => coverageLevelOf(span, covered)));
}

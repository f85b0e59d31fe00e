import type { Instant, Window } from '../time/instant.ts';
import { dayRanges, listWords } from './day-names.ts';
import { daysOf, type Period, periodWindow, spanWords } from './period.ts';
import type { SearchedNews } from './searched-news.ts';
import type { ToneSelection } from './tone-selection.ts';

/** A watch of a name, with the windows that it has covered: without overlaps, oldest first. */
export interface CoveredWatch {
  watchId: string;
  finds: 'articles' | 'items';
  covered: readonly Window[];
  /** Where it looks for articles. */
  news?: SearchedNews;
  /** Present where its query or its exclusions choose articles by their tone. */
  selection?: ToneSelection;
}

/** Those of the watches that find articles. */
export function articleWatches(watches: readonly CoveredWatch[]): CoveredWatch[] {
  return watches.filter(({ finds }) => finds === 'articles');
}

/** Whether counts of the days and of the days before may be compared; if not, `why` says it in a sentence. */
export interface Comparison {
  isEqual: boolean;
  why?: string;
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

/** Whether a watch has covered anything of a span. */
function touches({ covered }: CoveredWatch, span: Window): boolean {
  return covered.some(({ from, to }) => from < span.to && span.from < to);
}

/** The watches that have not covered a day to its end, by day. A day is complete if it has none. */
export function missingByDay(period: Period, watches: readonly CoveredWatch[]): Map<string, string[]> {
  return new Map(
    daysOf(period).map((day) => {
      const span = periodWindow({ ...period, first: day, last: day });
      const missing = watches.filter(
        ({ covered }) => !covered.some(({ from, to }) => from <= span.from && span.to <= to),
      );
      return [day, missing.map(({ watchId }) => watchId)];
    }),
  );
}

/**
 * Whether the numbers of two periods come from the same watches over whole days. One watch that has not covered a day
 * of either period changes what was counted, so that nothing is compared.
 */
export function comparisonOf(
  { now, before }: { now: Period; before: Period },
  watches: readonly CoveredWatch[],
): Comparison {
  const { before: earlier } = spanWords(now);
  if (!watches.some((watch) => touches(watch, periodWindow(before))))
    return { isEqual: false, why: `There is no data for ${earlier} to compare with.` };
  const begin = `These numbers are not compared with ${earlier}`;
  // The first line of the report names the days.
  if (gapOf(now, watches) !== undefined) return { isEqual: false, why: `${begin}: the data is incomplete.` };
  const gap = gapOf(before, watches);
  if (gap === undefined) return { isEqual: true };
  return { isEqual: false, why: `${begin}: there is no complete data for ${gap}.` };
}

/**
 * What is missing in a period, such as `Mon 16 to Wed 18 Nov (acme-news)`, or the days alone where all watches lack
 * them; undefined where nothing is.
 */
export function gapOf(period: Period, watches: readonly CoveredWatch[]): string | undefined {
  const gaps = [...missingByDay(period, watches)].filter(([, missing]) => missing.length > 0);
  if (gaps.length === 0) return undefined;
  const named = [...new Set(gaps.flatMap(([, ids]) => ids))].toSorted();
  const days = dayRanges(gaps.map(([day]) => day));
  // Where no watch covers these days, their names say nothing to a reader.
  const isAll = watches.length > 1 && gaps.every(([, ids]) => ids.length === watches.length);
  return isAll ? days : `${days} (${listWords(named)})`;
}

/**
 * Why there is no tone: a watch chooses its articles by tone, so that a mean would describe its query. Undefined if
 * none does.
 */
export function noToneReason(period: Period, watches: readonly CoveredWatch[]): string | undefined {
  const span = periodWindow(period);
  const chosen = watches.flatMap((watch) =>
    watch.selection && touches(watch, span) ? [watch.selection] : [],
  );
  const [first] = chosen;
  if (!first) return undefined;
  const others =
    chosen.length > 1
      ? ` The same is true of ${listWords(chosen.slice(1).map(({ watchId }) => watchId))}.`
      : '';
  return `There is no tone: ${selectionWords(first)}, so a mean would describe its query and not the press.${others}`;
}

function selectionWords({ watchId, finds, news, by }: ToneSelection): string {
  const parts = listWords(by, 4);
  if (news === 'tone') return `${watchId} chooses articles by sentiment (${parts})`;
  return `${watchId} ${finds === 'only' ? 'looks for' : 'leaves out'} ${news} news (${parts})`;
}

/** Why the counts of the news service are not compared with those of the days before: they end earlier. */
export function serviceGap(period: Period, countedUntil: Instant): string | undefined {
  if (countedUntil >= periodWindow(period).to) return undefined;
  const { now, before } = spanWords(period);
  return `The news service has counted only a part of ${now}, so its numbers are not compared with ${before}.`;
}

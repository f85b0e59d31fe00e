import type { Instant } from '../time/instant.ts';
import { type ArticleWatch, type CoverageLevel, coverageLevelOf } from './coverage-days.ts';
import { dayRanges, listWords } from './day-names.ts';
import { daysOf, type Period, periodWindow, spanWords } from './period.ts';
import type { ToneSelection } from './tone-selection.ts';

/** A name with the watches that find articles about it. */
interface WatchedName {
  name: string;
  watches: readonly ArticleWatch[];
}

/** Whether counts of the days and of the days before may be compared; if not, `why` says it in a sentence. */
export interface Comparison {
  isEqual: boolean;
  why?: string;
}

/** The days on which all names in a share of voice were covered, so that their counts can be compared. */
export interface VoiceBasis {
  days: readonly string[];
  /** Why these are not all days of the report, or none. */
  why?: string;
}

/** The watches that have not covered a day to its end, by day. A day is complete if it has none. */
export function missingByDay(period: Period, watches: readonly ArticleWatch[]): Map<string, string[]> {
  return new Map(
    daysOf(period).map((day) => {
      const span = periodWindow({ ...period, first: day, last: day });
      const missing = watches.filter(({ covered }) => coverageLevelOf(span, covered) !== 'all');
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
  watches: readonly ArticleWatch[],
): Comparison {
  const { before: earlier } = spanWords(now);
  if (watches.every(({ covered }) => coverageLevelOf(periodWindow(before), covered) === 'none'))
    return { isEqual: false, why: `There is no data for ${earlier} to compare with.` };
  const begin = `These numbers are not compared with ${earlier}`;
  // The first line of the report names the days.
  if (gapOf(now, watches) !== undefined) return { isEqual: false, why: `${begin}: the data is incomplete.` };
  const gap = gapOf(before, watches);
  if (gap === undefined) return { isEqual: true };
  return { isEqual: false, why: `${begin}: there is no complete data for ${gap}.` };
}

/** How much may be said of the days before: `all` if they may be compared, `part` if their numbers need a warning. */
export function comparedLevel({
  compared,
  asked,
}: {
  compared: Comparison;
  asked: { articles: { before: CoverageLevel } };
}): CoverageLevel {
  if (compared.isEqual) return 'all';
  return asked.articles.before === 'none' ? 'none' : 'part';
}

/**
 * What is missing in a period, such as `Mon 16 to Wed 18 Nov (acme-news)`, or the days alone where all watches lack
 * them; undefined where nothing is.
 */
export function gapOf(period: Period, watches: readonly ArticleWatch[]): string | undefined {
  const gaps = [...missingByDay(period, watches)].filter(([, missing]) => missing.length > 0);
  if (gaps.length === 0) return undefined;
  const named = [...new Set(gaps.flatMap(([, ids]) => ids))].toSorted();
  const days = dayRanges(gaps.map(([day]) => day));
  // Where no watch covers these days, their names say nothing to a reader.
  const isAll = watches.length > 1 && gaps.every(([, ids]) => ids.length === watches.length);
  return isAll ? days : `${days} (${listWords(named)})`;
}

/** The days of a period on which every watch of every name has covered all, and what is missing on the others. */
export function voiceBasisOf(period: Period, names: readonly WatchedName[]): VoiceBasis {
  const missing = names.map(({ name, watches }) => {
    const days = daysOf(period);
    const byDay = missingByDay(period, watches);
    const gaps = watches.length === 0 ? days : days.filter((day) => byDay.get(day)?.length !== 0);
    return { name, gaps };
  });
  const all = daysOf(period);
  const days = all.filter((day) => missing.every(({ gaps }) => !gaps.includes(day)));
  if (days.length === all.length) return { days };
  const gaps = missing
    .filter((one) => one.gaps.length > 0)
    .map((one) => `${one.name} for ${dayRanges(one.gaps)}`);
  const lacks = `There is no complete data about ${listWords(gaps)}.`;
  if (days.length === 0)
    return {
      days,
      why: `There is no share of voice: on no day were ${allOf(names)} covered. ${lacks}`,
    };
  const counted = `${days.length} of ${all.length} days (${dayRanges(days)})`;
  return {
    days,
    why: `The share of voice counts ${counted}, on which ${allOf(names)} were covered. ${lacks}`,
  };
}

function allOf({ length }: readonly WatchedName[]): string {
  return length === 2 ? 'both names' : `all ${length} names`;
}

/**
 * Why there is no tone: a watch chooses its articles by tone, so that a mean would describe its query. Undefined if
 * none does.
 */
export function noToneReason(period: Period, watches: readonly ArticleWatch[]): string | undefined {
  const span = periodWindow(period);
  const chosen = watches.flatMap(({ selection, covered }) =>
    selection && coverageLevelOf(span, covered) !== 'none' ? [selection] : [],
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

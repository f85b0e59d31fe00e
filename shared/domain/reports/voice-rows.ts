import { articleWatches, type CoveredWatch, missingByDay } from './coverage.ts';
import { dayRanges, listWords } from './day-names.ts';
import type { PeriodTotals } from './period-totals.ts';
import { daysOf, type Period } from './period.ts';
import type {
  CountedVoiceRow,
  EqualVoice,
  FoundVoiceRow,
  ReportNumbers,
  VoiceRow,
} from './report-numbers.ts';
import type { Named } from './report-record.ts';
import { differencesOf } from './searched-news.ts';

/** The numbers of a name in the share of voice. */
export interface VoiceSums {
  articles: number;
  stories: number;
  outlets: number;
}

/** A name in the share of voice. */
export interface Voice {
  named: Named;
  now: VoiceSums;
  before: VoiceSums;
  /** Its numbers on the days on which all names are covered. */
  voice: VoiceSums;
  covered: readonly CoveredWatch[];
}

/** What the share of voice is made of; the other names are those that a watch covers. */
interface VoiceFacts {
  plan: { brand: Named };
  now: PeriodTotals;
  before: PeriodTotals;
  voice: VoiceSums;
  covered: readonly CoveredWatch[];
  competitors: readonly Voice[];
}

/** The numbers of a name from its totals. */
export function voiceSums({ articles, stories, outlets }: PeriodTotals): VoiceSums {
  return { articles, stories: stories.size, outlets: outlets.size };
}

/** The days on which all names in a share of voice were covered, so that their counts can be compared. */
interface VoiceBasis {
  days: readonly string[];
  /** Why these are not all days of the report, or none. */
  why?: string;
}

/**
 * The days of a period on which every watch of every name has covered all, and what is missing on the others. None
 * where the watches of the names look for articles in different places.
 */
export function voiceDaysOf(
  period: Period,
  names: readonly { named: Named; covered: readonly CoveredWatch[] }[],
): VoiceBasis {
  const all = daysOf(period);
  const watched = names.map(({ named, covered }) => ({
    name: nameOf(named),
    watches: articleWatches(covered),
  }));
  const differences = differencesOf(watched.map(({ watches }) => watches.flatMap(({ news }) => news ?? [])));
  if (differences.length > 0)
    return {
      days: [],
      why: `There is no share of voice: the watches of ${listWords(watched.map(({ name }) => name))} search different ${listWords(differences, differences.length)}. Give them the same ones to compare these names.`,
    };
  const missing = watched.map(({ name, watches }) => {
    const byDay = missingByDay(period, watches);
    return { name, gaps: all.filter((day) => watches.length === 0 || byDay.get(day)?.length !== 0) };
  });
  const days = all.filter((day) => missing.every(({ gaps }) => !gaps.includes(day)));
  if (days.length === all.length) return { days };
  const gaps = missing
    .filter((one) => one.gaps.length > 0)
    .map((one) => `${one.name} for ${dayRanges(one.gaps)}`);
  const lacks = `There is no complete data about ${listWords(gaps)}.`;
  const together = names.length === 2 ? 'both names' : `all ${names.length} names`;
  if (days.length === 0)
    return { days, why: `There is no share of voice: on no day were ${together} covered. ${lacks}` };
  const counted = `${days.length} of ${all.length} days (${dayRanges(days)})`;
  return { days, why: `The share of voice counts ${counted}, on which ${together} were covered. ${lacks}` };
}

/** The share of voice by all findings, and by those of the days on which all names are covered. */
export function voicesOf(facts: VoiceFacts): Pick<ReportNumbers, 'found' | 'foundBefore' | 'voice'> {
  const { plan, now, before, voice, covered, competitors } = facts;
  const own: Voice = { named: plan.brand, now: voiceSums(now), before: voiceSums(before), voice, covered };
  const all = [own, ...competitors];
  const rows = (of: 'now' | 'before' | 'voice') =>
    rowsOf(all.map((one) => ({ named: one.named, sums: one[of] })));
  return { found: rows('now'), foundBefore: rows('before'), voice: equalVoice() };

  function equalVoice(): EqualVoice {
    if (competitors.length === 0) return { days: [], rows: [], before: [] };
    const basis = voiceDaysOf(now.period, all);
    const isWhole = [basis, voiceDaysOf(before.period, all)].every(({ why }) => why === undefined);
    return {
      ...basis,
      rows: basis.days.length === 0 ? [] : rows('voice'),
      before: isWhole ? rows('before') : [],
    };
  }
}

function rowsOf(rows: readonly { named: Named; sums: VoiceSums }[]): FoundVoiceRow[] {
  const shares = sharesOf(rows.map(({ sums }) => sums.articles));
  const storyShares = sharesOf(rows.map(({ sums }) => sums.stories));
  const outletShares = sharesOf(rows.map(({ sums }) => sums.outlets));
  return rows.map(({ named, sums }, index) => ({
    id: named.id,
    name: nameOf(named),
    ...sums,
    share: shares[index] ?? 0,
    storyShare: storyShares[index] ?? 0,
    outletShare: outletShares[index] ?? 0,
  }));
}

function nameOf({ names: [first], id }: Named): string {
  return first ?? id;
}

/** The counts of the news service for the days before; none if it has counted only a part of these days. */
export function comparableCounts({
  service,
  serviceGap,
}: Pick<ReportNumbers, 'service' | 'serviceGap'>): readonly CountedVoiceRow[] {
  return serviceGap === undefined ? (service?.before ?? []) : [];
}

/**
 * The share of voice of the summary and the key figures: by watches where competitors have any, else as the news
 * service counts it. `before` is empty where it is not compared, or nothing was found.
 */
export function voicesToShow(numbers: Pick<ReportNumbers, 'found' | 'voice' | 'service' | 'serviceGap'>): {
  isByWatches: boolean;
  rows: readonly VoiceRow[];
  before: readonly VoiceRow[];
} {
  const { found, voice, service } = numbers;
  const isByWatches = found.length > 1;
  const [rows, before] = isByWatches
    ? [voice.rows, voice.before]
    : [service?.now ?? [], comparableCounts(numbers)];
  return { isByWatches, rows, before: before.some(({ articles }) => articles > 0) ? before : [] };
}

/**
 * The shares of amounts in tenths of a percent. They add up to exactly 1,000: what rounding leaves goes to the shares
 * that lost most, the first of equal ones first. If all amounts are 0, so are the shares.
 */
export function sharesOf(amounts: readonly number[]): number[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (total === 0) return amounts.map(() => 0);
  const exact = amounts.map((amount) => (amount / total) * 1_000);
  const shares = exact.map(Math.floor);
  const left = 1_000 - shares.reduce((sum, share) => sum + share, 0);
  const lost = exact.map((share, index) => ({ index, part: share - Math.floor(share) }));
  const most = lost.toSorted((a, b) => b.part - a.part || a.index - b.index).slice(0, left);
  for (const { index } of most) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

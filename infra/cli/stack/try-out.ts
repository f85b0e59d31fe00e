import { type Finding, publicationTime } from '../../../shared/domain/findings/finding.ts';
import type { FrameCount } from '../../../shared/domain/runs/run-state.ts';
import { parameterNamesOf } from '../../../shared/domain/services/news-rules.ts';
import { DAY, type Instant, SECOND, type Window } from '../../../shared/domain/time/instant.ts';
import { type Watch, windowRuleOf } from '../../../shared/domain/watches/watch.ts';
import {
  ARTICLE_GROUPS,
  type ArticleGroup,
  type GroupCount,
  type newsGroupCounter,
} from '../../../shared/providers/news/name-counter.ts';
import { readItems } from '../../../shared/use-cases/collect/insert-findings.ts';
import type { FoundPage, Source } from '../../../shared/use-cases/ports/services.ts';

/** What a watch would have found in a window. */
export interface TriedOut {
  window: Window;
  /**
   * How many matches there were. Of breaking news the service counts events only: then this is pages times the first
   * page.
   */
  hits: number;
  /** Numbers of matches by hour: as the service counts them, else counted from the findings. */
  frames: readonly FrameCount[];
  /** The latest matches: at most one page, or several where stories climb. None for a watch that only counts. */
  findings: readonly Finding[];
  calls: number;
  /** The matches by outlet, country and language. Absent where they come from stored findings. */
  groups?: MatchGroups;
}

/** What is tried out. `readsAll`: up to five pages, as for a watch whose stories climb; else one. */
export interface TryOutOrder {
  watch: Watch;
  window: Window;
  readsAll?: boolean;
}

const NO_DEADLINE = { deadline: Number.POSITIVE_INFINITY };

/**
 * The most pages of a watch whose stories climb: they grow over hours and days, which one page may not reach back to.
 */
export const MOST_PAGES = 5;

/**
 * Asks a service what a watch would have found: one page of matches, or up to five. Where a query of words has more,
 * the service also counts them, by hour and by group. Without `countGroup` groups are those of what was read.
 */
export async function tryOut(
  { watch, window, readsAll = watch.raise !== undefined }: TryOutOrder,
  source: Source,
  countGroup?: ReturnType<typeof newsGroupCounter>,
): Promise<TriedOut> {
  const page = watch.kind === 'volume' ? undefined : await readPages({ watch, window, readsAll }, source);
  const found = page?.findings ?? [];
  const findings = watch.kind === 'breaking' ? found.map((one) => datedWithin(window, one)) : found;
  // Where all matches were read, nothing is left to count.
  const isWhole = page !== undefined && found.length >= page.hits;
  const numbers =
    !isWhole && (watch.kind === 'search' || watch.kind === 'volume')
      ? await source.fetchPage({ watch: countingTwin(watch), window, page: 1 }, NO_DEADLINE)
      : undefined;
  const grouped = await groupMatches(
    { watch, window },
    { findings, isWhole, count: numbers && numbers.hits > 0 ? countGroup : undefined },
  );
  return {
    window,
    hits: numbers?.hits ?? page?.hits ?? 0,
    frames: numbers?.counts ?? findings.map(({ indexedAt }) => ({ from: indexedAt, count: 1 })),
    findings,
    calls: (numbers?.calls ?? 0) + (page?.calls ?? 0) + grouped.calls,
    groups: grouped.groups,
  };
}

/** The first page of matches, or the first few. */
async function readPages(
  { watch, window, readsAll }: TryOutOrder,
  source: Source,
): Promise<Pick<FoundPage, 'hits' | 'calls'> & { findings: Finding[] }> {
  const { items, hits, pages, calls } = await source.fetchPage({ watch, window, page: 1 }, NO_DEADLINE);
  const { findings } = readItems(items);
  const all = new Map(findings.map((finding) => [finding.fingerprint, finding]));
  const last = readsAll ? Math.min(pages, MOST_PAGES) : 1;
  let spent = calls;
  for (let page = 2; page <= last; page += 1) {
    const next = await source.fetchPage({ watch, window, page }, NO_DEADLINE);
    spent += next.calls;
    for (const finding of readItems(next.items).findings) all.set(finding.fingerprint, finding);
  }
  // Of breaking news the service counts events alone.
  const counted = watch.kind === 'breaking' ? findings.length * pages : hits;
  return { findings: [...all.values()], hits: counted, calls: spent };
}

/**
 * A run dates breaking news by when it sees it. Here no run has seen it, so the time of publication takes its place.
 */
function datedWithin({ from, to }: Window, finding: Finding): Finding {
  return { ...finding, indexedAt: Math.min(Math.max(publicationTime(finding), from), to - SECOND) };
}

/** The same query for the path that counts, which accepts fewer parameters. */
export function countingTwin(watch: Watch): Watch {
  const taken = new Set(parameterNamesOf('aggregation_count'));
  const query = Object.entries(watch.query).filter(([name]) => taken.has(name));
  return { ...watch, kind: 'volume', query: { ...Object.fromEntries(query), aggregation_by: 'hour' } };
}

/** How far back a watch is tried out, in milliseconds. */
const SPAN = 30 * DAY;

/** The past in which a watch can be tried out. Undefined for jobs, because each of them costs credits. */
export function queryablePast({ kind }: Pick<Watch, 'kind'>, now: Instant): Window | undefined {
  const rule = windowRuleOf(kind);
  return rule && { from: now - Math.min(SPAN, rule.reach ?? SPAN), to: now };
}

/** The matches of a watch by outlet, country and language, the most first. */
export interface MatchGroups extends Readonly<Record<ArticleGroup, readonly GroupCount[]>> {
  /** True: they are those of all matches. False: those of what was read. */
  counted: boolean;
}

type CountGroup = ReturnType<typeof newsGroupCounter>;

/**
 * Groups the matches of a watch: as the service counts them, one call for each of the three groups, or else by the
 * findings of one page. The first group that the service does not count ends the calls.
 */
export async function groupMatches(
  asked: { watch: Watch; window: Window },
  {
    findings,
    isWhole = false,
    count,
  }: { findings: readonly Finding[]; isWhole?: boolean; count: CountGroup | undefined },
): Promise<{ groups: MatchGroups; calls: number }> {
  const counted: Partial<Record<ArticleGroup, GroupCount[]>> = {};
  let calls = 0;
  for (const group of count ? ARTICLE_GROUPS : []) {
    const answer = await count?.({ ...asked, group }, { deadline: Number.POSITIVE_INFINITY });
    calls += answer?.calls ?? 0;
    if (!answer?.counts) break;
    counted[group] = answer.counts;
  }
  const { source, country, language } = counted;
  if (source && country && language) return { groups: { source, country, language, counted: true }, calls };
  const shown = findings.filter(({ excludedBy }) => excludedBy === undefined);
  const groups = {
    source: countsOf(shown, ({ outlet: one }) => one?.domain),
    country: countsOf(shown, ({ outlet: one }) => one?.country),
    language: countsOf(shown, (finding) => finding.language),
  };
  return { groups: { ...groups, counted: isWhole }, calls };
}

function countsOf(findings: readonly Finding[], valueOf: (one: Finding) => string | undefined): GroupCount[] {
  const byValue = Map.groupBy(findings, valueOf);
  return [...byValue]
    .flatMap(([value, own]) => (value === undefined ? [] : [{ value, articles: own.length }]))
    .toSorted((a, b) => b.articles - a.articles || (a.value < b.value ? -1 : 1));
}

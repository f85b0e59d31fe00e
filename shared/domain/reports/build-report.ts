import { isPolled } from '../lib/errors.ts';
import { rankOf } from '../findings/finding.ts';
import { defined } from '../lib/fields.ts';
import { amountText } from '../policies/policy.ts';
import { changesOf } from './changes.ts';
import {
  articleWatches,
  comparisonOf,
  type CoveredWatch,
  gapOf,
  missingByDay,
  noToneReason,
  serviceGap,
} from './coverage.ts';
import { listWords } from './day-names.ts';
import type { AlertSums, CallSums, Coverage, WatchCoverage } from './operations-numbers.ts';
import type { PeriodTotals } from './period-totals.ts';
import type {
  Compared,
  Completeness,
  CountRow,
  Others,
  OutletRow,
  ReportNumbers,
  ServiceVoice,
  StoryRow,
} from './report-numbers.ts';
import type { ReportPlan } from './report-record.ts';
import { type CountedTopic, type Example, oldestFirst, REACH_BANDS } from './day-rollup.ts';
import type { Severity } from '../watches/watch.ts';
import { type EarlierPeriod, trendOf } from './trend.ts';
import { type Voice, voicesOf, type VoiceSums } from './voice-rows.ts';

/** The facts of a report. */
export interface ReportFacts {
  plan: ReportPlan;
  now: PeriodTotals;
  before: PeriodTotals;
  /** The numbers of the brand on the days of the share of voice. */
  voice: VoiceSums;
  /** The periods before those two, oldest first. */
  earlier: readonly EarlierPeriod[];
  /** Competitors that a watch covers. */
  competitors: readonly Voice[];
  /** What the watches of the brand have covered. */
  covered: readonly CoveredWatch[];
  service?: ServiceVoice;
  uncounted: readonly string[];
  alerts: AlertSums;
  /** Stories that a watch for bad news has found, with their severity by its rules. */
  badNews?: ReadonlyMap<string, Severity>;
  coverage: Coverage;
  calls: CallSums;
}

/** How many events and records are listed. */
const MOST_ITEMS_LISTED = 60;
/** How many articles are listed as examples. */
const MOST_LISTED = 500;

/** How many entries of each list a report shows first, and how many of each it lists in all. */
const MOST = {
  outlets: 12,
  authors: 10,
  countries: 10,
  languages: 6,
  stories: 12,
  topics: 10,
  read: 3,
} as const;
const MOST_ROWS = 500;

/** Computes the numbers of a report. */
export function buildReport(facts: ReportFacts): ReportNumbers {
  const { plan, now, before, covered, service, uncounted, alerts, coverage, calls } = facts;
  const { period } = now;
  const watches = articleWatches(covered);
  const missing = missingByDay(period, watches);
  const missingBefore = [...missingByDay(before.period, watches).values()];
  const periods = { now: period, before: before.period };
  const both = (of: (totals: PeriodTotals) => number): Compared => ({ now: of(now), before: of(before) });
  const counts = (of: (totals: PeriodTotals) => ReadonlyMap<string, number> | undefined): CountRow[] =>
    ranked([...(of(now) ?? [])], ([, count]) => count)
      .slice(0, MOST_ROWS)
      .map(([key]) => ({
        key,
        articles: both((totals) => of(totals)?.get(key) ?? 0),
      }));
  const outlets = ranked([...now.outlets], ([, { count }]) => count)
    .slice(0, MOST_ROWS)
    .map(
      ([domain, { count: _count, ...rest }]): OutletRow => ({
        domain,
        ...rest,
        articles: both((totals) => totals.outlets.get(domain)?.count ?? 0),
      }),
    );
  const [authors, countries, languages] = [
    counts((totals) => totals.authors),
    counts((totals) => totals.countries),
    counts((totals) => totals.languages),
  ];
  const topics = (kind: CountedTopic) => counts((totals) => totals.topics.get(kind)).slice(0, MOST.topics);
  const stories = storiesOf(facts);
  const numbers = defined<Omit<ReportNumbers, 'changes' | 'completeness'>>({
    id: plan.id,
    brand: { id: plan.brand.id, names: plan.brand.names },
    look: plan.look,
    period,
    before: before.period,
    articles: both((totals) => totals.articles),
    stories: both((totals) => totals.stories.size),
    outlets: both((totals) => totals.outlets.size),
    authors: both((totals) => totals.authors.size),
    events: both((totals) => totals.events),
    records: both((totals) => totals.records),
    excluded: both((totals) => totals.excluded),
    mood: { now: now.mood, before: before.mood },
    days: now.days.map((day, index) => ({
      ...day,
      before: before.days[index]?.articles ?? 0,
      missing: missing.get(day.day) ?? [],
      missingBefore: missingBefore[index] ?? [],
    })),
    compared: comparisonOf(periods, watches),
    comparedItems: comparisonOf(
      periods,
      covered.filter(({ finds }) => finds === 'items'),
    ),
    gap: gapOf(period, watches),
    noTone: noToneReason(period, watches),
    serviceGap: service && serviceGap(period, service.window.to),
    ...voicesOf(facts),
    trend: trendOf(facts),
    service,
    uncounted,
    reach: REACH_BANDS.map(({ id, label }, band) => ({
      id,
      label,
      articles: both(({ reach }) => reach[band] ?? 0),
    })),
    topOutlets: outlets.slice(0, MOST.outlets),
    topAuthors: authors.slice(0, MOST.authors),
    topCountries: countries.slice(0, MOST.countries),
    topLanguages: languages.slice(0, MOST.languages),
    topTopics: {
      theme: topics('theme'),
      person: topics('person'),
      place: topics('place'),
      iptc: topics('iptc'),
      iab: topics('iab'),
    },
    topStories: stories.top,
    others: {
      outlets: outlets.slice(MOST.outlets),
      authors: authors.slice(MOST.authors),
      countries: countries.slice(MOST.countries),
      languages: languages.slice(MOST.languages),
      stories: stories.others,
    },
    alerts,
    coverage: {
      ...coverage,
      watches: coverage.watches.map((row) => ({ ...row, ...completeDays(row, facts) })),
    },
    calls,
    examples: listed(now.examples),
    items: now.items.slice(0, MOST_ITEMS_LISTED),
  });
  return {
    ...numbers,
    completeness: completenessOf(numbers, covered),
    changes: changesOf(numbers, { outletsBefore: before.outlets, outletsNow: now.outlets }),
  };
}

/** The days of the report that a watch has covered whole; none of a watch of which nobody expects it. */
function completeDays(
  { watchId }: WatchCoverage,
  { covered, now }: ReportFacts,
): Pick<WatchCoverage, 'completeDays'> {
  const own = covered.filter((one) => one.watchId === watchId);
  if (own.length === 0) return {};
  const days = [...missingByDay(now.period, own)].flatMap(([day, missing]) =>
    missing.length === 0 ? [day] : [],
  );
  return { completeDays: days };
}

/** The examples of all days. Each day gets an equal share; days with few leave their room to the others. */
function listed(examples: readonly (readonly Example[])[]): Example[] {
  const sizes = examples.map(({ length }) => length).toSorted((a, b) => a - b);
  let room = MOST_LISTED;
  let each = 0;
  for (const [index, size] of sizes.entries()) {
    const fair = Math.floor(room / (sizes.length - index));
    each = Math.max(each, Math.min(size, fair));
    room -= Math.min(size, fair);
  }
  return examples.flatMap((day) => day.slice(0, each)).toSorted(oldestFirst);
}

/** Whether all articles are listed as examples. */
export function listsAll({ examples, articles }: Pick<ReportNumbers, 'examples' | 'articles'>): boolean {
  return examples.length === articles.now;
}

/** The largest stories and all of severity critical, and the titles of the others. */
function storiesOf({ now, before, alerts, badNews }: ReportFacts): {
  top: StoryRow[];
  others: Others['stories'];
} {
  const sizeOf = (id: string) => now.stories.get(id) ?? 0;
  // The gravest alerts come first.
  const severities = new Map(alerts.listed.toReversed().map(({ story, severity }) => [story, severity]));
  const severityOf = (id: string) => severities.get(id) ?? badNews?.get(id);
  const all = ranked([...now.large], ([id]) => sizeOf(id)).map(([id, story], n) => ({
    ...story,
    id,
    severity: severityOf(id),
    isTop: n < MOST.stories || severityOf(id) === 'critical',
  }));
  const top = all
    .filter(({ isTop }) => isTop)
    .map(({ isTop: _isTop, central, outlets, ...story }) =>
      defined<StoryRow>({
        ...story,
        articles: sizeOf(story.id),
        outlets: outlets.size,
        share: Math.round((sizeOf(story.id) / now.articles) * 1_000),
        central: central.article,
        before: before.stories.get(story.id) ?? 0,
        goesOn: before.stories.has(story.id),
        ...reachOf(outlets, now.outlets),
      }),
    );
  const others = all
    .filter(({ isTop }) => !isTop)
    .slice(0, MOST_ROWS)
    .map(({ id, central }) => ({ id, title: central.article.title, articles: sizeOf(id) }));
  return { top, others };
}

/** The most read of some outlets, and how many of them are read widely. */
function reachOf(
  domains: ReadonlySet<string>,
  outlets: PeriodTotals['outlets'],
): Pick<StoryRow, 'mostRead' | 'wideReach'> {
  const all = [...domains].map((domain) => ({ domain, ...outlets.get(domain) }));
  const mostRead = ranked(
    all.map((one) => [one.domain, one] as const),
    ([, one]) => -rankOf(one),
  )
    .slice(0, MOST.read)
    .map(([domain, { name, rank }]) => defined({ domain, name, rank }));
  return { mostRead, wideReach: all.filter((one) => rankOf(one) <= WIDE_REACH).length };
}

/** The worst rank of an outlet that is read widely. */
const WIDE_REACH = 10_000;

/** Entries by their counts, the largest first; equal ones in the order of their keys. */
function ranked<T extends readonly [string, unknown]>(
  entries: readonly T[],
  countOf: (entry: T) => number,
): T[] {
  return entries.toSorted((a, b) => countOf(b) - countOf(a) || (a[0] < b[0] ? -1 : 1));
}

type Facts = Pick<ReportNumbers, 'coverage' | 'uncounted' | 'alerts' | 'days' | 'period'>;

/**
 * The one line on operations that a reader needs, from the days and windows that the table of coverage shows. Feeds
 * have no truncated windows: theirs may lack items.
 */
function completenessOf(
  { coverage, uncounted, alerts, days, period }: Facts,
  covered: readonly CoveredWatch[],
): Completeness {
  const { watches } = coverage;
  if (watches.length === 0) return { isComplete: false, text: 'Incomplete: no watch has this brand now.' };
  if (covered.length === 0)
    return { isComplete: false, text: 'Incomplete: no watch of this brand looks for articles or events.' };
  const sum = (key: 'cutWindows' | 'openWindows', isOfFeeds: boolean) =>
    watches.reduce((total, row) => total + (isPolled(row.kind) === isOfFeeds ? row[key] : 0), 0);
  const [cut, missed] = [sum('cutWindows', false), sum('cutWindows', true)];
  const open = sum('openWindows', false) + sum('openWindows', true);
  const gap = gapOf(period, covered);
  const problems = [
    gap !== undefined && `there is no complete data for ${gap}`,
    cut > 0 && `the service did not return all articles of ${amountText(cut, 'time window')}`,
    missed > 0 && `feeds may have shown and removed items in ${amountText(missed, 'time window')}`,
    open > 0 && `${amountText(open, 'time window')} will be queried again`,
    uncounted.length > 0 && `the news service did not count ${listWords(uncounted)}`,
    alerts.cut && 'some days had more alerts than a report reads',
  ].filter((one) => one !== false);
  if (problems.length > 0) return { isComplete: false, text: `Incomplete: ${problems.join('; ')}.` };
  const which = covered.length === 1 ? 'the watch' : `all ${covered.length} watches`;
  return {
    isComplete: true,
    text: `Complete: ${which} covered ${amountText(days.length, 'day')} without a gap.`,
  };
}

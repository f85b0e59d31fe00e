import { defined } from '../lib/fields.ts';
import {
  articleCoverageOf,
  type CoverageLevel,
  bestCoverageOf,
  type CoveredSpans,
  leastCoverageOf,
} from './coverage-days.ts';
import { comparisonOf, gapOf, missingByDay, noToneReason, serviceGap } from './basis/unequal-coverage.ts';
import { changesOf } from './changes.ts';
import { completenessOf } from './sentences/completeness.ts';
import { oldestFirst, type Example } from './rollup/day-rollup.ts';
import { type Period, periodWindow } from './period.ts';
import type { PeriodTotals } from './period-totals.ts';
import { REACH_BANDS } from './rollup/reach.ts';
import type { ComparedCoverage, ReportNumbers, ServiceVoice } from './report-numbers.ts';
import type { ReportPlan } from './report-plan.ts';
import { type EarlierPeriod, trendOf } from './trend.ts';
import { type Voice, type VoiceSums, voicesOf } from './voice-rows.ts';
import { othersOf, topCounts, topOutlets, topStories, topTopics } from './top-lists.ts';
import type { AlertSums, CallSums, Coverage } from './operations-numbers.ts';

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
  covered: CoveredSpans;
  service?: ServiceVoice;
  uncounted: readonly string[];
  alerts: AlertSums;
  coverage: Coverage;
  calls: CallSums;
}

/** How many events and records are listed. */
const MOST_ITEMS_LISTED = 60;
/** How many articles are listed as examples. */
const MOST_LISTED = 500;

/** Computes the numbers of a report. */
export function buildReport(facts: ReportFacts): ReportNumbers {
  const { plan, now, before, covered, service, uncounted, alerts, coverage, calls } = facts;
  const { period } = now;
  const watches = covered.articles;
  const coverageOfDay = (day: string | undefined): CoverageLevel =>
    day === undefined
      ? 'none'
      : articleCoverageOf(periodWindow({ ...period, first: day, last: day }), watches);
  const missing = missingByDay(period, watches);
  const periods = { now: period, before: before.period };
  const sizes = (key: 'stories' | 'outlets' | 'authors') => ({
    now: now[key].size,
    before: before[key].size,
  });
  const sums = (key: 'articles' | 'events' | 'records' | 'excluded') => ({
    now: now[key],
    before: before[key],
  });
  const numbers = defined<Omit<ReportNumbers, 'changes' | 'completeness'>>({
    id: plan.id,
    brand: { id: plan.brand.id, names: plan.brand.names },
    look: plan.look,
    period: now.period,
    before: before.period,
    asked: coverageOfReport(facts),
    articles: sums('articles'),
    stories: sizes('stories'),
    outlets: sizes('outlets'),
    authors: sizes('authors'),
    events: sums('events'),
    records: sums('records'),
    excluded: sums('excluded'),
    mood: { now: now.mood, before: before.mood },
    days: now.days.map(({ day, articles, mood }, index) => ({
      day,
      articles,
      before: before.days[index]?.articles ?? 0,
      mood,
      asked: coverageOfDay(day),
      askedBefore: coverageOfDay(before.days[index]?.day),
      missing: missing.get(day) ?? [],
    })),
    compared: comparisonOf(periods, watches),
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
      articles: { now: now.reach[band] ?? 0, before: before.reach[band] ?? 0 },
    })),
    topOutlets: topOutlets(now, before),
    topAuthors: topCounts('authors', { now, before }),
    topCountries: topCounts('countries', { now, before }),
    topLanguages: topCounts('languages', { now, before }),
    topTopics: topTopics(now, before),
    topStories: topStories(now, before),
    others: othersOf(now),
    alerts,
    coverage,
    calls,
    examples: listed(now.examples),
    items: now.items.slice(0, MOST_ITEMS_LISTED),
  });
  return {
    ...numbers,
    completeness: completenessOf(numbers),
    changes: changesOf(numbers, { outletsBefore: new Set(before.outlets.keys()), outletsNow: now.outlets }),
  };
}

/** Findings before the covered time come from another version of a watch, so that time counts as partly covered. */
function coverageOfReport({ now, before, covered, competitors }: ReportFacts): ReportNumbers['asked'] {
  const compare = (watches: CoveredSpans['items'], found: number): ComparedCoverage => {
    const coverage = (period: Period) => bestCoverageOf(periodWindow(period), watches);
    const earlier = coverage(before.period);
    return { now: coverage(now.period), before: earlier === 'none' && found > 0 ? 'part' : earlier };
  };
  const articles = compare(windowsOf(covered), before.articles);
  const ofCompetitors = competitors.map((one) => compare(windowsOf(one.covered), one.before.articles));
  const voices = [articles, ...ofCompetitors];
  return {
    articles,
    items: compare(covered.items, before.events + before.records),
    voice: {
      now: leastCoverageOf(voices.map((one) => one.now)),
      before: leastCoverageOf(voices.map((one) => one.before)),
    },
  };
}

function windowsOf({ articles }: CoveredSpans): CoveredSpans['items'] {
  return articles.map(({ covered }) => covered);
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

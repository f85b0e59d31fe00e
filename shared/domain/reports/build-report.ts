import { defined } from '../lib/fields.ts';
import { type CoverageLevel, bestCoverageOf, type CoveredSpans, leastCoverageOf } from './coverage-days.ts';
import { changesOf } from './changes.ts';
import { oldestFirst, type Example } from './day-rollup.ts';
import { type Period, periodWindow } from './period.ts';
import type { PeriodTotals } from './period-totals.ts';
import { REACH_BANDS } from './reach.ts';
import type { ComparedCoverage, FoundVoiceRow, ReportNumbers, ServiceVoice } from './report-numbers.ts';
import type { Named, ReportPlan } from './report-plan.ts';
import { sharesOf } from './shares.ts';
import { othersOf, topCounts, topOutlets, topStories, topTopics } from './top-lists.ts';
import type { AlertSums, CallSums, Coverage } from './operations-numbers.ts';

/** The facts of a report. */
export interface ReportFacts {
  plan: ReportPlan;
  now: PeriodTotals;
  before: PeriodTotals;
  /** Competitors that a watch covers. */
  competitors: readonly WatchedCompetitor[];
  /** What the watches of the brand have covered. */
  covered: CoveredSpans;
  service?: ServiceVoice;
  uncounted: readonly string[];
  alerts: AlertSums;
  coverage: Coverage;
  calls: CallSums;
}

/** A competitor that a watch covers. */
interface WatchedCompetitor {
  named: Named;
  now: VoiceSums;
  before: VoiceSums;
  covered: CoveredSpans;
}

/** The numbers of a name in the share of voice. */
interface VoiceSums {
  articles: number;
  stories: number;
  outlets: number;
}

/** How many events and records are listed. */
const MOST_ITEMS_LISTED = 60;
/** How many articles are listed as examples. */
const MOST_LISTED = 500;

/** The numbers of a name from its totals. */
export function voiceSums({ articles, stories, outlets }: PeriodTotals): VoiceSums {
  return { articles, stories: stories.size, outlets: outlets.size };
}

/** Computes the numbers of a report. */
export function buildReport(facts: ReportFacts): ReportNumbers {
  const { plan, now, before, competitors, covered, service, uncounted, alerts, coverage, calls } = facts;
  const coverageOfDay = (day: string | undefined): CoverageLevel =>
    day === undefined
      ? 'none'
      : bestCoverageOf(periodWindow({ ...now.period, first: day, last: day }), covered.articles);
  const sizes = (key: 'stories' | 'outlets' | 'authors') => ({
    now: now[key].size,
    before: before[key].size,
  });
  const sums = (key: 'articles' | 'events' | 'records' | 'excluded') => ({
    now: now[key],
    before: before[key],
  });
  const numbers = defined<Omit<ReportNumbers, 'changes'>>({
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
    })),
    found: foundVoice(plan.brand, {
      own: now,
      others: competitors.map((one) => ({ ...one, sums: one.now })),
    }),
    foundBefore: foundVoice(plan.brand, {
      own: before,
      others: competitors.map((one) => ({ ...one, sums: one.before })),
    }),
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
    changes: changesOf(numbers, { outletsBefore: new Set(before.outlets.keys()), outletsNow: now.outlets }),
  };
}

/** Findings before the covered time come from another version of a watch, so that time counts as partly covered. */
function coverageOfReport({ now, before, covered, competitors }: ReportFacts): ReportNumbers['asked'] {
  const compare = (watches: CoveredSpans['articles'], found: number): ComparedCoverage => {
    const coverage = (period: Period) => bestCoverageOf(periodWindow(period), watches);
    const earlier = coverage(before.period);
    return { now: coverage(now.period), before: earlier === 'none' && found > 0 ? 'part' : earlier };
  };
  const articles = compare(covered.articles, before.articles);
  const ofCompetitors = competitors.map((one) => compare(one.covered.articles, one.before.articles));
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

function foundVoice(
  brand: Named,
  { own, others }: { own: PeriodTotals; others: readonly { named: Named; sums: VoiceSums }[] },
): FoundVoiceRow[] {
  const rows = [{ named: brand, sums: voiceSums(own) }, ...others];
  const shares = sharesOf(rows.map(({ sums }) => sums.articles));
  const storyShares = sharesOf(rows.map(({ sums }) => sums.stories));
  const outletShares = sharesOf(rows.map(({ sums }) => sums.outlets));
  return rows.map(({ named, sums }, index) => ({
    id: named.id,
    name: named.names[0] ?? named.id,
    articles: sums.articles,
    stories: sums.stories,
    outlets: sums.outlets,
    share: shares[index] ?? 0,
    storyShare: storyShares[index] ?? 0,
    outletShare: outletShares[index] ?? 0,
  }));
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

import { changesOf } from './changes.ts';
import { byTime, type Example } from './day-fold.ts';
import type { PeriodTotals } from './period-totals.ts';
import { REACH_BANDS } from './reach.ts';
import type {
  AlertSums,
  CallSums,
  Compared,
  CountRow,
  Coverage,
  FoundVoiceRow,
  OutletRow,
  ReportNumbers,
  ServiceVoice,
  StoryRow,
} from './report-numbers.ts';
import type { Named, ReportPlan } from './report-plan.ts';
import { sharesOf } from './shares.ts';

/** Everything that a report is made of. */
export interface ReportFacts {
  plan: ReportPlan;
  now: PeriodTotals;
  before: PeriodTotals;
  /** Competitors that a watch covers. */
  rivals: readonly { named: Named; now: VoiceSums; before: VoiceSums }[];
  service?: ServiceVoice;
  uncounted: readonly string[];
  alerts: AlertSums;
  coverage: Coverage;
  calls: CallSums;
}

/** All that the share of voice wants to know of a name. */
export interface VoiceSums {
  articles: number;
  stories: number;
  outlets: number;
}

/** How much of each list a report shows. */
const MOST = { outlets: 12, authors: 10, countries: 10, languages: 6, stories: 12, items: 60 } as const;
/** So many articles are listed behind the numbers. */
const MOST_LISTED = 500;

export function voiceSums({ articles, stories, outlets }: PeriodTotals): VoiceSums {
  return { articles, stories: stories.size, outlets: outlets.size };
}

/** Makes the numbers of a report from its facts. */
export function buildReport(facts: ReportFacts): ReportNumbers {
  const { plan, now, before, rivals, service, uncounted, alerts, coverage, calls } = facts;
  const sizes = (key: 'stories' | 'outlets' | 'authors') => ({
    now: now[key].size,
    before: before[key].size,
  });
  const sums = (key: 'articles' | 'events' | 'records' | 'excluded') => ({
    now: now[key],
    before: before[key],
  });
  const numbers: Omit<ReportNumbers, 'changes'> = {
    id: plan.id,
    brand: { id: plan.brand.id, names: plan.brand.names },
    look: plan.look,
    period: now.period,
    before: before.period,
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
    })),
    found: foundVoice(plan.brand, { own: now, rivals: rivals.map((one) => ({ ...one, sums: one.now })) }),
    foundBefore: foundVoice(plan.brand, {
      own: before,
      rivals: rivals.map((one) => ({ ...one, sums: one.before })),
    }),
    ...(service && { service }),
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
    topStories: topStories(now, before),
    alerts,
    coverage,
    calls,
    examples: listed(now.examples),
    items: now.items.slice(0, MOST.items),
  };
  return {
    ...numbers,
    changes: changesOf(numbers, { outletsBefore: new Set(before.outlets.keys()), outletsNow: now.outlets }),
  };
}

function foundVoice(
  brand: Named,
  { own, rivals }: { own: PeriodTotals; rivals: readonly { named: Named; sums: VoiceSums }[] },
): FoundVoiceRow[] {
  const rows = [{ named: brand, sums: voiceSums(own) }, ...rivals];
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

function topOutlets({ outlets }: PeriodTotals, before: PeriodTotals): OutletRow[] {
  return first([...outlets], MOST.outlets, ([, { count }]) => count).map(([domain, { count, ...rest }]) => ({
    domain,
    ...rest,
    articles: { now: count, before: before.outlets.get(domain)?.count ?? 0 },
  }));
}

function topCounts(
  key: 'authors' | 'countries' | 'languages',
  { now, before }: { now: PeriodTotals; before: PeriodTotals },
): CountRow[] {
  return first([...now[key]], MOST[key], ([, count]) => count).map(([name, count]) => ({
    key: name,
    articles: { now: count, before: before[key].get(name) ?? 0 },
  }));
}

function topStories(now: PeriodTotals, before: PeriodTotals): StoryRow[] {
  const large = [...now.large].flatMap(([id, story]) => {
    const articles = now.stories.get(id);
    return articles === undefined ? [] : [[id, { ...story, articles }] as const];
  });
  return first(large, MOST.stories, ([, { articles }]) => articles).map(
    ([id, { articles, outlets, mood, first: one, course }]) => ({
      id,
      articles,
      outlets: outlets.size,
      share: Math.round((articles / now.articles) * 1_000),
      mood,
      first: one,
      course,
      goesOn: before.stories.has(id),
    }),
  );
}

/** The entries of the largest counts; equals in the order of their keys. */
function first<T extends readonly [string, unknown]>(
  entries: readonly T[],
  most: number,
  countOf: (entry: T) => number,
): T[] {
  return entries.toSorted((a, b) => countOf(b) - countOf(a) || (a[0] < b[0] ? -1 : 1)).slice(0, most);
}

/** As many articles of each day as there is room for: a day with few gives its room to the others. */
function listed(examples: readonly (readonly Example[])[]): Example[] {
  const sizes = examples.map(({ length }) => length).toSorted((a, b) => a - b);
  let room = MOST_LISTED;
  let each = 0;
  for (const [index, size] of sizes.entries()) {
    const fair = Math.floor(room / (sizes.length - index));
    each = Math.max(each, Math.min(size, fair));
    room -= Math.min(size, fair);
  }
  return examples.flatMap((day) => day.slice(0, each)).toSorted(byTime);
}

/** Whether the listed articles are all there are. */
export function listsAll({ examples, articles }: Pick<ReportNumbers, 'examples' | 'articles'>): boolean {
  return examples.length === articles.now;
}

/** The change from one number to the other in tenths of a percent; undefined where there was nothing before. */
export function growthOf({ now, before }: Compared): number | undefined {
  return before === 0 ? undefined : Math.round(((now - before) / before) * 1_000);
}

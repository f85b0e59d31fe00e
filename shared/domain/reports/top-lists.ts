import { rankOf } from '../findings/finding.ts';
import { defined } from '../lib/fields.ts';
import type { PeriodTotals } from './period-totals.ts';
import type { CountedTopic } from './rollup/day-rollup.ts';
import type { CountRow, Others, OutletRow, ReportNumbers, StoryRow } from './report-numbers.ts';

/** How many entries of each list a report shows. */
const MOST = {
  outlets: 12,
  authors: 10,
  countries: 10,
  languages: 6,
  stories: 12,
  topics: 10,
  read: 3,
} as const;
/** How many of each are listed after the top ones. */
const MOST_OTHERS = 500;

export function topOutlets({ outlets }: PeriodTotals, before: PeriodTotals): OutletRow[] {
  return first([...outlets], MOST.outlets, ([, { count }]) => count).map(([domain, { count, ...rest }]) => ({
    domain,
    ...rest,
    articles: { now: count, before: before.outlets.get(domain)?.count ?? 0 },
  }));
}

export function topCounts(
  key: 'authors' | 'countries' | 'languages',
  { now, before }: { now: PeriodTotals; before: PeriodTotals },
): CountRow[] {
  return first([...now[key]], MOST[key], ([, count]) => count).map(([name, count]) => ({
    key: name,
    articles: { now: count, before: before[key].get(name) ?? 0 },
  }));
}

/** The most frequent topics of each kind. */
export function topTopics(now: PeriodTotals, before: PeriodTotals): ReportNumbers['topTopics'] {
  const rows = (kind: CountedTopic): CountRow[] =>
    first([...(now.topics.get(kind) ?? [])], MOST.topics, ([, count]) => count).map(([key, count]) => ({
      key,
      articles: { now: count, before: before.topics.get(kind)?.get(key) ?? 0 },
    }));
  return {
    theme: rows('theme'),
    person: rows('person'),
    place: rows('place'),
    iptc: rows('iptc'),
    iab: rows('iab'),
  };
}

export function topStories(now: PeriodTotals, before: PeriodTotals): StoryRow[] {
  const large = [...now.large].flatMap(([id, story]) => {
    const articles = now.stories.get(id);
    return articles === undefined ? [] : [[id, { ...story, articles }] as const];
  });
  return first(large, MOST.stories, ([, { articles }]) => articles).map(
    ([id, { articles, outlets, mood, first: one, central, course, quote }]) =>
      defined<StoryRow>({
        id,
        articles,
        outlets: outlets.size,
        share: Math.round((articles / now.articles) * 1_000),
        mood,
        first: one,
        central: central.article,
        course,
        before: before.stories.get(id) ?? 0,
        goesOn: before.stories.has(id),
        ...reachOf(outlets, now.outlets),
        quote,
      }),
  );
}

/** The most read of some outlets, and how many of them are read widely. */
function reachOf(
  domains: ReadonlySet<string>,
  outlets: PeriodTotals['outlets'],
): Pick<StoryRow, 'mostRead' | 'wideReach'> {
  const ranked = [...domains].map((domain) => ({ domain, ...outlets.get(domain) }));
  const mostRead = ranked
    .toSorted((one, other) => rankOf(one) - rankOf(other) || (one.domain < other.domain ? -1 : 1))
    .slice(0, MOST.read)
    .map(({ domain, name, rank }) => defined({ domain, name, rank }));
  return { mostRead, wideReach: ranked.filter((one) => rankOf(one) <= WIDE_REACH).length };
}

/** The worst rank of an outlet that is read widely. */
const WIDE_REACH = 10_000;

/** The entries after the top ones. */
export function othersOf(now: PeriodTotals): Others {
  const counts = (key: 'authors' | 'countries' | 'languages') =>
    after(now[key], MOST[key], (count) => count).map(([name, articles]) => ({ key: name, articles }));
  return {
    outlets: after(now.outlets, MOST.outlets, ({ count }) => count).map(([key, { count }]) => ({
      key,
      articles: count,
    })),
    authors: counts('authors'),
    countries: counts('countries'),
    languages: counts('languages'),
    stories: after(now.large, MOST.stories, (_, id) => now.stories.get(id) ?? 0).map(([id, story]) => ({
      id,
      title: story.central.article.title,
      articles: now.stories.get(id) ?? 0,
    })),
  };
}

function after<T>(
  all: ReadonlyMap<string, T>,
  top: number,
  countOf: (value: T, key: string) => number,
): [string, T][] {
  const entries = [...all];
  return first(entries, top + MOST_OTHERS, ([key, value]) => countOf(value, key)).slice(top);
}

/** The entries with the largest counts; equal ones in the order of their keys. */
function first<T extends readonly [string, unknown]>(
  entries: readonly T[],
  most: number,
  countOf: (entry: T) => number,
): T[] {
  return entries.toSorted((a, b) => countOf(b) - countOf(a) || (a[0] < b[0] ? -1 : 1)).slice(0, most);
}

import type { CoverageLevel } from '../../domain/reports/coverage-days.ts';
import { comparedLevel } from '../../domain/reports/unequal-coverage.ts';
import {
  countTone,
  type Example,
  REACH_BANDS,
  reachBandOf,
  type SentimentTone,
  toneOf,
  TONES,
} from '../../domain/reports/day-rollup.ts';
import { dayReader } from '../../domain/reports/period.ts';
import type { ReportNumbers } from '../../domain/reports/report-numbers.ts';
import { isWrittenBy, ROWS, type RowsQuery, rowsText } from '../../domain/reports/rows-query.ts';
import { countryName, shortDay, titleLine } from '../text/format-values.ts';

/** The listed articles behind one number. */
export interface Group {
  /** The anchor that the number links to. */
  anchor: string;
  label: string;
  /** How many articles the number counts. */
  articles: number;
  /** Positions in the list of articles, from 1. */
  places: readonly number[];
  /** Link to the page that lists all of them. */
  all: string | undefined;
}

/** A group before its places are known. */
interface GroupSpec extends Omit<Group, 'places' | 'all'> {
  /** The query for all of its articles. */
  query: Partial<RowsQuery>;
  isIn: (example: Example) => boolean;
}

/** Which of the listed articles are behind which number. */
export interface FindingsIndex {
  groups: readonly Group[];
  /** The link to the findings behind a number: in the report, else on a page of its own. */
  linkTo: (anchor: string) => string | undefined;
  /** The link to a page with the findings behind a number; undefined where there are no links. */
  rows: (query: RowsQuery) => string | undefined;
  /** The address of the report; undefined where there are no links. */
  link: string | undefined;
  /** How much data there is on the articles of the days before, and the link to them. */
  earlier: { asked: CoverageLevel; href: string | undefined };
}

/** Anchors of the groups; numbers link to them. */
export const anchors = {
  day: (day: string) => `day-${day}`,
  tone: (tone: SentimentTone) => `tone-${tone}`,
  reach: (id: string) => `reach-${id}`,
  story: (n: number) => `story-${n}`,
  outlet: (n: number) => `outlet-${n}`,
  author: (n: number) => `author-${n}`,
  country: (n: number) => `country-${n}`,
};

/** Groups the listed articles by the numbers of a report. */
export function indexFindings(numbers: ReportNumbers, link: string | undefined): FindingsIndex {
  const {
    examples,
    days,
    reach,
    topStories,
    topOutlets,
    topAuthors,
    topCountries,
    mood: sentiment,
    period,
  } = numbers;
  const dayIn = dayReader(period.timezone);
  const rows = (query: RowsQuery) => (link === undefined ? undefined : `${link}/${ROWS}?${rowsText(query)}`);
  const group = ({ query, isIn, ...head }: GroupSpec): Group => {
    const places = examples.flatMap((one, index) => (isIn(one) ? [index + 1] : []));
    return { ...head, places, all: head.articles === 0 ? undefined : rows({ days: 'now', ...query }) };
  };
  const specs: GroupSpec[] = [
    ...days.map(({ day, articles }) => ({
      anchor: anchors.day(day),
      label: shortDay(day),
      articles,
      query: { days: { day } },
      isIn: ({ at }: Example) => dayIn(at) === day,
    })),
    ...topStories.map(({ id, central, articles }, n) => ({
      anchor: anchors.story(n),
      label: `“${titleLine(central.title, 80)}”`,
      articles,
      query: { story: id },
      isIn: ({ story }: Example) => story === id,
    })),
    ...TONES.map((tone) => ({
      anchor: anchors.tone(tone),
      label: `${tone} tone`,
      articles: countTone(sentiment.now, tone),
      query: { tone },
      isIn: ({ mood: value }: Example) => value !== undefined && toneOf(value) === tone,
    })),
    ...reach.map(({ id, label, articles }) => ({
      anchor: anchors.reach(id),
      label,
      articles: articles.now,
      query: { reach: id },
      isIn: ({ rank }: Example) => REACH_BANDS[reachBandOf(rank)]?.id === id,
    })),
    ...topOutlets.map(({ domain, name, articles }, n) => ({
      anchor: anchors.outlet(n),
      label: titleLine(name ?? domain, 60),
      articles: articles.now,
      query: { outlet: domain },
      isIn: (one: Example) => one.domain === domain,
    })),
    ...topAuthors.map(({ key, articles }, n) => ({
      anchor: anchors.author(n),
      label: titleLine(key, 60),
      articles: articles.now,
      query: { author: key },
      isIn: (one: Example) => isWrittenBy(one, key),
    })),
    ...topCountries.map(({ key, articles }, n) => ({
      anchor: anchors.country(n),
      label: countryName(key),
      articles: articles.now,
      query: { country: key },
      isIn: ({ country }: Example) => country === key,
    })),
  ];
  const groups = specs.map(group);
  const shown = groups.filter(({ places }) => places.length > 0);
  const known = new Map([
    ...groups.map(({ anchor, all }) => [anchor, all] as const),
    ...shown.map(({ anchor }) => [anchor, `#${anchor}`] as const),
  ]);
  const earlier = { asked: comparedLevel(numbers), href: rows({ days: 'before' }) };
  return { groups: shown, linkTo: (anchor) => known.get(anchor), rows, link, earlier };
}

import type { Example } from '../../domain/reports/day-rollup.ts';
import { type SentimentTone, toneOf } from '../../domain/reports/sentiment-share.ts';
import { reachBandOf, REACH_BANDS } from '../../domain/reports/reach.ts';
import { dayReader } from '../../domain/reports/period.ts';
import type { ReportNumbers } from '../../domain/reports/report-numbers.ts';
import { isWrittenBy, ROWS, type RowsQuery, rowsText } from '../../domain/reports/rows-query.ts';
import { countryName } from '../text/place-names.ts';
import { shortDay } from './format-days.ts';
import { titleLine } from './title-line.ts';

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

/** A group, and the query for all of its articles. */
type GroupSpec = Omit<Group, 'places' | 'all'> & { query: Partial<RowsQuery> };

/** Which of the listed articles are behind which number. */
export interface FindingsIndex {
  groups: readonly Group[];
  /** The link to the findings behind a number: in the report, else on a page of its own. */
  linkTo: (anchor: string) => string | undefined;
  /** The link to a page with the findings behind a number; undefined where there are no links. */
  rows: (query: RowsQuery) => string | undefined;
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
  const group = (head: GroupSpec, isIn: (example: Example) => boolean): Group => {
    const { query, ...rest } = head;
    const places = examples.flatMap((one, index) => (isIn(one) ? [index + 1] : []));
    return { ...rest, places, all: head.articles === 0 ? undefined : rows({ days: 'now', ...query }) };
  };
  const { count, negative, positive } = sentiment.now;
  const tones = { negative, neutral: count - negative - positive, positive };
  const groups = [
    ...days.map(({ day, articles }) =>
      group(
        { anchor: anchors.day(day), label: shortDay(day), articles, query: { days: { day } } },
        ({ at }) => dayIn(at) === day,
      ),
    ),
    ...topStories.map(({ id, first, articles }, n) =>
      group(
        {
          anchor: anchors.story(n),
          label: `“${titleLine(first.title, 80)}”`,
          articles,
          query: { story: id },
        },
        ({ story }) => story === id,
      ),
    ),
    ...(['negative', 'neutral', 'positive'] as const).map((tone) =>
      group(
        { anchor: anchors.tone(tone), label: `${tone} tone`, articles: tones[tone], query: { tone } },
        ({ mood: value }) => value !== undefined && toneOf(value) === tone,
      ),
    ),
    ...reach.map(({ id, label, articles }) =>
      group(
        { anchor: anchors.reach(id), label, articles: articles.now, query: { reach: id } },
        ({ rank }) => REACH_BANDS[reachBandOf(rank)]?.id === id,
      ),
    ),
    ...topOutlets.map(({ domain, name, articles }, n) =>
      group(
        {
          anchor: anchors.outlet(n),
          label: titleLine(name ?? domain, 60),
          articles: articles.now,
          query: { outlet: domain },
        },
        (one) => one.domain === domain,
      ),
    ),
    ...topAuthors.map(({ key, articles }, n) =>
      group(
        {
          anchor: anchors.author(n),
          label: titleLine(key, 60),
          articles: articles.now,
          query: { author: key },
        },
        (one) => isWrittenBy(one, key),
      ),
    ),
    ...topCountries.map(({ key, articles }, n) =>
      group(
        {
          anchor: anchors.country(n),
          label: countryName(key),
          articles: articles.now,
          query: { country: key },
        },
        ({ country }) => country === key,
      ),
    ),
  ];
  const shown = groups.filter(({ places }) => places.length > 0);
  const known = new Map([
    ...groups.map(({ anchor, all }) => [anchor, all] as const),
    ...shown.map(({ anchor }) => [anchor, `#${anchor}`] as const),
  ]);
  return { groups: shown, linkTo: (anchor) => known.get(anchor), rows };
}

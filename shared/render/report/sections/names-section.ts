import { typedKeys } from '../../../domain/lib/fields.ts';
import { COUNTED_TOPICS, type CountedTopic } from '../../../domain/reports/day-rollup.ts';
import type { CountRow, OutletRow, ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import {
  countryName,
  formatCount,
  formatNumber,
  knownRank,
  languageName,
  titleLine,
} from '../../text/format-values.ts';
import type { Links } from '../model/links.ts';
import { type Section, type Table, tableOf } from '../model/report-model.ts';

/** Outlets, authors, countries and languages by their articles. */
export function outletsSection(numbers: ReportNumbers, links: Links): Section | undefined {
  const { topAuthors, topCountries, topLanguages, topOutlets, outlets, authors, articles, others } = numbers;
  if (articles.now === 0) return undefined;
  const byAuthors =
    authors.now === 0
      ? 'The service named no authors.'
      : [formatCount(authors.now, 'named author'), links.inBefore(authors.before), '.'];
  const rankNote = topOutlets.some(isRanked)
    ? ' The rank is the place of an outlet among all websites: 1 has the most readers.'
    : '';
  const of = { numbers, links };
  const tables = [
    countTable(topAuthors, { ...of, of: 'author', title: 'Authors', rest: others.authors }),
    countTable(topCountries, {
      ...of,
      of: 'country',
      title: 'Countries of the outlets',
      rest: others.countries,
    }),
    countTable(topLanguages, { ...of, of: 'language', title: 'Languages', rest: others.languages }),
  ];
  return {
    id: 'outlets',
    title: 'Outlets and authors',
    blocks: [
      {
        text: [formatCount(outlets.now, 'outlet'), links.inBefore(outlets.before), '. ', byAuthors, rankNote],
      },
      { tables: [outletTable(numbers, links)], brief: 5 },
      { tables: tables.filter(({ rows }) => rows.length > 0), areColumns: true },
    ],
  };
}

function isRanked({ rank }: OutletRow): boolean {
  return knownRank(rank) !== undefined;
}

/** The outlets by their articles; a column for which the service gave no value is left out. */
function outletTable({ topOutlets, others, outlets, noTone }: ReportNumbers, { both }: Links): Table {
  const rows = [...topOutlets, ...others.outlets];
  const nameOf = ({ name, domain }: OutletRow) => titleLine(name ?? domain, 60);
  return tableOf(rows, {
    of: 'outlet',
    title: 'Outlets with the most articles',
    key: ({ domain }) => domain,
    columns: ({ text, count, compared, tone, data }) => [
      text('Outlet', (row) => [
        nameOf(row),
        row.name === undefined ? '' : { text: ` (${titleLine(row.domain, 60)})`, isMuted: true },
      ]),
      data('Domain', ({ domain }) => domain),
      topOutlets.some(isRanked) &&
        count(
          'Rank',
          ({ rank }) => knownRank(rank),
          () => undefined,
          { isOptional: true },
        ),
      topOutlets.some(({ country }) => country !== undefined) &&
        text('Country', ({ country }) => (country === undefined ? '–' : countryName(country)), {
          isOptional: true,
        }),
      compared(
        'Articles',
        ({ articles }) => articles,
        (row, n) =>
          both({ outlet: row.domain }, n < topOutlets.length ? listedAs(nameOf(row), row) : undefined),
      ),
      noTone === undefined && topOutlets.some(({ mood }) => mood.count > 0) && tone(({ mood }) => mood),
    ],
    rest: {
      top: topOutlets.length,
      title: `Other outlets (${formatNumber(outlets.now - topOutlets.length)})`,
      left: outlets.now - rows.length,
    },
  });
}

function listedAs(label: string, { articles }: Pick<CountRow, 'articles'>) {
  return { label, articles: articles.now };
}

interface Counts {
  of: 'author' | 'country' | 'language' | CountedTopic;
  title: string;
  /** The names after the top ones. */
  rest?: readonly CountRow[];
  numbers: ReportNumbers;
  links: Links;
}

/** What the service may not have given for each article. */
const PROPERTIES: Readonly<Partial<Record<Counts['of'], string>>> = {
  country: 'a country',
  language: 'a language',
};

/** The names with the most articles, with bars and changes, and a list of the other names. */
function countTable(top: readonly CountRow[], { of, title, rest = [], numbers, links }: Counts): Table {
  const rows = [...top, ...rest];
  const nameOf = ({ key }: CountRow) =>
    of === 'country' ? countryName(key) : of === 'language' ? languageName(key) : titleLine(key, 60);
  const known = rows.reduce((total, { articles }) => total + articles.now, 0);
  const all = numbers.articles.now;
  const property = PROPERTIES[of];
  const isListed = of === 'author' || of === 'country';
  return tableOf(rows, {
    of,
    title,
    look: 'bars',
    key: ({ key }) => key,
    columns: ({ text, compared }) => [
      text('Name', nameOf),
      compared(
        'Articles',
        ({ articles }) => articles,
        (row, n) =>
          links.both({ [of]: row.key }, isListed && n < top.length ? listedAs(nameOf(row), row) : undefined),
      ),
    ],
    rest: { top: top.length, title: `Others (${formatNumber(rest.length)})`, left: 0 },
    ...(property !== undefined &&
      known < all && {
        note: `The service gave ${property} for ${formatNumber(known)} of ${formatCount(all, 'article')}.`,
      }),
  });
}

const TITLES: Readonly<Record<CountedTopic, string>> = {
  theme: 'Themes',
  person: 'People',
  place: 'Places',
  iptc: 'IPTC media topics',
  iab: 'IAB categories',
};

/** What the articles are about. Nothing where the service says nothing of it. */
export function topicsSection(numbers: ReportNumbers, links: Links): Section | undefined {
  const kinds = typedKeys(COUNTED_TOPICS).filter((kind) => numbers.topTopics[kind].length > 0);
  if (kinds.length === 0) return undefined;
  const tables = kinds.map((of) =>
    countTable(numbers.topTopics[of], { of, title: TITLES[of], numbers, links }),
  );
  return {
    id: 'topics',
    title: 'Themes, people and places',
    blocks: [
      {
        text: 'As the news service labels the articles. An article can have several labels, and counts for each.',
      },
      { tables, areColumns: true, brief: 5 },
    ],
  };
}

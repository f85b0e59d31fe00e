import { typedKeys } from '../../../domain/lib/fields.ts';
import { comparedLevel } from '../../../domain/reports/unequal-coverage.ts';
import type { CountRow, OutletRow, ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { COUNTED_TOPICS, type CountedTopic } from '../../../domain/reports/day-rollup.ts';
import type { RowsQuery } from '../../../domain/reports/rows-query.ts';
import {
  countryName,
  formatCount,
  formatNumber,
  formatTone,
  knownRank,
  languageName,
  titleLine,
} from '../../text/format-values.ts';
import { html, type Html } from '../../text/html.ts';
import { anchors, type FindingsIndex } from '../findings-index.ts';
import {
  type Cell,
  changeCell,
  type Column,
  countCell,
  earlierCell,
  inBefore,
  linked,
  numberCell,
  numberColumn,
  shareBar,
  table,
} from './table.ts';

/** Outlets, authors, countries and languages by their articles. */
export function outletsSection(numbers: ReportNumbers, index: FindingsIndex): Html {
  const { topAuthors, topCountries, topLanguages, outlets, authors, articles, others, period } = numbers;
  const { linkTo, rows, earlier } = index;
  if (articles.now === 0) return html``;
  const authorNote =
    authors.now === 0
      ? 'The service named no authors.'
      : html`${formatCount(authors.now, 'named author')}${inBefore({ n: authors.before, ...earlier }, period)}.`;
  const rankNote = numbers.topOutlets.some(isRanked)
    ? ' The rank is the place of an outlet among all websites: 1 has the most readers.'
    : '';
  return html`<section id="outlets"><h2>Outlets and authors</h2>
<p>${formatCount(outlets.now, 'outlet')}${inBefore({ n: outlets.before, ...earlier }, period)}. ${authorNote}${rankNote}</p>
${outletTable(numbers, index)}
${otherNames(others.outlets, { summary: 'Other outlets', all: outlets.now - numbers.topOutlets.length, link: (outlet) => rows({ days: 'now', outlet }) })}
<div class="columns">
${countTable(topAuthors, {
  caption: 'Authors',
  numbers,
  name: (key) => titleLine(key, 60),
  link: (_, n) => linkTo(anchors.author(n)),
  query: (author) => ({ author }),
  rest: others.authors,
  index,
})}
${countTable(topCountries, {
  caption: 'Countries of the outlets',
  numbers,
  name: countryName,
  link: (_, n) => linkTo(anchors.country(n)),
  query: (country) => ({ country }),
  rest: others.countries,
  index,
  property: 'a country',
})}
${countTable(topLanguages, {
  caption: 'Languages',
  numbers,
  name: languageName,
  link: (language) => rows({ days: 'now', language }),
  query: (language) => ({ language }),
  rest: others.languages,
  index,
  property: 'a language',
})}
</div></section>`;
}

function isRanked({ rank }: OutletRow): boolean {
  return knownRank(rank) !== undefined;
}

/** The outlets with the most articles; a column for which the service gave no value is left out. */
function outletTable(
  { topOutlets, asked, compared, noTone }: ReportNumbers,
  { linkTo, rows }: FindingsIndex,
): Html {
  const before = comparedLevel({ asked, compared });
  const columns: OutletColumn[] = [
    {
      head: { title: 'Rank', number: true, isOptional: true },
      isShown: topOutlets.some(isRanked),
      cell: ({ rank }) => numberCell(formatNumberOrDash(knownRank(rank))),
    },
    {
      head: { title: 'Country', isOptional: true },
      isShown: topOutlets.some(({ country }) => country !== undefined),
      cell: ({ country }) => (country === undefined ? '–' : countryName(country)),
    },
    {
      head: numberColumn('Articles'),
      isShown: true,
      cell: ({ articles }, n) => countCell(articles.now, linkTo(anchors.outlet(n))),
    },
    {
      head: numberColumn('Before'),
      isShown: before === 'all',
      cell: ({ domain, articles }) =>
        earlierCell({ n: articles.before, asked: before, href: rows({ days: 'before', outlet: domain }) }),
    },
    {
      head: numberColumn('Tone'),
      isShown: noTone === undefined && topOutlets.some(({ mood: sentiment }) => sentiment.count > 0),
      cell: ({ mood: sentiment }) => numberCell(formatTone(sentiment)),
    },
  ];
  const shown = columns.filter(({ isShown }) => isShown);
  return table({
    caption: 'Outlets with the most articles',
    head: ['Outlet', ...shown.map(({ head }) => head)],
    rows: topOutlets.map((row, n) => [nameCell(row), ...shown.map(({ cell }) => cell(row, n))]),
  });
}

interface OutletColumn {
  head: Column;
  isShown: boolean;
  cell: (row: OutletRow, n: number) => Cell;
}

function nameCell({ name, domain }: OutletRow): Cell {
  const beside = name === undefined ? '' : html` <span class="muted">${titleLine(domain, 60)}</span>`;
  return [titleLine(name ?? domain, 60), beside];
}

function formatNumberOrDash(n: number | undefined): string {
  return n === undefined ? '–' : formatNumber(n);
}

interface CountTableSpec {
  caption: string;
  numbers: ReportNumbers;
  name: (key: string) => string;
  /** The link to the findings behind a number. */
  link: (key: string, n: number) => string | undefined;
  query: (key: string) => Partial<RowsQuery>;
  /** The names after the top ones. */
  rest: readonly { key: string; articles: number }[];
  index: FindingsIndex;
  /** What the service may not have given for each article, such as `a country`. */
  property?: string;
}

/** The names with the most articles, with bars and changes, and a list of the other names. */
function countTable(top: readonly CountRow[], spec: CountTableSpec): Html {
  const { caption, numbers, name, link, query, rest, index } = spec;
  if (top.length === 0) return html``;
  const { isEqual: isComparable } = numbers.compared;
  const most = Math.max(...top.map(({ articles }) => articles.now));
  const findingsLink = (key: string, days: 'now' | 'before') => index.rows({ days, ...query(key) });
  return html`<div>${table({
    caption,
    head: ['Name', numberColumn('Articles'), ...(isComparable ? [numberColumn('Change')] : [])],
    rows: top.map(({ key, articles }, n) => [
      [name(key), shareBar(articles.now, most)],
      countCell(articles.now, link(key, n)),
      ...(isComparable ? [changeCell(articles, { asked: 'all', href: findingsLink(key, 'before') })] : []),
    ]),
  })}${missingNote(top, spec)}
${otherNames(
  rest.map(({ key, articles }) => ({ key, articles, name: name(key) })),
  { summary: 'Others', all: rest.length, link: (key) => findingsLink(key, 'now') },
)}</div>`;
}

function missingNote(top: readonly CountRow[], { numbers, rest, property }: CountTableSpec): Html {
  const counts = [...top.map(({ articles }) => articles.now), ...rest.map(({ articles }) => articles)];
  const known = counts.reduce((total, count) => total + count, 0);
  const all = numbers.articles.now;
  if (property === undefined || known >= all) return html``;
  return html`<p class="note">The service gave ${property} for ${formatNumber(known)} of ${formatCount(all, 'article')}.</p>`;
}

/** The names after the top ones, with their numbers; `all` is how many there are. */
function otherNames(
  rows: readonly { key: string; articles: number; name?: string }[],
  { summary, all, link }: { summary: string; all: number; link: (key: string) => string | undefined },
): Html {
  if (rows.length === 0) return html``;
  const left = all - rows.length;
  return html`<details class="behind"><summary>${summary} (${formatNumber(all)})</summary>
<ul class="names">${rows.map(
    ({ key, articles, name }) =>
      html`<li>${titleLine(name ?? key, 60)}: ${linked(formatNumber(articles), link(key))}</li>`,
  )}</ul>${left > 0 ? html`<p class="note">And ${formatNumber(left)} more with fewer articles.</p>` : ''}</details>`;
}

const CAPTIONS: Readonly<Record<CountedTopic, string>> = {
  theme: 'Themes',
  person: 'People',
  place: 'Places',
  iptc: 'IPTC media topics',
  iab: 'IAB categories',
};

/** What the articles are about. Nothing where the service says nothing of it. */
export function topicsSection(numbers: ReportNumbers, index: FindingsIndex): Html {
  const kinds = typedKeys(COUNTED_TOPICS).filter((kind) => numbers.topTopics[kind].length > 0);
  if (kinds.length === 0) return html``;
  return html`<section id="topics"><h2>Themes, people and places</h2>
<p>As the news service labels the articles. An article can have several labels, and counts for each.</p>
<div class="columns">
${kinds.map((kind) =>
  countTable(numbers.topTopics[kind], {
    caption: CAPTIONS[kind],
    numbers,
    name: (key) => titleLine(key, 60),
    link: (key) => index.rows({ days: 'now', [kind]: key }),
    query: (key) => ({ [kind]: key }),
    rest: [],
    index,
  }),
)}
</div></section>`;
}

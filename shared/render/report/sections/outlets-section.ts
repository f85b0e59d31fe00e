import type { CountRow, OutletRow, ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import type { RowsQuery } from '../../../domain/reports/rows-query.ts';
import { type Html, html } from '../../html/html.ts';
import { anchors, type FindingsIndex } from '../findings-index.ts';
import { counted, countryName, languageName, line, num, tone } from '../words.ts';
import { alsoBefore, changeCell, earlierCell } from './earlier-numbers.ts';
import { bar, type Cell, figure, type Head, linked, numeric, table, words } from './table.ts';

/** Top outlets, authors, countries and languages, and those that follow them. */
export function topsSection(numbers: ReportNumbers, index: FindingsIndex): Html {
  const { topAuthors, topCountries, topLanguages, outlets, authors, articles, others, period, asked } =
    numbers;
  const { linkTo, rows } = index;
  if (articles.now === 0) return html``;
  const earlier = (n: number) => ({ n, asked: asked.articles.before, href: rows({ days: 'before' }) });
  const named =
    authors.now === 0
      ? 'The service named no author.'
      : html`${counted(authors.now, 'named author', 'named authors')}${alsoBefore(earlier(authors.before), period)}.`;
  const ranks = numbers.topOutlets.some(({ rank = 999_999 }) => rank < 999_999)
    ? ' An outlet’s rank is its place among all sites: 1 is the most read.'
    : '';
  return html`<section id="outlets"><h2>Who wrote</h2>
<p>${counted(outlets.now, 'outlet', 'outlets')}${alsoBefore(earlier(outlets.before), period)}. ${named}${ranks}</p>
${outletTable(numbers, index)}
${otherNames(others.outlets, { summary: 'Other outlets', all: outlets.now - numbers.topOutlets.length, link: (outlet) => rows({ days: 'now', outlet }) })}
<div class="columns">
${countTable(topAuthors, {
  caption: 'Authors',
  numbers,
  name: (key) => line(key, 60),
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
  each: 'a country',
})}
${countTable(topLanguages, {
  caption: 'Languages',
  numbers,
  name: languageName,
  link: (language) => rows({ days: 'now', language }),
  query: (language) => ({ language }),
  rest: others.languages,
  index,
  each: 'a language',
})}
</div></section>`;
}

/** The columns of what the service said of none of these outlets are left out. */
function outletTable({ topOutlets, asked }: ReportNumbers, { linkTo, rows }: FindingsIndex): Html {
  const isRanked = ({ rank = 999_999 }: OutletRow) => rank < 999_999;
  const columns: OutletColumn[] = [
    {
      head: { title: 'Rank', number: true, spare: true },
      isShown: topOutlets.some(isRanked),
      cell: (row) => numeric(isRanked(row) ? num(row.rank ?? 0) : '–'),
    },
    {
      head: { title: 'Country', spare: true },
      isShown: topOutlets.some(({ country }) => country !== undefined),
      cell: ({ country }) => words(country === undefined ? '–' : countryName(country)),
    },
    {
      head: { title: 'Articles', number: true },
      isShown: true,
      cell: ({ articles }, n) => figure(articles.now, linkTo(anchors.outlet(n))),
    },
    {
      head: { title: 'Before', number: true },
      isShown: asked.articles.before !== 'none',
      cell: ({ domain, articles }) =>
        earlierCell({
          n: articles.before,
          asked: asked.articles.before,
          href: rows({ days: 'before', outlet: domain }),
        }),
    },
    {
      head: { title: 'Tone', number: true },
      isShown: topOutlets.some(({ mood: sentimentSum }) => sentimentSum.count > 0),
      cell: ({ mood: sentimentSum }) => numeric(tone(sentimentSum)),
    },
  ];
  const shown = columns.filter(({ isShown }) => isShown);
  return table({
    caption: 'Outlets that wrote most',
    head: [{ title: 'Outlet' }, ...shown.map(({ head }) => head)],
    rows: topOutlets.map((row, n) => [nameCell(row), ...shown.map(({ cell }) => cell(row, n))]),
  });
}

interface OutletColumn {
  head: Head;
  isShown: boolean;
  cell: (row: OutletRow, n: number) => Cell;
}

function nameCell({ name, domain }: OutletRow): Cell {
  const beside = name === undefined ? '' : html` <span class="muted">${line(domain, 60)}</span>`;
  return words([line(name ?? domain, 60), beside]);
}

interface CountOrder {
  caption: string;
  numbers: ReportNumbers;
  name: (key: string) => string;
  /** The link to what stands behind a number. */
  link: (key: string, n: number) => string | undefined;
  query: (key: string) => Partial<RowsQuery>;
  /** Those after the top ones. */
  rest: readonly { key: string; articles: number }[];
  index: FindingsIndex;
  /** What an article has one of, if the service knows it. */
  each?: string;
}

function countTable(top: readonly CountRow[], order: CountOrder): Html {
  const { caption, numbers, name, link, query, rest, index, each } = order;
  if (top.length === 0) return html``;
  const isComparable = numbers.asked.articles.before === 'all';
  const most = Math.max(...top.map(({ articles }) => articles.now));
  const sum = [...top.map(({ articles }) => articles.now), ...rest.map(({ articles }) => articles)];
  const known = sum.reduce((total, count) => total + count, 0);
  const note =
    each === undefined || known >= numbers.articles.now
      ? ''
      : html`<p class="note">The service gave ${each} for ${num(known)} of ${counted(numbers.articles.now, 'article', 'articles')}.</p>`;
  const rowsOf = (key: string, days: 'now' | 'before') => index.rows({ days, ...query(key) });
  return html`<div>${table({
    caption,
    head: [
      { title: 'Name' },
      { title: 'Articles', number: true },
      ...(isComparable ? [{ title: 'Change', number: true }] : []),
    ],
    rows: top.map(({ key, articles }, n) => [
      words([name(key), bar(articles.now, most)]),
      figure(articles.now, link(key, n)),
      ...(isComparable ? [changeCell(articles, { asked: 'all', href: rowsOf(key, 'before') })] : []),
    ]),
  })}${note}
${otherNames(
  rest.map(({ key, articles }) => ({ key, articles, name: name(key) })),
  { summary: 'The others', all: rest.length, link: (key) => rowsOf(key, 'now') },
)}</div>`;
}

/** Names that follow the top ones, with their numbers; `all` is how many there are. */
function otherNames(
  rows: readonly { key: string; articles: number; name?: string }[],
  { summary, all, link }: { summary: string; all: number; link: (key: string) => string | undefined },
): Html {
  if (rows.length === 0) return html``;
  const left = all - rows.length;
  return html`<details class="behind"><summary>${summary} (${num(all)})</summary>
<ul class="names">${rows.map(
    ({ key, articles, name }) => html`<li>${line(name ?? key, 60)}: ${linked(num(articles), link(key))}</li>`,
  )}</ul>${left > 0 ? html`<p class="note">And ${num(left)} more with fewer articles.</p>` : ''}</details>`;
}

import type { OutletRow, ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { type Html, html } from '../../html/html.ts';
import { formatCount, formatNumber } from '../../text/format-count.ts';
import { knownRank } from '../../text/known-rank.ts';
import { countryName, languageName } from '../../text/place-names.ts';
import { anchors, type FindingsIndex } from '../findings-index.ts';
import { formatTone } from '../format-values.ts';
import { titleLine } from '../title-line.ts';
import { countTable, otherNames } from './count-table.ts';
import { alsoBefore, earlierCell } from './earlier-numbers.ts';
import { type Cell, type Column, countCell, numberCell, table, textCell } from './table.ts';

/** Outlets, authors, countries and languages by their articles. */
export function outletsSection(numbers: ReportNumbers, index: FindingsIndex): Html {
  const { topAuthors, topCountries, topLanguages, outlets, authors, articles, others, period, asked } =
    numbers;
  const { linkTo, rows } = index;
  if (articles.now === 0) return html``;
  const earlier = (n: number) => ({ n, asked: asked.articles.before, href: rows({ days: 'before' }) });
  const authorNote =
    authors.now === 0
      ? 'The service named no authors.'
      : html`${formatCount(authors.now, 'named author')}${alsoBefore(earlier(authors.before), period)}.`;
  const rankNote = numbers.topOutlets.some(isRanked)
    ? ' The rank is the place of an outlet among all websites: 1 has the most readers.'
    : '';
  return html`<section id="outlets"><h2>Outlets and authors</h2>
<p>${formatCount(outlets.now, 'outlet')}${alsoBefore(earlier(outlets.before), period)}. ${authorNote}${rankNote}</p>
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
function outletTable({ topOutlets, asked }: ReportNumbers, { linkTo, rows }: FindingsIndex): Html {
  const { before } = asked.articles;
  const columns: OutletColumn[] = [
    {
      head: { title: 'Rank', number: true, isOptional: true },
      isShown: topOutlets.some(isRanked),
      cell: ({ rank }) => numberCell(formatNumberOrDash(knownRank(rank))),
    },
    {
      head: { title: 'Country', isOptional: true },
      isShown: topOutlets.some(({ country }) => country !== undefined),
      cell: ({ country }) => textCell(country === undefined ? '–' : countryName(country)),
    },
    {
      head: { title: 'Articles', number: true },
      isShown: true,
      cell: ({ articles }, n) => countCell(articles.now, linkTo(anchors.outlet(n))),
    },
    {
      head: { title: 'Before', number: true },
      isShown: before !== 'none',
      cell: ({ domain, articles }) =>
        earlierCell({ n: articles.before, asked: before, href: rows({ days: 'before', outlet: domain }) }),
    },
    {
      head: { title: 'Tone', number: true },
      isShown: topOutlets.some(({ mood: sentiment }) => sentiment.count > 0),
      cell: ({ mood: sentiment }) => numberCell(formatTone(sentiment)),
    },
  ];
  const shown = columns.filter(({ isShown }) => isShown);
  return table({
    caption: 'Outlets with the most articles',
    head: [{ title: 'Outlet' }, ...shown.map(({ head }) => head)],
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
  return textCell([titleLine(name ?? domain, 60), beside]);
}

function formatNumberOrDash(n: number | undefined): string {
  return n === undefined ? '–' : formatNumber(n);
}

import type { CountRow, ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import type { RowsQuery } from '../../../domain/reports/rows-query.ts';
import { type Html, html } from '../../html/html.ts';
import { formatCount, formatNumber } from '../../text/format-count.ts';
import type { FindingsIndex } from '../findings-index.ts';
import { titleLine } from '../title-line.ts';
import { changeCell } from './earlier-numbers.ts';
import { countCell, linked, shareBar, table, textCell } from './table.ts';

export interface CountTableSpec {
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
export function countTable(top: readonly CountRow[], spec: CountTableSpec): Html {
  const { caption, numbers, name, link, query, rest, index } = spec;
  if (top.length === 0) return html``;
  const isComparable = numbers.asked.articles.before === 'all';
  const most = Math.max(...top.map(({ articles }) => articles.now));
  const findingsLink = (key: string, days: 'now' | 'before') => index.rows({ days, ...query(key) });
  return html`<div>${table({
    caption,
    head: [
      { title: 'Name' },
      { title: 'Articles', number: true },
      ...(isComparable ? [{ title: 'Change', number: true }] : []),
    ],
    rows: top.map(({ key, articles }, n) => [
      textCell([name(key), shareBar(articles.now, most)]),
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
export function otherNames(
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

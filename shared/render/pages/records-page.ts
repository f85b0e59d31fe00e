import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { PageContext } from '../../domain/pages/inbox.ts';
import {
  fieldsOf,
  type RecordsQuery,
  type RecordsView,
  ROWS_A_PAGE,
} from '../../domain/pages/search-view.ts';
import { isoOf } from '../../domain/time/instant.ts';
import { formatCount, formatNumber } from '../text/format-values.ts';
import { html, type Html } from '../text/html.ts';
import { csvCell, shortLine } from '../text/plain-text.ts';
import { csvAnswer, jsonAnswer } from './page-answer.ts';
import {
  filterChips,
  hiddenFields,
  inputField,
  labelled,
  newsLink,
  newsText,
  partMenu,
  selectField,
  timeIn,
  linkTo,
} from './page-elements.ts';
import { pageLayout } from './page-layout.ts';

/** So many fields are columns of the page; CSV and JSON have all. */
const MOST_COLUMNS = 6;
const LONGEST_CELL = 60;
const MOST_SOURCES = 3;
const LONGEST_TITLE = 90;
/** A field with a longer name cannot be sorted by: each address would have the name. */
const LONGEST_NAME = 60;
const MOST_NAMES = 40;

/** Records or events as a table: fields as columns, with their sources, to sort and to filter. */
export function recordsPage(view: RecordsView, desk: PageContext): HttpAnswer {
  const { query, rows, read, isCut, ignored } = view;
  const main = html`<h1>Records${query.watch !== '' && html` of ${query.watch}`}</h1>
${view.watches.length === 0 ? html`<p>No watch finds records or events.</p>` : filterForm(view, desk)}
${cellChips(view, desk)}
${ignored.length > 0 && html`<p class="warn" role="status">Not used, because no record of these days has such a field: ${newsText(ignored.join(', '))}.</p>`}
<p class="soft small" role="status">${formatCount(rows.length, 'record')} out of ${formatNumber(read)} found from ${query.from} to ${query.to} (UTC).${
    isCut && ` These days have more: the latest ${formatNumber(read)} were read. Choose fewer days.`
  } ${rows.length > 0 && html`All fields as ${linkTo(addressOf(query, desk, { form: '/csv' }), 'CSV')} or ${linkTo(addressOf(query, desk, { form: '/json' }), 'JSON')}.`}</p>
${rows.length > 0 && table(view, desk)}
${pageLinks(view, desk)}`;
  return pageLayout({ title: 'Records', main, desk, list: '/records' });
}

function addressOf(
  { watch, sort, descending, cells, ...query }: RecordsQuery,
  { root }: PageContext,
  { form = '', page }: { form?: string; page?: number } = {},
): string {
  const fields = new URLSearchParams({ ...cells, ...query, sort, order: descending ? 'down' : 'up' });
  if (page !== undefined) fields.set('page', String(page));
  return `${root}/records/${watch}${form}?${fields.toString()}`;
}

function filterForm({ query, columns, watches }: RecordsView, { root }: PageContext): Html {
  const { watch, words, cells, from, to, sort, descending } = query;
  const names = columns.filter((name) => name.length <= LONGEST_NAME).slice(0, MOST_NAMES);
  return html`${watches.length > 1 && html`<p class="days">${watches.slice(0, 40).map((id) => html`<a href="${root}/records/${id}"${id === watch && html` aria-current="page"`}>${id}</a> `)}</p>`}
<form class="search" role="search" method="get" action="${root}/records/${watch}">${hiddenFields(cells)}<div class="fields">
${labelled('Words', inputField('words', { value: words, type: 'search' }))}
${labelled('Column', selectField('column', { options: names, chosen: undefined, any: 'any' }))}
${labelled('Has', inputField('is', {}))}
${labelled('From', inputField('from', { value: from, type: 'date' }))}${labelled('To', inputField('to', { value: to, type: 'date' }))}
${labelled('Sort by', selectField('sort', { options: ['found', 'published', 'title', ...names], chosen: sort }))}
${labelled('Order', html`<select name="order"><option value="down">from high to low</option><option value="up"${!descending && html` selected`}>from low to high</option></select>`)}
<label><span>&nbsp;</span><button>Filter</button></label></div></form>`;
}

/** Each column that the address filters, with a link to the same table without it. */
function cellChips({ query }: RecordsView, desk: PageContext): Html | undefined {
  const cells = Object.entries(query.cells);
  return filterChips(
    cells.map(([name, value]) => {
      const left = Object.fromEntries(cells.filter(([other]) => other !== name));
      return { name: columnName(name), value, without: addressOf({ ...query, cells: left }, desk) };
    }),
  );
}

function columnName(name: string): string {
  return shortLine(name, LONGEST_CELL).replaceAll('_', ' ');
}

function table({ query, columns, rows, page }: RecordsView, desk: PageContext): Html {
  const shown = columns.slice(0, MOST_COLUMNS);
  const head = (sort: string, name: string) => {
    const words = columnName(name);
    const text = words.charAt(0).toUpperCase() + words.slice(1);
    if (sort.length > LONGEST_NAME) return html`<th scope="col">${text}</th>`;
    const isNow = query.sort === sort;
    const descending = isNow ? !query.descending : sort === 'found';
    const state = !isNow ? undefined : query.descending ? 'descending' : 'ascending';
    return html`<th scope="col"${state && html` aria-sort="${state}"`}><a href="${addressOf({ ...query, sort, descending }, desk)}">${text}${isNow && html` <span aria-hidden="true">${query.descending ? '↓' : '↑'}</span>`}</a></th>`;
  };
  const part = rows.slice((page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE);
  return html`<div class="wide" tabindex="0" role="region" aria-label="Records"><table>
<thead><tr>${head('found', 'Found')}${head('title', 'Record')}${shown.map((name) => head(name, name))}<th scope="col">Sources</th></tr></thead>
<tbody>${part.map((row) => rowOf(row, { shown, desk }))}</tbody></table></div>
${columns.length > shown.length && html`<p class="soft small">${formatCount(columns.length - shown.length, 'more field')} in CSV and JSON.</p>`}`;
}

function rowOf(
  { finding, foundAt }: StoredFinding,
  { shown, desk }: { shown: readonly string[]; desk: PageContext },
): Html {
  const fields = fieldsOf(finding);
  const { title, fingerprint, link } = finding;
  return html`<tr><td data-label="found">${timeIn(foundAt, desk.timezone)}</td><td>${newsLink(shortLine(title === '' ? fingerprint : title, LONGEST_TITLE), link)}</td>${shown.map(
    (name) =>
      html`<td${isWhole(fields[name]) && html` class="whole"`} data-label="${shortLine(name, 32).replaceAll('_', ' ')}">${newsText(fields[name] ?? '–', LONGEST_CELL)}</td>`,
  )}<td data-label="sources">${sourcesOf(finding)}</td></tr>`;
}

/** Whether a cell is a date or a number, which no line may break. */
function isWhole(cell = ''): boolean {
  return /^[\d.,:+T-]{1,25}Z?$/.test(cell);
}

function sourcesOf({ articles = [], articleCount = articles.length }: StoredFinding['finding']): Html {
  if (articles.length === 0) return html`–`;
  const shown = articles.slice(0, MOST_SOURCES);
  const more = articleCount - shown.length;
  return html`${shown.map((article, n) => html`${n > 0 && html`<br>`}${newsLink(shortLine(article.title, LONGEST_CELL), article.link)}`)}${more > 0 && html`<br><span class="soft small">and ${formatNumber(more)} more</span>`}`;
}

function pageLinks({ query, rows, page }: RecordsView, desk: PageContext): Html | undefined {
  const link = (to: number) => addressOf(query, desk, { page: to });
  const part = { part: page, parts: Math.ceil(rows.length / ROWS_A_PAGE) };
  return partMenu(part, { link, back: '← previous', on: 'next →' });
}

/** The records of a table as CSV: one row each, one column for each field. A spreadsheet runs no cell as a formula. */
export function recordsCsv({ columns, rows }: RecordsView): HttpAnswer {
  const head = ['id', 'foundAt', 'publishedAt', 'title', 'link', ...columns, 'companies', 'sources'];
  const lines = rows.map((row) => {
    const { id, foundAt, publishedAt, title, link, fields, companies, sources } = documentOf(row);
    const cells = columns.map((name) => fields[name] ?? '');
    const links = sources.flatMap((source) => source.link ?? []);
    return [
      id,
      foundAt,
      publishedAt ?? '',
      title,
      link ?? '',
      ...cells,
      companies.join(' | '),
      links.join(' | '),
    ];
  });
  return csvAnswer(
    [head, ...lines].map((cells) => `${cells.map((cell) => csvCell(cell)).join(',')}\n`).join(''),
  );
}

/** The same as JSON, with the sources of each record. */
export function recordsJson({ query, rows, read, isCut }: RecordsView): HttpAnswer {
  const { watch, from, to } = query;
  return jsonAnswer({ v: 1, watch, from, to, read, isCut, records: rows.map(documentOf) });
}

function documentOf({ finding, foundAt }: StoredFinding) {
  const { fingerprint, publishedAt, title, link, entities = [], companies = [], articles = [] } = finding;
  return {
    id: fingerprint,
    foundAt: isoOf(foundAt),
    publishedAt: timeOf(publishedAt),
    title,
    link: link ?? null,
    fields: fieldsOf(finding),
    companies: [...new Set([...entities.map(({ name }) => name), ...companies])],
    sources: articles.map((article) => ({
      title: article.title,
      link: article.link ?? null,
      publishedAt: timeOf(article.publishedAt),
    })),
  };
}

function timeOf(at: number | undefined): string | null {
  return at === undefined ? null : isoOf(at);
}

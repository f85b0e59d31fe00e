import type { CoverageLevel } from '../../../domain/reports/coverage-days.ts';
import { type Period, spanWords } from '../../../domain/reports/period.ts';
import type { Compared } from '../../../domain/reports/report-numbers.ts';
import type { Example } from '../../../domain/reports/day-rollup.ts';
import { formatChange, formatNumber, titleLine } from '../../text/format-values.ts';
import { html, type Html, type Part } from '../../text/html.ts';
import { safeLink } from '../../text/plain-text.ts';

/** A cell with a number, which is aligned to the right. */
interface NumberCell {
  number: Part;
}

/** A cell: a text, or a number. */
export type Cell = Part | NumberCell;

export interface Column {
  title: string;
  number?: boolean;
  /** Left out on phones. */
  isOptional?: boolean;
}

interface TableSpec {
  caption: string;
  /** The columns; a title alone is a column of texts. */
  head: readonly (Column | string)[];
  rows: readonly (readonly Cell[])[];
  /** Shows each row as a paragraph on phones, for tables of many columns. */
  cards?: boolean;
}

/** A table; the first cell of each row is its heading. */
export function table({ caption, head, rows, cards }: TableSpec): Html {
  const columns = head.map((one): Column => (typeof one === 'string' ? { title: one } : one));
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table${cards ? html` class="cards"` : ''}>
<caption>${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${classOf(column)}>${column.title}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell, index) => cellHtml(cell, { index, column: columns[index] }))}</tr>\n`)}</tbody>
</table></div>`;
}

function cellHtml(cell: Cell, { index, column }: { index: number; column: Column | undefined }): Html {
  const number = typeof cell === 'object' && 'number' in cell;
  const content = number ? cell.number : cell;
  if (index === 0) return html`<th scope="row">${content}</th>`;
  const label = number ? html` data-label="${column?.title.toLowerCase()}"` : '';
  return html`<td${classOf({ number, isOptional: column?.isOptional ?? false })}${label}>${content}</td>`;
}

function classOf({ number, isOptional }: Omit<Column, 'title'>): Html {
  const names = [number ? 'n' : '', isOptional ? 'spare' : ''].filter((name) => name !== '');
  return names.length === 0 ? html`` : html` class="${names.join(' ')}"`;
}

export function numberColumn(title: string): Column {
  return { title, number: true };
}

/** A number; linked to the findings behind it unless it is zero. */
export function countCell(n: number, href?: string): NumberCell {
  return { number: n === 0 ? formatNumber(n) : linked(formatNumber(n), href) };
}

export function numberCell(text: string): NumberCell {
  return { number: text };
}

export function linked(text: Part, href: string | undefined): Part {
  return href === undefined ? text : html`<a href="${href}">${text}</a>`;
}

/** A table under its caption, closed until the reader opens it. */
export function collapsedTable(spec: TableSpec): Html {
  return html`<details class="behind"><summary>${spec.caption}</summary>${table(spec)}</details>`;
}

/** A bar as long as a part of the whole, for the rows of a table. */
export function shareBar(part: number, whole: number): Html {
  const width = whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10;
  return html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="f-brand" width="${width}" height="6"/></svg>`;
}

/** The names of the colours of a chart. */
export function legend(entries: readonly { name: string; colour: string; dashed?: boolean }[]): Html {
  return html`<ul class="legend">${entries.map(
    ({ name, colour, dashed }) =>
      html`<li><svg viewBox="0 0 14 10" aria-hidden="true">${
        dashed
          ? html`<path class="s-${colour}" d="M0 5H14" fill="none" stroke-width="2" stroke-dasharray="4 3"/>`
          : html`<rect class="f-${colour}" width="14" height="10" rx="2"/>`
      }</svg> ${name}</li>`,
  )}</ul>`;
}

/** The title of a listed article, and below it its title in English, if the service has translated it. */
export function exampleTitle({ title, english, link }: Pick<Example, 'title' | 'english' | 'link'>): Part {
  const text = titleLink(title, link);
  if (english === undefined) return text;
  return html`${text}<br><span class="muted">In English: ${titleLine(english, 220)}</span>`;
}

/** A title, as a link to its article if it has a safe one. */
export function titleLink(title: string, link: string | undefined): Part {
  const text = titleLine(title, 220);
  const safe = safeLink(link);
  return safe === undefined ? text : html`<a href="${safe}" rel="noopener noreferrer nofollow">${text}</a>`;
}

/** A number of the days before. */
interface Earlier {
  n: number;
  /** How much of those days the data covers. */
  asked: CoverageLevel;
  /** The list of the findings behind it. */
  href: string | undefined;
}

/**
 * A number of one day, or of the days before, in a table: none where it would be compared with days that are not
 * covered.
 */
export function earlierCell({ n, asked, href }: Earlier): NumberCell {
  if (asked === 'all') return { number: n === 0 ? formatNumber(n) : linked(formatNumber(n), href) };
  return { number: asked === 'none' && n === 0 ? html`<span class="muted">no data</span>` : '–' };
}

/** A change in a table, linked to the findings of the days before. */
export function changeCell(compared: Compared, { asked, href }: Omit<Earlier, 'n'>): NumberCell {
  const text = formatChange(compared, asked);
  return { number: compared.before === 0 ? text : linked(text, href) };
}

/** The end of a sentence: `, 274 in the 7 days before`. Nothing where these are not compared: the summary says why. */
export function inBefore({ n, asked, href }: Earlier, period: Period): Part {
  if (asked !== 'all') return '';
  return [', ', n === 0 ? 'none' : linked(formatNumber(n), href), ` ${spanWords(period).inBefore}`];
}

/** The line below a key figure: `+14%, 274 before`. Days that the same watches have not covered are not compared. */
export function comparisonNote(compared: Compared, given: Omit<Earlier, 'n'>): Part {
  const { asked, href } = given;
  // Without data, zero means unknown.
  if (compared.before === 0 && asked === 'none') return 'no data before';
  if (asked !== 'all') return 'not compared: incomplete data';
  const earlier = compared.before === 0 ? 'none' : linked(formatNumber(compared.before), href);
  const change = compared.before === 0 ? '' : `${formatChange(compared, asked)}, `;
  return [change, earlier, ' before'];
}

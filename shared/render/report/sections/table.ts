import { type Html, html, type Part } from '../../html/html.ts';
import { formatNumber, titleLine } from '../../text/format-values.ts';
import { safeLink } from '../../text/safe-link.ts';

/** One cell; numbers are aligned to the right. */
export interface Cell {
  content: Part;
  number?: boolean;
}

export interface Column {
  title: string;
  number?: boolean;
  /** Left out on phones. */
  isOptional?: boolean;
}

export interface TableSpec {
  caption: string;
  head: readonly Column[];
  rows: readonly (readonly Cell[])[];
  /** Shows each row as a paragraph on phones, for tables of many columns. */
  cards?: boolean;
}

/** A table; the first cell of each row is its heading. */
export function table({ caption, head, rows, cards }: TableSpec): Html {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table${cards ? html` class="cards"` : ''}>
<caption>${caption}</caption>
<thead><tr>${head.map((column) => html`<th scope="col"${classOf(column)}>${column.title}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell, index) => cellHtml(cell, { index, column: head[index] }))}</tr>\n`)}</tbody>
</table></div>`;
}

function cellHtml(
  { content, number }: Cell,
  { index, column }: { index: number; column: Column | undefined },
): Html {
  if (index === 0) return html`<th scope="row">${content}</th>`;
  const label = number ? html` data-label="${column?.title.toLowerCase()}"` : '';
  return html`<td${classOf({ number: number ?? false, isOptional: column?.isOptional ?? false })}${label}>${content}</td>`;
}

function classOf({ number, isOptional }: { number?: boolean; isOptional?: boolean }): Html {
  const names = [number ? 'n' : '', isOptional ? 'spare' : ''].filter((name) => name !== '');
  return names.length === 0 ? html`` : html` class="${names.join(' ')}"`;
}

export function textCell(content: Part): Cell {
  return { content };
}

/** A number; linked to the findings behind it unless it is zero. */
export function countCell(n: number, href: string | undefined): Cell {
  return { number: true, content: n === 0 ? formatNumber(n) : linked(formatNumber(n), href) };
}

export function numberCell(text: string): Cell {
  return { number: true, content: text };
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

/** A title, as a link to its article if it has a safe one. */
export function titleLink(title: string, link: string | undefined): Part {
  const text = titleLine(title, 220);
  const safe = safeLink(link);
  return safe === undefined ? text : html`<a href="${safe}" rel="noopener noreferrer nofollow">${text}</a>`;
}

import { type Html, html, type Part } from '../../html/html.ts';
import { safeLink } from '../../text/plain-text.ts';
import { line, num } from '../words.ts';

/** One cell: text reads from the left, a number from the right. */
export interface Cell {
  content: Part;
  number?: boolean;
}

export interface Head {
  title: string;
  number?: boolean;
  /** Left out on phones. */
  spare?: boolean;
}

export interface TableOrder {
  caption: string;
  head: readonly Head[];
  rows: readonly (readonly Cell[])[];
  /** On phones each row is a paragraph: for tables of many columns. */
  cards?: boolean;
}

/** A table with its heading row; the first cell of each row names it. */
export function table({ caption, head, rows, cards }: TableOrder): Html {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table${cards ? html` class="cards"` : ''}>
<caption>${caption}</caption>
<thead><tr>${head.map((one) => html`<th scope="col"${classOf(one)}>${one.title}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell, index) => cellIn(cell, { index, head: head[index] }))}</tr>\n`)}</tbody>
</table></div>`;
}

function cellIn({ content, number }: Cell, { index, head }: { index: number; head: Head | undefined }): Html {
  if (index === 0) return html`<th scope="row">${content}</th>`;
  const label = number ? html` data-label="${head?.title.toLowerCase()}"` : '';
  return html`<td${classOf({ number: number ?? false, spare: head?.spare ?? false })}${label}>${content}</td>`;
}

function classOf({ number, spare }: { number?: boolean; spare?: boolean }): Html {
  const names = [number ? 'n' : '', spare ? 'spare' : ''].filter((name) => name !== '');
  return names.length === 0 ? html`` : html` class="${names.join(' ')}"`;
}

export function words(content: Part): Cell {
  return { content };
}

/** A number, as a link to what stands behind it; behind nothing there is nothing. */
export function figure(n: number, href: string | undefined): Cell {
  return { number: true, content: n === 0 ? num(n) : linked(num(n), href) };
}

export function numeric(text: string): Cell {
  return { number: true, content: text };
}

export function linked(text: Part, href: string | undefined): Part {
  return href === undefined ? text : html`<a href="${href}">${text}</a>`;
}

/** The numbers of a chart, folded away until somebody wants them. */
export function behind(order: TableOrder): Html {
  return html`<details class="behind"><summary>${order.caption}</summary>${table(order)}</details>`;
}

/** A bar as long as its part of the whole, for rows of a table. */
export function bar(part: number, whole: number): Html {
  const width = whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10;
  return html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="f-brand" width="${width}" height="6"/></svg>`;
}

/** What a colour of a chart stands for. */
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

/** A title, as a link to its article where that is a safe one. */
export function titleOf(title: string, link: string | undefined): Part {
  const text = line(title, 220);
  const safe = safeLink(link);
  return safe === undefined ? text : html`<a href="${safe}" rel="noopener noreferrer nofollow">${text}</a>`;
}

import { type Html, html, type Part } from '../../pages/html.ts';
import { safeLink } from '../../plain-text.ts';
import { line, num } from '../words.ts';

/** One cell: text reads from the left, a number from the right. */
export interface Cell {
  content: Part;
  number?: boolean;
}

export interface TableOrder {
  caption: string;
  head: readonly { title: string; number?: boolean }[];
  rows: readonly (readonly Cell[])[];
}

/** A table with its heading row; the first cell of each row names it. */
export function table({ caption, head, rows }: TableOrder): Html {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${head.map(({ title, number }) => html`<th scope="col"${number ? html` class="n"` : ''}>${title}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map(cell)}</tr>\n`)}</tbody>
</table></div>`;
}

function cell({ content, number }: Cell, index: number): Html {
  if (index === 0) return html`<th scope="row">${content}</th>`;
  return number ? html`<td class="n">${content}</td>` : html`<td>${content}</td>`;
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

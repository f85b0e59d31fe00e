import { type Html, html, type Part } from '../../html/html.ts';

/** Names and values; a row without a value is left out. */
export function factList(rows: readonly (readonly [string, Part])[]): Html {
  const shown = rows.filter(([, value]) => value !== undefined && value !== false && value !== '');
  return html`<dl class="facts">${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** The query of a watch, one parameter a line, under the service's own names. */
export function queryList(query: Readonly<Record<string, unknown>>): Html {
  const parts = Object.entries(query).map(
    ([name, value]) =>
      html`<li><code>${name}</code> ${typeof value === 'string' ? value : JSON.stringify(value)}</li>`,
  );
  return html`<ul class="tight small">${parts}</ul>`;
}

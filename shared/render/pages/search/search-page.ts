import type { HttpAnswer } from '../../../domain/pages/http-exchange.ts';
import type { PageContext } from '../../../domain/pages/inbox.ts';
import { hitGroups } from '../../../domain/pages/search/hit-groups.ts';
import { SEARCHED, searchText } from '../../../domain/pages/search/search-query.ts';
import { placeText, type SearchView } from '../../../domain/pages/search/search-view.ts';
import { dayAfter } from '../../../domain/time/instant.ts';
import { type Html, html } from '../../html/html.ts';
import { formatCount, formatDay } from '../../text/format-values.ts';
import { timeIn } from '../parts/page-elements.ts';
import { pageLayout } from '../parts/page-layout.ts';
import { groupRow } from './hit-group-row.ts';
import { hitRow } from './hit-row.ts';
import { FIELD_NAMES, filterChips, searchForm } from './search-form.ts';

/** What a search found, the newest first, with the form to change it. */
export function searchPage(view: SearchView, desk: PageContext): HttpAnswer {
  const { query, ignored } = view;
  const rows = rowsOf(view, desk);
  const main = html`<h1>Search</h1>
${searchForm(view, desk)}
${filterChips(view, desk)}
${ignored.length > 0 && html`<p class="warn" role="status">Not used, because it is not valid: ${ignored.map((name) => FIELD_NAMES[name]).join(', ')}.</p>`}
<p class="soft small" role="status">${formatDay(query.from)} to ${formatDay(query.to)} (UTC), in ${kindsText(view)}. ${resultText(view, rows.length)}</p>
${rows.length > 0 && html`<ol class="plainlist hits">${rows.map((row) => html`<li>${row}</li>`)}</ol>`}
${onwardLinks(view, desk)}`;
  return pageLayout({ title: 'Search', main, desk, list: '/search' });
}

function kindsText({ kinds }: SearchView): string {
  const left = SEARCHED.filter((kind) => !kinds.includes(kind));
  if (kinds.length === 0) return 'nothing: no kind of entry has all of these fields';
  return left.length === 0 || left.length === SEARCHED.length - 1 ? kinds.join(', ') : kinds.join(' and ');
}

/** The results: stories with what belongs to them, or each entry by itself. */
function rowsOf({ hits, isGrouped }: SearchView, desk: PageContext): Html[] {
  if (!isGrouped) return hits.map((hit) => hitRow(hit, desk));
  const all = hitGroups();
  for (const hit of hits) all.add(hit);
  return all.groups().map((group) => groupRow(group, desk));
}

function resultText({ read, next, isFirst }: SearchView, results: number): string {
  const count = results === 0 ? 'Nothing found' : formatCount(results, 'result');
  const place = isFirst ? '' : ' on this page';
  return `${count}${place}, out of ${formatCount(read, 'item')} read${next ? ' so far' : ''}.`;
}

/** Where to go on: a search reads a part of what is stored, and says how far it came. */
function onwardLinks(view: SearchView, { root, now, timezone }: PageContext): Html {
  const { query, next, isFirst } = view;
  const address = `${root}/search?${searchText(query, now)}`;
  const onward = next
    ? html`<span>Searched back to ${timeIn(next.at, timezone)}.</span> <a rel="next" href="${address}&amp;after=${encodeURIComponent(placeText(next))}">Go on →</a>`
    : html`<span>Searched all of these days.</span> <a href="${root}/search?${searchText({ ...query, ...daysBefore(view) }, now)}">Search the 31 days before →</a>`;
  return html`<p class="days">${!isFirst && html`<a href="${address}">← newest</a> `}${onward}</p>`;
}

function daysBefore({ query }: SearchView): { from: string; to: string } {
  const to = dayAfter(query.from, -1);
  return { from: dayAfter(to, -30), to };
}

import type { PageContext } from '../../../domain/pages/inbox.ts';
import {
  ALERT_STATES,
  SEARCH_FIELDS,
  SEARCHED,
  type SearchField as Field,
  type SearchQuery,
  searchText,
} from '../../../domain/pages/search/search-query.ts';
import type { SearchView } from '../../../domain/pages/search/search-view.ts';
import { SEVERITIES } from '../../../domain/watches/watch.ts';
import { type Html, html } from '../../html/html.ts';
import { countryName, languageName } from '../../text/outlet-facts.ts';
import { newsText } from '../parts/page-elements.ts';

/** What a field is called. */
export const FIELD_NAMES: Readonly<Record<Field, string>> = {
  in: 'Look in',
  words: 'Words',
  brand: 'Brand',
  watch: 'Watch',
  channel: 'Channel',
  severity: 'Severity',
  state: 'State of alert',
  outlet: 'Outlet',
  country: 'Country',
  language: 'Language',
  from: 'From',
  to: 'To',
};

/** The fields of a search. Its address has them, so it can be kept and sent to others, and it works without scripts. */
export function searchForm({ query, choices }: SearchView, { root }: PageContext): Html {
  const select = (name: Field, options: readonly string[], any = 'any') =>
    label(
      name,
      html`<select name="${name}"><option value="">${any}</option>${options.map(
        (one) => html`<option${one === query[name] && html` selected`}>${one}</option>`,
      )}</select>`,
    );
  const input = (name: Field, { type = 'text', hint = '', most = 100 } = {}) =>
    label(
      name,
      html`<input type="${type}" name="${name}" value="${query[name] ?? ''}" maxlength="${most}" placeholder="${hint}" autocomplete="off">`,
    );
  return html`<form class="search" role="search" method="get" action="${root}/search">
<p class="first">${input('words', { type: 'search', hint: 'recall "two words" -not', most: 200 })}${select('in', SEARCHED, 'everything')}<button>Search</button></p>
<details${isNarrowed(query) && html` open`}><summary>More filters</summary><div class="fields">
${select('brand', choices.brand)}${select('watch', choices.watch)}${select('channel', choices.channel)}
${select('severity', SEVERITIES)}${select('state', ALERT_STATES)}
${input('outlet', { hint: 'news.example' })}${input('country', { hint: 'FR', most: 2 })}${input('language', { hint: 'en', most: 2 })}
${input('from', { type: 'date' })}${input('to', { type: 'date' })}</div></details>
</form>`;
}

function label(name: Field, field: Html): Html {
  return html`<label><span>${FIELD_NAMES[name]}</span>${field}</label>`;
}

function isNarrowed(query: SearchQuery): boolean {
  return shownFilters(query).length > 0;
}

/** The filters beside words and kind that a search has, days left out: a search always has them. */
function shownFilters(query: SearchQuery): Field[] {
  const always = new Set<Field>(['in', 'words', 'from', 'to']);
  return SEARCH_FIELDS.filter((name) => !always.has(name) && query[name] !== undefined);
}

/** Each filter with a link to the same search without it. */
export function filterChips({ query }: SearchView, { root, now }: PageContext): Html | undefined {
  const shown = [...(query.words === undefined ? [] : (['words'] as const)), ...shownFilters(query)];
  if (shown.length === 0) return undefined;
  return html`<ul class="chips" aria-label="Filters">${shown.map((name) => {
    const { [name]: value = '', ...rest } = query;
    const address = `${root}/search?${searchText({ from: query.from, to: query.to, ...rest }, now)}`;
    return html`<li><a href="${address}" title="Remove this filter"><span class="soft">${FIELD_NAMES[name]}</span> ${newsText(valueText(name, value), 60)} <span aria-hidden="true">×</span></a></li>`;
  })}</ul>`;
}

function valueText(name: Field, value: string): string {
  if (name === 'country') return countryName(value);
  return name === 'language' ? languageName(value) : value;
}

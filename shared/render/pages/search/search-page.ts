import { channelNameOf } from '../../../domain/channels/lanes.ts';
import { type Finding, sentimentOf } from '../../../domain/findings/finding.ts';
import type { HttpAnswer } from '../../../domain/pages/http-exchange.ts';
import type { PageContext } from '../../../domain/pages/inbox.ts';
import { searchedState } from '../../../domain/pages/search/search-match.ts';
import { SEARCHED, type Searched, searchText } from '../../../domain/pages/search/search-query.ts';
import { type Hit, placeText, type SearchView } from '../../../domain/pages/search/search-view.ts';
import { receiptIdOf } from '../../../domain/pages/signed-link.ts';
import { dayAfter } from '../../../domain/time/instant.ts';
import { type Html, html, joinParts, type Part } from '../../html/html.ts';
import { describeAlert } from '../../message/describe-alert.ts';
import { formatCount, formatDay, formatNumber } from '../../text/format-values.ts';
import { countryName, languageName } from '../../text/outlet-facts.ts';
import { itemSnippet } from '../parts/item-snippet.ts';
import { badge, newsLink, newsText, severityBadge, timeIn, toneText } from '../parts/page-elements.ts';
import { pageLayout } from '../parts/page-layout.ts';
import { FIELD_NAMES, filterChips, searchForm } from './search-form.ts';

const KIND_NAMES: Readonly<Record<Searched, string>> = {
  alerts: 'alert',
  stories: 'story',
  findings: 'finding',
  records: 'record',
};
/** How many characters of a snippet are shown. */
const LONGEST_SNIPPET = 180;

/** What a search found, the newest first, with the form to change it. */
export function searchPage(view: SearchView, desk: PageContext): HttpAnswer {
  const { query, hits, ignored } = view;
  const main = html`<h1>Search</h1>
${searchForm(view, desk)}
${filterChips(view, desk)}
${ignored.length > 0 && html`<p class="warn" role="status">Not used, because it is not valid: ${ignored.map((name) => FIELD_NAMES[name]).join(', ')}.</p>`}
<p class="soft small" role="status">${formatDay(query.from)} to ${formatDay(query.to)} (UTC), in ${kindsText(view)}. ${resultText(view)}</p>
${hits.length > 0 && html`<ol class="plainlist hits">${hits.map((hit) => html`<li>${hitRow(hit, desk)}</li>`)}</ol>`}
${onwardLinks(view, desk)}`;
  return pageLayout({ title: 'Search', main, desk, list: '/search' });
}

function kindsText({ kinds }: SearchView): string {
  const left = SEARCHED.filter((kind) => !kinds.includes(kind));
  if (kinds.length === 0) return 'nothing: no kind of entry has all of these fields';
  return left.length === 0 || left.length === SEARCHED.length - 1 ? kinds.join(', ') : kinds.join(' and ');
}

function resultText({ hits, read, next, isFirst }: SearchView): string {
  const count = hits.length === 0 ? 'Nothing found' : formatCount(hits.length, 'result');
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

function hitRow(hit: Hit, desk: PageContext): Html {
  switch (hit.kind) {
    case 'alerts':
      return alertHit(hit, desk);
    case 'stories':
      return storyHit(hit, desk);
    case 'findings':
    case 'records':
      return findingHit(hit, desk);
  }
}

function kickerOf(hit: Hit, { timezone }: PageContext, facts: readonly Part[]): Html {
  const shown = facts.filter((fact) => fact !== undefined && fact !== false && fact !== '');
  return html`<span class="kicker">${badge(KIND_NAMES[hit.kind], 'plain')} ${timeIn(hit.at, timezone)} <span>${joinParts(shown, ' · ')}</span></span>`;
}

function alertHit(hit: Extract<Hit, { kind: 'alerts' }>, desk: PageContext): Html {
  const { alert, state } = hit;
  const { headline } = describeAlert(alert, desk.timezone);
  return html`<a href="${desk.root}/alerts/${receiptIdOf(alert)}">${newsText(headline)}</a><br>
${kickerOf(hit, desk, [
  severityBadge(alert.severity),
  `${alert.watchId ?? 'Bellwether'} → ${channelNameOf(alert.channel)}`,
  searchedState(state),
  ...placeFacts(alert.items[0]),
])}`;
}

function storyHit(hit: Extract<Hit, { kind: 'stories' }>, desk: PageContext): Html {
  const { story, watchId } = hit;
  const { id, title, members, outlets, countries, sentiment } = story;
  return html`<a href="${desk.root}/stories/${id}">${newsText(title)}</a><br>
${kickerOf(hit, desk, [
  watchId,
  `${formatCount(members.length, 'article')} in ${formatCount(outlets.length, 'outlet')}`,
  countries.length > 0 && formatCount(countries.length, 'country'),
  toneText(sentiment),
])}`;
}

function findingHit(hit: Extract<Hit, { kind: 'findings' | 'records' }>, desk: PageContext): Html {
  const { finding, watchId, story } = hit.found;
  const { title, fingerprint, link, type, language } = finding;
  const text = itemSnippet(finding, { timezone: desk.timezone, most: LONGEST_SNIPPET });
  return html`${newsLink(title === '' ? fingerprint : title, link)}<br>${text !== '' && html`<span class="small"><bdi>${text}</bdi></span><br>`}
${kickerOf(hit, desk, [
  type === 'event' && 'event',
  ...placeFacts(finding),
  language !== undefined && language !== 'en' && languageName(language),
  toneText(sentimentOf(finding)),
  html`<a href="${desk.root}/watches/${watchId}">${watchId}</a>`,
  story !== undefined && html`<a href="${desk.root}/stories/${story}">its story</a>`,
])}`;
}

function placeFacts(item: Pick<Finding, 'outlet'> | undefined): Part[] {
  const { domain, country, rank } = item?.outlet ?? {};
  return [
    domain !== undefined && newsText(domain, 60),
    country !== undefined && newsText(countryName(country), 40),
    rank !== undefined && rank < 999_999 && `rank ${formatNumber(rank)}`,
  ];
}

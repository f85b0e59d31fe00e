import { type Finding, sentimentOf } from '../../domain/findings/finding.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { PageContext } from '../../domain/pages/inbox.ts';
import {
  ALERT_STATES,
  SEARCH_FIELDS,
  type Searched,
  SEARCHED,
  searchedState,
  type SearchField as Field,
  type SearchQuery,
  searchText,
} from '../../domain/pages/search-match.ts';
import {
  type Hit,
  type HitGroup,
  hitGroups,
  placeText,
  type SearchView,
} from '../../domain/pages/search-view.ts';
import { receiptIdOf } from '../../domain/pages/signed-link.ts';
import { dayAfter } from '../../domain/time/instant.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { describeAlert } from '../message/describe-alert.ts';
import {
  countryName,
  formatCount,
  formatDay,
  formatNumber,
  knownRank,
  languageName,
} from '../text/format-values.ts';
import { html, type Html, joinParts, type Part } from '../text/html.ts';
import {
  badge,
  itemSnippet,
  newsLink,
  newsText,
  routeText,
  severityBadge,
  timeIn,
  toneText,
} from './page-elements.ts';
import { pageLayout } from './page-layout.ts';

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

/** What a field is called. */
const FIELD_NAMES: Readonly<Record<Field, string>> = {
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

/**
 * The fields of a search. Its address has them, so it can be kept and sent to others, and it works without scripts.
 */
function searchForm({ query, choices }: SearchView, { root }: PageContext): Html {
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
function filterChips({ query }: SearchView, { root, now }: PageContext): Html | undefined {
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

/** So many alerts and articles of a story are listed. Its page has all of them. */
const MOST_ALERTS = 3;
const MOST_ARTICLES = 3;

/** A result of a search: a story with its alerts and articles that match, or the one entry that there is. */
export function groupRow(group: HitGroup, desk: PageContext): Html {
  const { stories, alerts, found } = group;
  const [only, ...others] = [...stories, ...alerts, ...found];
  if (only && others.length === 0) return hitRow(only, desk);
  const id = storyIdOf(group);
  const headline = titleOf(group, desk);
  const title = newsText(headline);
  return html`${id === undefined ? title : html`<a href="${desk.root}/stories/${id}">${title}</a>`}<br>
${storyLine(group, desk)}
<ul class="tight small within">${alerts.slice(0, MOST_ALERTS).map((hit) => html`<li>${alertLine(hit, desk)}</li>`)}${left(alerts.length - MOST_ALERTS, { noun: 'alert', id, desk })}${articlesOf(
    found,
  )
    .slice(0, MOST_ARTICLES)
    .map(
      (same) => html`<li>${articleLine(same, { headline, desk })}</li>`,
    )}${left(articlesOf(found).length - MOST_ARTICLES, { noun: 'article', id, desk })}</ul>`;
}

function storyIdOf({ stories, alerts, found }: HitGroup): string | undefined {
  return (
    stories[0]?.story.id ??
    found.find(({ found: { story } }) => story !== undefined)?.found.story ??
    alerts[0]?.alert.story?.id
  );
}

function titleOf({ stories, alerts, found }: HitGroup, { timezone }: PageContext): string {
  const [story, article, alert] = [stories[0]?.story, found[0]?.found.finding, alerts[0]?.alert];
  const title = story?.title ?? article?.title ?? '';
  return title === '' && alert ? describeAlert(alert, timezone).headline : title;
}

/** When the newest of it came, what each watch has of the story, and how much of it matches. */
function storyLine({ stories, alerts, found }: HitGroup, { timezone }: PageContext): Html {
  const at = Math.max(...[...stories, ...alerts, ...found].map((hit) => hit.at));
  const members = new Set(stories.flatMap(({ story }) => story.members));
  const outlets = new Set(stories.flatMap(({ story }) => story.outlets));
  const [first] = stories;
  const size = first && `${formatCount(members.size, 'article')} in ${formatCount(outlets.size, 'outlet')}`;
  const matching = [
    alerts.length > 0 && formatCount(alerts.length, 'alert'),
    found.length > 0 && formatCount(articlesOf(found).length, 'article'),
  ].filter((one) => one !== false);
  const facts: Part[] = [size, first && toneText(first.story.sentiment), `${matching.join(' and ')} found`];
  const shown = facts.filter((fact) => fact !== undefined && fact !== false);
  return html`<span class="kicker">${badge('story', 'plain')} ${timeIn(at, timezone)} <span>${joinParts(shown, ' · ')}</span></span>`;
}

function alertLine(
  { alert, state, at }: Extract<Hit, { kind: 'alerts' }>,
  { root, timezone }: PageContext,
): Html {
  const about = `${routeText(alert)}, ${searchedState(state)}`;
  return html`${severityBadge(alert.severity)} <a href="${root}/alerts/${receiptIdOf(alert)}">alert</a> <span class="soft">${about} · ${timeIn(at, timezone)}</span>`;
}

type Found = HitGroup['found'][number];

/** What several watches have found is one article. */
function articlesOf(found: HitGroup['found']): Found[][] {
  return [...Map.groupBy(found, (hit) => hit.found.finding.fingerprint).values()];
}

/** An article of a story. A copy of the headline above it is named by its outlet. */
function articleLine(
  same: readonly Found[],
  { headline, desk: { root, timezone } }: { headline: string; desk: PageContext },
): Html {
  const [first] = same;
  if (!first) return html``;
  const { title, fingerprint, link, outlet } = first.found.finding;
  const isCopy = title === headline && outlet !== undefined;
  const name = isCopy ? outlet.domain : title === '' ? fingerprint : title;
  const watches = same.map(
    ({ found: { watchId } }) => html`<a href="${root}/watches/${watchId}">${watchId}</a>`,
  );
  const [domain, ...place] = placeFacts(first.found.finding);
  const facts = [...(isCopy ? [] : [domain]), ...place, joinParts(watches), timeIn(first.at, timezone)];
  const shown = facts.filter((fact) => fact !== undefined && fact !== false);
  return html`${newsLink(name, link)} <span class="soft">· ${joinParts(shown, ' · ')}</span>`;
}

function left(
  count: number,
  { noun, id, desk }: { noun: string; id: string | undefined; desk: PageContext },
): Html | undefined {
  if (count <= 0) return undefined;
  const text = `${formatNumber(count)} more ${noun}${count === 1 ? '' : 's'}`;
  return html`<li>${id === undefined ? text : html`<a href="${desk.root}/stories/${id}">${text}</a>`}</li>`;
}

const KIND_NAMES: Readonly<Record<Searched, string>> = {
  alerts: 'alert',
  stories: 'story',
  findings: 'finding',
  records: 'record',
};
/** How many characters of a snippet are shown. */
const LONGEST_SNIPPET = 180;

/** An entry that a search found. */
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
  routeText(alert),
  searchedState(state),
  ...placeFacts(alert.items[0]),
])}`;
}

function storyHit(hit: Extract<Hit, { kind: 'stories' }>, desk: PageContext): Html {
  const { story, watches } = hit;
  const { id, title, members, outlets, countries, sentiment } = story;
  return html`<a href="${desk.root}/stories/${id}">${newsText(title)}</a><br>
${kickerOf(hit, desk, [
  watches.join(', '),
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

/** Outlet, country and rank of an article. */
function placeFacts(item: Pick<Finding, 'outlet'> | undefined): Part[] {
  const { domain, country, rank: given } = item?.outlet ?? {};
  const rank = knownRank(given);
  return [
    domain !== undefined && newsText(domain, 60),
    country !== undefined && newsText(countryName(country), 40),
    rank !== undefined && `rank ${formatNumber(rank)}`,
  ];
}

import { sentimentOf } from '../../domain/findings/finding.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { PageContext } from '../../domain/pages/inbox.ts';
import {
  ALERT_STATES,
  SEARCH_FIELDS,
  type Searched,
  SEARCHED,
  type SearchField as Field,
  type SearchQuery,
  searchText,
} from '../../domain/pages/search-match.ts';
import { receiptIdOf } from '../../domain/pages/signed-link.ts';
import { type Hit, type HitGroup, placeText, type SearchView } from '../../domain/pages/search-view.ts';
import { dayAfter } from '../../domain/time/instant.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { describeAlert } from '../message/describe-alert.ts';
import { countryName, formatCount, formatDay, formatNumber, languageName } from '../text/format-values.ts';
import { html, type Html, type Part } from '../text/html.ts';
import {
  badge,
  factLine,
  filterChips,
  inputField,
  itemSnippet,
  labelled,
  newsLink,
  newsText,
  pager,
  selectField,
  timeIn,
  toneText,
  linkTo,
} from './page-elements.ts';
import { pageLayout } from './page-layout.ts';
import { alertLine, alertRow, placeFacts, sizeText, storyFacts } from './rows.ts';

/** What a search found, with the form to change it. */
export function searchPage(view: SearchView, desk: PageContext): HttpAnswer {
  const { query, ignored } = view;
  const rows = view.groups.map((group) => groupRow(group, desk));
  const main = html`<h1>Search</h1>
${searchForm(view, desk)}
${chips(view, desk)}
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

function resultText({ read, next, isFirst, isRanked, part, parts }: SearchView, results: number): string {
  const count = results === 0 ? 'Nothing found' : formatCount(results, 'result');
  const place = isFirst && parts === 1 ? '' : ` on this page`;
  const order =
    results > 1 ? `, ${isRanked ? 'the stories with the most articles' : 'the newest'} first` : '';
  const compared = parts > 1 ? ` Page ${part} of ${parts}.` : '';
  return `${count}${place}${order}, out of ${formatCount(read, 'item')} read${next ? ' so far' : ''}.${compared}`;
}

/** Where to go on: a search reads a part of what is stored, and says how far it came. */
function onwardLinks(view: SearchView, { root, now, timezone }: PageContext): Html | undefined {
  const { query, next, isFirst, isRanked, part, parts, after } = view;
  const addressOf = (one: SearchQuery) => `${root}/search?${searchText(one, now)}`;
  const partOf = (to: number) =>
    `${addressOf(query)}&part=${to}${after ? `&after=${encodeURIComponent(placeText(after))}` : ''}`;
  const back = [
    !isFirst && ([addressOf(query), isRanked ? '← first' : '← newest'] as const),
    part > 1 && ([partOf(part - 1), '← better'] as const),
  ];
  if (part < parts) return pager(undefined, { back, next: [partOf(part + 1), 'More →'] });
  if (!next)
    return pager('Searched all of these days.', {
      back,
      next: [addressOf({ ...query, ...daysBefore(view) }), 'Search the 31 days before →'],
    });
  return pager(html`Searched back to ${timeIn(next.at, timezone)}.`, {
    back,
    next: [`${addressOf(query)}&after=${encodeURIComponent(placeText(next))}`, 'Go on →'],
  });
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
    labelled(FIELD_NAMES[name], selectField(name, { options, chosen: query[name], any }));
  const input = (name: Field, how: { type?: string; hint?: string; most?: number } = {}) =>
    labelled(FIELD_NAMES[name], inputField(name, { value: query[name], ...how }));
  return html`<form class="search" role="search" method="get" action="${root}/search">
<p class="first">${input('words', { type: 'search', hint: 'recall "two words" -not' })}${select('in', SEARCHED, 'everything')}<button>Search</button></p>
<details${shownFilters(query).length > 0 && html` open`}><summary>More filters</summary><div class="fields">
${select('brand', choices.brand)}${select('watch', choices.watch)}${select('channel', choices.channel)}
${select('severity', SEVERITIES)}${select('state', ALERT_STATES)}
${input('outlet', { hint: 'news.example' })}${input('country', { hint: 'FR', most: 2 })}${input('language', { hint: 'en', most: 2 })}
${input('from', { type: 'date' })}${input('to', { type: 'date' })}</div></details>
</form>`;
}

/** The filters beside words and kind that a search has, days left out: a search always has them. */
function shownFilters(query: SearchQuery): Field[] {
  const always = new Set<Field>(['in', 'words', 'from', 'to']);
  return SEARCH_FIELDS.filter((name) => !always.has(name) && query[name] !== undefined);
}

/** Each filter with a link to the same search without it. */
function chips({ query }: SearchView, { root, now }: PageContext): Html | undefined {
  const shown = [...(query.words === undefined ? [] : (['words'] as const)), ...shownFilters(query)];
  return filterChips(
    shown.map((name) => {
      const { [name]: value = '', ...rest } = query;
      const without = `${root}/search?${searchText({ from: query.from, to: query.to, ...rest }, now)}`;
      return { name: FIELD_NAMES[name], value: valueText(name, value), without };
    }),
  );
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
  const page = id === undefined ? undefined : `${desk.root}/stories/${id}`;
  const headline = titleOf(group, desk);
  const title = newsText(headline);
  const articles = articlesOf(found);
  return html`${page === undefined ? title : linkTo(page, title)}<br>
${storyLine(group, desk)}
<ul class="tight small within">${alerts.slice(0, MOST_ALERTS).map((hit) => html`<li>${alertLine(hit, desk)}</li>`)}${left(alerts.length - MOST_ALERTS, 'alert', page)}${articles
    .slice(0, MOST_ARTICLES)
    .map(
      (same) => html`<li>${articleLine(same, { headline, desk })}</li>`,
    )}${left(articles.length - MOST_ARTICLES, 'article', page)}</ul>`;
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

/** When the newest of it came, what its spaces have of the story together, and how much of it matches. */
function storyLine({ stories, alerts, found }: HitGroup, { timezone }: PageContext): Html {
  const at = Math.max(...[...stories, ...alerts, ...found].map((hit) => hit.at));
  const [first] = stories;
  const together = (field: 'members' | 'outlets') => [
    ...new Set(stories.flatMap(({ story }) => story[field])),
  ];
  const size =
    first &&
    storyFacts({ ...first.story, members: together('members'), outlets: together('outlets'), countries: [] });
  const matching = factLine(
    [
      alerts.length > 0 && formatCount(alerts.length, 'alert'),
      found.length > 0 && formatCount(articlesOf(found).length, 'article'),
    ],
    ' and ',
  );
  return kickerOf('story', at, { timezone, facts: [...(size ?? []), html`${matching} found`] });
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
  const watches = same.map(({ found: { watchId } }) => linkTo(`${root}/watches/${watchId}`, watchId));
  const facts = placeFacts(first.found.finding).slice(isCopy ? 1 : 0);
  return html`${newsLink(name, link)} <span class="soft">· ${factLine([...facts, factLine(watches, ', '), timeIn(first.at, timezone)])}</span>`;
}

function left(count: number, noun: string, page: string | undefined): Html | undefined {
  if (count <= 0) return undefined;
  const text = `${formatNumber(count)} more ${noun}${count === 1 ? '' : 's'}`;
  return html`<li>${page === undefined ? text : linkTo(page, text)}</li>`;
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
  const { timezone } = desk;
  switch (hit.kind) {
    case 'alerts':
      return alertHit(hit, desk);
    case 'stories':
      return html`${linkTo(`${desk.root}/stories/${hit.story.id}`, newsText(hit.story.title))}<br>
${kickerOf(KIND_NAMES.stories, hit.at, { timezone, facts: [hit.watches.join(', '), ...storyFacts(hit.story)] })}`;
    case 'findings':
    case 'records':
      return findingHit(hit, desk);
  }
}

function alertHit(hit: Extract<Hit, { kind: 'alerts' }>, desk: PageContext): Html {
  const { items, story } = hit.alert;
  const about = [
    badge(KIND_NAMES.alerts, 'plain'),
    ...placeFacts(items[0]),
    story && linkTo(`${desk.root}/stories/${story.id}`, sizeText(story.articles, story.outlets)),
    linkTo(`${desk.root}/alerts/${receiptIdOf(hit.alert)}/actions`, 'actions'),
  ];
  return alertRow(hit, desk, about);
}

function kickerOf(
  kind: string,
  at: number,
  { timezone, facts }: { timezone: string; facts: readonly Part[] },
): Html {
  return html`<span class="kicker">${badge(kind, 'plain')} ${timeIn(at, timezone)} <span>${factLine(facts)}</span></span>`;
}

function findingHit(hit: Extract<Hit, { kind: 'findings' | 'records' }>, desk: PageContext): Html {
  const { finding, watchId, story } = hit.found;
  const { title, fingerprint, link, type, language } = finding;
  const { timezone, root } = desk;
  const text = itemSnippet(finding, { timezone, most: LONGEST_SNIPPET });
  const facts: Part[] = [
    type === 'event' && 'event',
    ...placeFacts(finding),
    language !== undefined && language !== 'en' && languageName(language),
    toneText(sentimentOf(finding)),
    linkTo(`${root}/watches/${watchId}`, watchId),
    story !== undefined && linkTo(`${root}/stories/${story}`, 'its story'),
  ];
  return html`${newsLink(title === '' ? fingerprint : title, link)}<br>${text !== '' && html`<span class="small"><bdi>${text}</bdi></span><br>`}
${kickerOf(KIND_NAMES[hit.kind], hit.at, { timezone, facts })}`;
}

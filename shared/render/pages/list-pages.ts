import { type Extraction, type ExtractionState, hasEnded } from '../../domain/extraction/extraction.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type {
  AlertEntry,
  BriefView,
  DayPage,
  ExtractionsView,
  PageContext,
  RowsView,
} from '../../domain/pages/inbox.ts';
import { receiptIdOf } from '../../domain/pages/signed-link.ts';
import type { StoriesView } from '../../domain/pages/story-page.ts';
import { dayReader } from '../../domain/reports/period.ts';
import { findingTime, REACH_BANDS, sentimentSumOf } from '../../domain/reports/day-rollup.ts';
import { exampleOf } from '../../domain/reports/roll-up-findings.ts';
import { describeAlert } from '../message/describe-alert.ts';
import {
  countryName,
  formatCount,
  formatNumber,
  formatTone,
  languageName,
  periodName,
  pluralOf,
  shortDay,
} from '../text/format-values.ts';
import { html, type Html, joinParts } from '../text/html.ts';
import {
  badge,
  type BadgeColour,
  newsLink,
  newsText,
  routeText,
  severityBadge,
  stateBadge,
  timeIn,
  translatedTitle,
} from './page-elements.ts';
import { dayMenu, type ListPath, pageLayout, pageMenu } from './page-layout.ts';
import { storyRow } from './story-pages.ts';

/** What waits for the next brief of a channel, the most severe first. */
export function briefPage(
  { channel, dueAt, timezone, stories, entries, count }: BriefView,
  desk: PageContext,
): HttpAnswer {
  const title = `Next brief of ${channel}`;
  const due =
    dueAt === undefined
      ? 'This channel has no brief.'
      : html`${timeIn(dueAt, timezone)} (${timezone}): ${formatCount(stories, 'story')} so far.`;
  const main = html`<h1>${title}</h1>
<p>${due}</p>
<ul class="plainlist">${entries.map((entry) => html`<li>${alertRow(entry, desk)}</li>`)}</ul>
${count > entries.length && html`<p><a href="${desk.root}/search?in=alerts&amp;state=waiting&amp;channel=${channel}">All ${formatCount(count, 'alert')} that wait →</a></p>`}`;
  return pageLayout({ title, main, desk, list: '/alerts' });
}

/** The stories of a day, the largest first, with the first of their articles. */
export function storiesPage(view: StoriesView, desk: PageContext): HttpAnswer {
  const { count, isPart } = view;
  const note =
    isPart &&
    html`<p class="soft">This day has more stories than are compared by size. The search finds all of them.</p>`;
  return listPage(view, { desk, list: '/stories', noun: 'story', row: storyRow, count, note });
}

/** The extractions that were created on a day. */
export function extractionsPage(view: ExtractionsView, desk: PageContext): HttpAnswer {
  const { watch, day } = view;
  const all = `${desk.root}/extractions?day=${day}`;
  const note =
    watch !== undefined &&
    html`<p class="soft">Those of watch ${watch} alone. <a href="${all}">All of this day</a></p>`;
  return listPage(view, { desk, list: '/extractions', noun: 'extraction', row: extractionRow, note, watch });
}

interface ListSpec<T> {
  desk: PageContext;
  list: ListPath;
  noun: string;
  row: (entry: T, desk: PageContext) => Html;
  /** How many there are on all pages, where that is known. */
  count?: number;
  note?: Html | false;
  /** The one watch whose entries are listed. */
  watch?: string | undefined;
}

function listPage<T>({ day, page, entries, cut }: DayPage<T>, spec: ListSpec<T>): HttpAnswer {
  const { desk, list, noun, row, count = entries.length, note = false, watch } = spec;
  const path = `${list}?day=${day}${watch === undefined ? '' : `&watch=${watch}`}`;
  const nouns = pluralOf(noun);
  const title = nouns.charAt(0).toUpperCase() + nouns.slice(1);
  const main = html`<h1>${title} of ${day}</h1>
${dayMenu(desk, { list, day, count, noun, watch, isPart: spec.count === undefined && (cut || page > 1) })}
${entries.length === 0 ? html`<p class="soft">No ${nouns} on this day.</p>` : html`<ul class="plainlist">${entries.map((entry) => html`<li>${row(entry, desk)}</li>`)}</ul>`}
${note}${pageMenu(desk, { path, page, more: cut, order: noun === 'story' ? 'size' : 'time' })}`;
  return pageLayout({ title, main, desk, list });
}

function alertRow({ alert, state }: AlertEntry, { root, timezone }: PageContext): Html {
  const { headline } = describeAlert(alert, timezone);
  return html`<a href="${root}/alerts/${receiptIdOf(alert)}">${newsText(headline)}</a><br>
<span class="kicker"><span>${timeIn(alert.createdAt, timezone)}</span><span>${routeText(alert)}</span>
${severityBadge(alert.severity)} ${stateBadge(state, timezone)}</span>`;
}

const EXTRACTION_COLOURS: Readonly<Partial<Record<ExtractionState, BadgeColour>>> = {
  done: 'good',
  failed: 'bad',
  refused: 'bad',
  abandoned: 'bad',
  late: 'warn',
};

function extractionRow(extraction: Extraction & { credits?: number }, { root, timezone }: PageContext): Html {
  const { id, watchId, state, upstreamId, upstreamState, error } = extraction;
  const steps = [
    ['created', extraction.createdAt],
    ['sent to the service', extraction.sentAt],
    ['in progress', extraction.workingSince],
    ['partial results collected', extraction.partAt],
    ['ended', extraction.endedAt],
    ['next check', hasEnded(state) ? undefined : extraction.dueAt],
  ] as const;
  return html`<a href="${root}/watches/${watchId}">${watchId}</a> ${badge(state, EXTRACTION_COLOURS[state] ?? 'plain')}${
    upstreamState !== undefined &&
    html` <span class="soft small">state at the service: ${newsText(upstreamState, 60)}</span>`
  }<ol class="steps tight">${steps.flatMap(([name, at]) => (at === undefined ? [] : [html`<li>${timeIn(at, timezone)}<span>${name}</span></li>`]))}</ol>
<span class="small">${formatCount(extraction.records, 'record')}, ${formatNumber(extraction.found)} new, ${formatNumber(extraction.changed)} changed,
${formatCount(extraction.calls, 'call')}${extraction.credits !== undefined && `, ${formatCount(extraction.credits, 'credit')}`}</span> <a class="small" href="${root}/records/${watchId}">records as a table</a><br><span class="soft small">${id}${upstreamId !== undefined && html`, job ${newsText(upstreamId, 100)}`}</span>${
    error !== undefined && html`<p class="bad small">${newsText(error)}</p>`
  }`;
}

const KINDS = {
  articles: 'Articles',
  events: 'Events',
  records: 'Records',
  excluded: 'Findings with an excluded phrase or topic',
} as const;

/** The findings behind a number of a report. */
export function rowsPage(view: RowsView): HttpAnswer {
  const { record, query, rows, looked, report, next } = view;
  const filters = filtersOf(view);
  const main = html`<p class="kicker"><a href="${report}">${newsText(record.title, 120)}, ${periodName(record.period)}</a></p>
<h1>${KINDS[query.kind ?? 'articles']}, ${periodName(query.span)}</h1>
${filters.length > 0 && html`<p class="lead">Filter: ${joinParts(filters)}</p>`}
${rows.length === 0 ? html`<p class="soft">${next === undefined ? 'None.' : 'None so far.'}</p>` : list(view)}
<p class="soft small">${formatCount(rows.length, 'finding')} out of ${formatNumber(looked)} checked, in the order of discovery. Findings that arrived after the report was written are not listed, and its numbers do not include them.</p>
${next !== undefined && html`<p><a href="${next}">Continue →</a></p>`}`;
  return pageLayout({ title: 'Findings behind a number', main });
}

function filtersOf({ query }: RowsView): Html[] {
  const { brand, outlet, author, country, language, tone, reach, story } = query;
  const { theme, person, place, iptc, iab } = query;
  const rank = REACH_BANDS.find(({ id }) => id === reach)?.label ?? reach;
  const named: (readonly [string, string | undefined])[] = [
    ['found for', brand],
    ['in', outlet],
    ['by', author],
    ['from', country === undefined ? undefined : countryName(country)],
    ['language', language === undefined ? undefined : languageName(language)],
    ['tone', tone],
    ['theme', theme],
    ['person', person],
    ['place', place],
    ['IPTC tag', iptc],
    ['IAB tag', iab],
    ['rank of the outlet:', rank],
    ['in the story', story],
  ];
  return named.flatMap(([word, value]) =>
    value === undefined ? [] : [html`${word} ${newsText(value, 100)}`],
  );
}

function list({ rows, record }: RowsView): Html {
  const dayIn = dayReader(record.period.timezone);
  return html`<ul class="plainlist">${rows.map((found) => html`<li>${rowOf(found, shortDay(dayIn(findingTime(found, dayIn))))}</li>`)}</ul>`;
}

function rowOf(found: StoredFinding, day: string): Html {
  const { title, english, link, domain, country, author, mood: sentiment, fingerprint } = exampleOf(found);
  const facts = [
    domain === undefined ? undefined : newsText(domain, 60),
    country === undefined ? undefined : countryName(country),
    author === undefined ? undefined : newsText(author, 60),
    day,
    sentiment === undefined ? undefined : `tone ${formatTone(sentimentSumOf(sentiment / 1_000))}`,
    `found by ${found.watchId}`,
  ].filter((fact) => fact !== undefined);
  const translation = english === undefined ? {} : { translation: { title: english } };
  return html`${newsLink(title === '' ? fingerprint : title, link)}${translatedTitle(translation)}<br>
<span class="soft small">${joinParts(facts, ' · ')}</span>`;
}

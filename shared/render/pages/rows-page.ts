import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { RowsView } from '../../domain/pages/inbox.ts';
import { findingTime } from '../../domain/reports/rollup/day-rollup.ts';
import { exampleOf } from '../../domain/reports/rollup/reported-finding.ts';
import { sentimentSumOf } from '../../domain/reports/rollup/sentiment-share.ts';
import { dayReader } from '../../domain/reports/period.ts';
import { REACH_BANDS } from '../../domain/reports/rollup/reach.ts';
import { type Html, html, joinParts } from '../html/html.ts';
import { formatCount, formatNumber, formatTone, periodName, shortDay } from '../text/format-values.ts';
import { countryName, languageName } from '../text/outlet-facts.ts';
import { newsLink, newsText, translatedTitle } from './parts/page-elements.ts';
import { pageLayout } from './parts/page-layout.ts';

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

import { type Extraction, type ExtractionState, hasEnded } from '../../domain/extraction/extraction.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type {
  DayPage,
  ExtractionsView,
  PageContext,
  ReportsView,
  RowsView,
} from '../../domain/pages/inbox.ts';
import type { ReportRecord } from '../../domain/reports/report-record.ts';
import type { StoriesView } from '../../domain/pages/story-page.ts';
import { dayReader } from '../../domain/reports/period.ts';
import { findingTime, REACH_BANDS, sentimentSumOf } from '../../domain/reports/day-rollup.ts';
import { exampleOf } from '../../domain/reports/roll-up-findings.ts';
import {
  countryName,
  formatCount,
  formatNumber,
  formatTone,
  languageName,
  periodName,
  shortDay,
} from '../text/format-values.ts';
import { html, type Html, joinParts } from '../text/html.ts';
import {
  badge,
  type BadgeColour,
  dayPager,
  newsText,
  pager,
  timeIn,
  linkTo,
  plainList,
} from './page-elements.ts';
import { pageLayout, pageMenu } from './page-layout.ts';
import { articleRow } from './rows.ts';
import { listedStory } from './story-pages.ts';

/** The stories of a day, the largest first, with the first of their articles. */
export function storiesPage(view: StoriesView, desk: PageContext): HttpAnswer {
  const { entries, count, isPart } = view;
  const note =
    isPart &&
    html`<p class="soft">This day has more stories than are compared by size. The search finds all of them.</p>`;
  return dayPage(view, desk, {
    title: 'Stories',
    address: `${desk.root}/stories`,
    count: formatCount(count, 'story'),
    list: entries.length === 0 ? undefined : plainList(entries, (entry) => listedStory(entry, desk)),
    note,
    order: 'size',
  });
}

/** The extractions that were created on a day. */
export function extractionsPage(view: ExtractionsView, desk: PageContext): HttpAnswer {
  const { watch, day, page, entries, cut } = view;
  const all = `${desk.root}/extractions`;
  const note =
    watch !== undefined &&
    html`<p class="soft">Those of watch ${watch} alone. ${linkTo(`${all}?day=${day}`, 'All of this day')}</p>`;
  return dayPage(view, desk, {
    title: 'Extractions',
    address: all,
    watch,
    count: `${formatCount(entries.length, 'extraction')}${cut || page > 1 ? ' on this page' : ''}`,
    list: entries.length === 0 ? undefined : plainList(entries, (entry) => extractionRow(entry, desk)),
    note,
  });
}

interface DayParts {
  title: string;
  address: string;
  /** The one watch whose entries are listed. */
  watch?: string | undefined;
  count: string;
  /** Absent: there is nothing to list. */
  list: Html | undefined;
  note: Html | false;
  order?: 'time' | 'size';
}

/** A page of what a day has, with links to the days before and after. */
function dayPage(
  { day, page, cut }: DayPage<unknown>,
  desk: PageContext,
  { title, address, watch, count, list, note, order }: DayParts,
): HttpAnswer {
  const of = (to: string) => `${address}?day=${to}${watch === undefined ? '' : `&watch=${watch}`}`;
  const main = html`<h1>${title} of ${day}</h1>
${dayPager(day, { count, of, now: desk.now })}
${list ?? html`<p class="soft">Nothing on this day.</p>`}
${note}${pageMenu(of(day), { page, more: cut, order })}`;
  return pageLayout({ title, main, desk, list: address.slice(desk.root.length) });
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
  return html`${linkTo(`${root}/watches/${watchId}`, watchId)} ${badge(state, EXTRACTION_COLOURS[state] ?? 'plain')}${
    upstreamState !== undefined &&
    html` <span class="soft small">state at the service: ${newsText(upstreamState, 60)}</span>`
  }<ol class="steps tight">${steps.flatMap(([name, at]) => (at === undefined ? [] : [html`<li>${timeIn(at, timezone)}<span>${name}</span></li>`]))}</ol>
<span class="small">${formatCount(extraction.records, 'record')}, ${formatNumber(extraction.found)} new, ${formatNumber(extraction.changed)} changed,
${formatCount(extraction.calls, 'call')}${extraction.credits !== undefined && `, ${formatCount(extraction.credits, 'credit')}`}</span> <a class="small" href="${root}/records/${watchId}">records as a table</a><br><span class="soft small">${id}${upstreamId !== undefined && html`, job ${newsText(upstreamId, 100)}`}</span>${
    error !== undefined && html`<p class="bad small">${newsText(error)}</p>`
  }`;
}

/** The written reports, the latest days first, with links to all their forms. */
export function reportsPage({ page, entries, more }: ReportsView, desk: PageContext): HttpAnswer {
  const list = plainList(entries, (entry) => reportRow(entry, desk));
  const main = html`<h1>Reports</h1>
${entries.length === 0 ? emptyList(page) : list}
${pageMenu(`${desk.root}/reports`, { page, more })}`;
  return pageLayout({ title: 'Reports', main, desk, list: '/reports' });
}

function emptyList(page: number): Html {
  if (page > 1) return html`<p class="soft">There are no more reports.</p>`;
  return html`<p>No report has been written yet.</p>
<p class="soft">Define a report under <code>reports</code> in watches.yaml. It is written on its schedule. To write it now,
run <code>npx bellwether report ID</code>.</p>`;
}

function reportRow(
  { record, path }: { record: ReportRecord; path: string },
  { timezone }: PageContext,
): Html {
  const { title, period, brand, reportId, headline, madeAt } = record;
  return html`<a href="${path}">${newsText(title, 120)}, ${periodName(period)}</a><br>
<span class="small">${newsText(headline, 400)}</span><br>
<span class="kicker"><span>brand ${brand}, report ${reportId}</span><span>time zone ${period.timezone}</span><span>written ${timeIn(madeAt, timezone)}</span>
<span>also as ${linkTo(`${path}/text`, 'text')}, ${linkTo(`${path}/json`, 'JSON')} and ${linkTo(`${path}/csv`, 'CSV')}</span></span>`;
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
${pager(undefined, { next: next !== undefined && [next, 'Continue →'] })}`;
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
  return plainList(rows, (found) => rowOf(found, shortDay(dayIn(findingTime(found, dayIn)))));
}

function rowOf(found: StoredFinding, day: string): Html {
  const { english, domain, country, author, mood, ...example } = exampleOf(found);
  const translation = english === undefined ? {} : { translation: { title: english } };
  return articleRow({ ...example, ...translation }, [
    domain !== undefined && newsText(domain, 60),
    country !== undefined && countryName(country),
    author !== undefined && newsText(author, 60),
    day,
    mood !== undefined && `tone ${formatTone(sentimentSumOf(mood / 1_000))}`,
    `found by ${found.watchId}`,
  ]);
}

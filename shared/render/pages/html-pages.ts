import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type {
  BrandDay,
  GrowingStory,
  OverviewView,
  PageContext,
  ServiceUsage,
} from '../../domain/pages/inbox.ts';
import { dayAfter } from '../../domain/time/instant.ts';
import { formatCount, formatDay, formatNumber, HOLD_REASON_NAMES } from '../text/format-values.ts';
import { html, type Html } from '../text/html.ts';
import { actionsPage } from './actions-page.ts';
import {
  alertFindingsJson,
  alertFindingsPage,
  alertsPage,
  briefPage,
  messageAlertsJson,
  messageAlertsPage,
  messageDocument,
  messagePage,
} from './alerts-page.ts';
import { extractionsPage, reportsPage, rowsPage, storiesPage } from './list-pages.ts';
import { factLine, factList, incidentList, sparkline } from './page-elements.ts';
import { pageLayout } from './page-layout.ts';
import { drillPage, refusalPage, reportAnswer, unsubscribePage, welcomePage } from './plain-pages.ts';
import { receiptPage, refusedFormPage } from './receipt-page.ts';
import { storyFacts, storyRow } from './rows.ts';
import { recordsCsv, recordsJson, recordsPage } from './records-page.ts';
import { searchPage } from './search-page.ts';
import { storyCopiesPage, storyPage } from './story-pages.ts';
import { statusPage, watchDocument, watchPage } from './watch-page.ts';

const MOST_INCIDENTS = 10;
const MOST_BRANDS = 12;
const SERVICE_LABELS = {
  news: 'News service',
  events: 'Events service',
  extraction: 'Extraction service',
  feeds: 'Feeds',
} satisfies Record<ServiceUsage['service'], string>;

/** All pages as HTML. They work without scripts. */
export const htmlPages = {
  welcome: welcomePage,
  refusal: refusalPage,
  missing: missingPage,
  report: reportAnswer,
  rows: rowsPage,
  receipt: receiptPage,
  actions: actionsPage,
  unsubscribe: unsubscribePage,
  drill: drillPage,
  refusedForm: refusedFormPage,
  status: statusPage,
  watch: watchPage,
  watchDocument,
  alerts: alertsPage,
  brief: briefPage,
  message: messagePage,
  messageDocument,
  messageAlerts: messageAlertsPage,
  messageJson: messageAlertsJson,
  alertFindings: alertFindingsPage,
  alertFindingsJson,
  stories: storiesPage,
  story: storyPage,
  storyCopies: storyCopiesPage,
  extractions: extractionsPage,
  reports: reportsPage,
  search: searchPage,
  records: recordsPage,
  recordsCsv,
  recordsJson,
  overview: overviewPage,
};

function missingPage(desk: PageContext): HttpAnswer {
  const main = html`<h1>There is no such page</h1><p>It may have expired: findings and alerts are stored for the
<code>retention</code> of their watch. <a href="${desk.root}">Back to today</a></p>`;
  return pageLayout({ title: 'No such page', main, desk, narrow: true, status: 404 });
}

/** Today at a glance. */
function overviewPage(view: OverviewView, desk: PageContext): HttpAnswer {
  const { day, brands, usage } = view;
  const main = html`<h1>Today</h1>
<p class="lead">${formatDay(day)} (UTC). ${summaryOf(view, desk)}</p>
${incidentCard(view, desk)}
${brands.slice(0, MOST_BRANDS).map((brand) => brandSection(brand, view, desk))}
${brands.length === 0 && html`<p>There are no watches yet. Define them in watches.yaml, and run <code>npx bellwether apply</code>.</p>`}
<h2>Alerts</h2>
${factList([
  ['Made today', alertsText(view, desk)],
  ['Waiting', waitingText(view, desk)],
])}
<h2>Used this month</h2>
${factList(usage.map(({ service, calls, credits }) => [SERVICE_LABELS[service], `${formatCount(calls, 'call')}${credits > 0 ? `, ${formatCount(Math.round(credits), 'credit')}` : ''}`] as const))}`;
  return pageLayout({ title: 'Today', main, desk, list: '' });
}

function summaryOf({ watches, dead }: OverviewView, { root }: PageContext): Html {
  const all = formatCount(watches.all, 'watch');
  const state =
    watches.faulty === 0
      ? html`${all}, no problems.`
      : html`<a href="${root}/watches">${watches.faulty} of ${all} ${watches.faulty === 1 ? 'needs' : 'need'} your attention</a>.`;
  return html`${state}${dead > 0 && html` <a href="${root}/watches">${formatCount(dead, 'message')} failed for good</a>.`}`;
}

function incidentCard({ incidents }: OverviewView, { timezone }: PageContext): Html | undefined {
  if (incidents.length === 0) return undefined;
  const shown = incidents.slice(0, MOST_INCIDENTS);
  return html`<div class="card notice"><h2>${formatCount(incidents.length, 'open incident')}</h2>${incidentList(shown, { timezone, most: 500 })}</div>`;
}

function brandSection(
  { brand, name: named, days, usual, stories }: BrandDay,
  { day }: OverviewView,
  desk: PageContext,
): Html {
  const { root } = desk;
  const today = days.at(-1) ?? 0;
  const name = named ?? brand ?? 'Without a brand';
  const search = `${root}/search?in=findings${brand === undefined ? '' : `&brand=${brand}`}&from=${day}`;
  const label = days.map((count, n) => `${dayAfter(day, n + 1 - days.length)}: ${count}`).join(', ');
  return html`<h2>${name}</h2>
<p><strong class="figure">${brand === undefined ? formatNumber(today) : html`<a href="${search}">${formatNumber(today)}</a>`}</strong> ${today === 1 ? 'finding' : 'findings'} so far today. ${sparkline(days, `Findings by day: ${label}`)} <span class="soft">${usualText(usual)}</span></p>
${stories.length > 0 && html`<ol class="plainlist">${stories.map((story) => html`<li>${growingRow(story, desk)}</li>`)}</ol>`}`;
}

function usualText(usual: number | undefined): string {
  if (usual === undefined) return 'Too few earlier days are stored to say what is usual.';
  return `A usual day has ${formatNumber(Math.round(usual))}, the median of the 7 days before.`;
}

function growingRow({ story, today }: GrowingStory, desk: PageContext): Html {
  const before = story.members.length - today;
  const rest = before > 0 ? ` after ${formatNumber(before)} before` : ', new';
  const growth =
    today > 0 ? html`<strong>+${formatNumber(today)} today</strong>${rest}` : 'nothing new today';
  return storyRow(story, desk, [...storyFacts(story), growth]);
}

function alertsText({ alerts, day }: OverviewView, { root }: PageContext): Html {
  const { sent, waiting, muted, dropped } = alerts;
  const all = sent + waiting + muted + dropped;
  if (all === 0) return html`none`;
  const parts = Object.entries({ sent, waiting, muted, dropped }).flatMap(([state, count]) =>
    count > 0
      ? [
          html`<a href="${root}/search?in=alerts&amp;state=${state}&amp;from=${day}">${formatNumber(count)} ${state}</a>`,
        ]
      : [],
  );
  return html`<a href="${root}/alerts">${formatCount(all, 'alert')}</a>: ${factLine(parts, ', ')}`;
}

function waitingText({ waiting }: OverviewView, { root }: PageContext): Html {
  if (waiting.length === 0) return html`nothing`;
  return html`<ul class="tight">${waiting.map(({ channel, reason, count }) => {
    const why = reason === 'due' ? 'due, sent within a minute' : HOLD_REASON_NAMES[reason];
    const what = `${formatCount(count, 'alert')} for ${channel}`;
    return html`<li>${reason === 'brief' ? html`<a href="${root}/briefs/${channel}">${what}</a>` : what}: ${why}</li>`;
  })}</ul>`;
}

import { findingsBehind } from '../../domain/alerts/alert-findings.ts';
import type { AlertItem } from '../../domain/alerts/alert-item.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { AlertFindingsView, PageContext } from '../../domain/pages/inbox.ts';
import { findingsLink } from '../../domain/pages/page-links.ts';
import { type Html, html } from '../html/html.ts';
import { itemOf } from '../message/alerts-json.ts';
import { describeAlert } from '../message/describe-alert.ts';
import { formatCount } from '../text/format-values.ts';
import { marksText } from '../text/mark-names.ts';
import { countryName } from '../text/outlet-facts.ts';
import { jsonAnswer } from './parts/page-answer.ts';
import { newsLink, newsText, publishedIn, timeIn, translatedTitle } from './parts/page-elements.ts';
import { pageLayout } from './parts/page-layout.ts';

/** All findings behind an alert, those that its message only counts among them. */
export function alertFindingsPage(view: AlertFindingsView, desk?: PageContext): HttpAnswer {
  const { alert, timezone, receipt, entries, isFirst } = view;
  const count = findingsBehind(alert)?.count ?? alert.items.length;
  const { headline } = describeAlert(alert, timezone);
  const next = nextOf(view, '');
  const main = html`<p class="kicker"><a href="${receipt}">Alert receipt</a>${
    alert.watchId !== undefined &&
    html`
<span>watch ${alert.watchId}</span>`
  }
<span>${timeIn(alert.createdAt, timezone)} (${timezone})</span></p>
<h1>${formatCount(count, 'finding')} behind this alert</h1>
<p class="lead">${newsText(headline)}</p>
<ul class="plainlist">${entries.map((entry) => html`<li>${entryText(entry, timezone)}</li>`)}</ul>
${entries.length === 0 && html`<p class="soft">${next === undefined ? 'No findings are stored here.' : 'None so far.'}</p>`}
<p class="soft small">The findings are in the order of their discovery. Those that were found after the alert are listed too, and those whose <code>retention</code> has ended are not.</p>
<p class="days">${!isFirst && html`<a href="${findingsLink(receipt)}">← first page</a> `}${next !== undefined && html`<a href="${next}">next →</a>`}</p>`;
  return pageLayout({ title: 'Findings behind an alert', main, desk, list: '/alerts' });
}

function entryText(item: AlertItem, timezone: string): Html {
  const { title, link, outlet } = item;
  const name = outlet?.name ?? outlet?.domain;
  return html`${newsLink(title, link)}${translatedTitle(item)}<br>
<span class="soft small">${name !== undefined && html`${newsText(name, 80)}, `}${outlet?.country !== undefined && html`${newsText(countryName(outlet.country), 60)}, `}${publishedIn(item, timezone)}${marksText(item)}</span>`;
}

/** The same for programs: items as the JSON of messages has them, and the path of the next page. */
export function alertFindingsJson(view: AlertFindingsView): HttpAnswer {
  const { alert, entries } = view;
  const count = findingsBehind(alert)?.count ?? alert.items.length;
  const next = nextOf(view, '/json') ?? null;
  return jsonAnswer({ v: 1, alert: alert.id, watch: alert.watchId, count, next, items: entries.map(itemOf) });
}

function nextOf({ receipt, next }: AlertFindingsView, form: string): string | undefined {
  return next === undefined ? undefined : `${findingsLink(receipt)}${form}?after=${encodeURIComponent(next)}`;
}

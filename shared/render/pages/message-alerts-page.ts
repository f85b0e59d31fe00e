import { findingsBehind } from '../../domain/alerts/alert-findings.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { MessageAlertsView } from '../../domain/pages/inbox.ts';
import { findingsLink } from '../../domain/pages/page-links.ts';
import { type Html, html } from '../html/html.ts';
import { entryOf } from '../message/alerts-json.ts';
import { describeAlert } from '../message/describe-alert.ts';
import { formatCount, formatNumber } from '../text/format-values.ts';
import { jsonAnswer } from './parts/page-answer.ts';
import { newsLink, newsText, severityBadge, timeIn } from './parts/page-elements.ts';
import { pageLayout } from './parts/page-layout.ts';

type Entry = MessageAlertsView['entries'][number];

/** All alerts of a message, those that its e-mail only counts among them. */
export function messageAlertsPage(view: MessageAlertsView): HttpAnswer {
  const { message, timezone, page, pages, entries, root } = view;
  const { channel, createdAt, alertIds } = message;
  const link = (to: number, text: string) => html`<a href="${root}?page=${to}">${text}</a>`;
  const main = html`<p class="kicker"><span>message to ${channel}</span>
<span>${timeIn(createdAt, timezone)} (${timezone})</span></p>
<h1>${formatCount(alertIds.length, 'alert')} of this message</h1>
<ul class="plainlist">${entries.map((entry) => html`<li>${entryText(entry, timezone)}</li>`)}</ul>
${entries.length === 0 && html`<p class="soft">These alerts are no longer stored.</p>`}
<p class="days"><span>Page ${page} of ${pages}</span>${page > 1 && html` ${link(page - 1, '← previous')}`}${page < pages && html` ${link(page + 1, 'next →')}`}</p>`;
  return pageLayout({ title: 'All alerts of a message', main });
}

/** How many items of one alert the page lists: more would hide the other alerts. */
const MOST_ITEMS = 5;

/** Its headline, its first items, and its receipt. */
function entryText({ alert, receipt }: Entry, timezone: string): Html {
  const { severity, watchId, createdAt, items } = alert;
  const { headline } = describeAlert(alert, timezone);
  const behind = findingsBehind(alert);
  const [first, ...others] = items;
  const isItem = first !== undefined && others.length === 0;
  return html`${severityBadge(severity)} ${isItem ? newsLink(headline, first.link) : newsText(headline)}<br>
<span class="soft small">${watchId !== undefined && html`watch ${watchId}, `}${timeIn(createdAt, timezone)} · <a href="${receipt}">why you got this</a>${behind && html` · <a href="${findingsLink(receipt)}">all ${formatCount(behind.count, 'finding')}</a>`}</span>${
    !isItem &&
    items.length > 0 &&
    html`<ul class="tight small">${items.slice(0, MOST_ITEMS).map(({ title, link }) => html`<li>${newsLink(title, link)}</li>`)}${
      items.length > MOST_ITEMS &&
      html`<li><a href="${findingsLink(receipt)}">and ${formatNumber(items.length - MOST_ITEMS)} more</a></li>`
    }</ul>`
  }`;
}

/** The same for programs: the alerts as the JSON of messages has them, and the path of the next page. */
export function messageAlertsJson(view: MessageAlertsView): HttpAnswer {
  const { message, page, pages, entries, root } = view;
  const { id, channel, alertIds } = message;
  const alerts = entries.map(({ alert, receipt }) => entryOf(alert, receipt));
  const next = page < pages ? `${root}/json?page=${page + 1}` : null;
  return jsonAnswer({ v: 1, message: id, channel, count: alertIds.length, page, pages, next, alerts });
}

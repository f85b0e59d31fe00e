import { channelNameOf, laneText } from '../../domain/channels/lanes.ts';
import type { AlertGroup, AlertsView } from '../../domain/pages/alerts-view.ts';
import { LOOKED_BACK } from '../../domain/pages/alerts-view.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { AlertEntry, PageContext } from '../../domain/pages/inbox.ts';
import type { WatchMarks } from '../../domain/pages/reader-marks.ts';
import { placeText } from '../../domain/pages/search/search-view.ts';
import { receiptIdOf } from '../../domain/pages/signed-link.ts';
import { type Html, html, joinParts, type Part } from '../html/html.ts';
import { describeAlert } from '../message/describe-alert.ts';
import { excludeLines } from '../text/exclude-lines.ts';
import { formatCount, formatNumber } from '../text/format-values.ts';
import { shortLine } from '../text/plain-text.ts';
import { countryName } from '../text/outlet-facts.ts';
import { stateBadge } from './parts/alert-state.ts';
import { itemSnippet } from './parts/item-snippet.ts';
import { newsText, severityBadge, timeIn, toneText } from './parts/page-elements.ts';
import { dayMenu, pageLayout } from './parts/page-layout.ts';

const LONGEST_SNIPPET = 120;
const LONGEST_SENTENCE = 200;

/** The alerts of a day by story, the newest first: what each is about, what became of it, and a button to acknowledge it. */
export function alertsPage(view: AlertsView, desk: PageContext): HttpAnswer {
  const { day, groups, count, marks } = view;
  const main = html`<h1>Alerts of ${day}</h1>
${dayMenu(desk, { list: '/alerts', day, count, noun: 'alert', isPart: !view.isFirst || view.next !== undefined })}
${groups.length === 0 ? emptyDay(view, desk) : html`<ol class="plainlist">${groups.map((group) => html`<li>${groupRow(group, desk)}</li>`)}</ol>`}
${onward(view, desk)}
${marks.length > 0 && html`<h2 id="marks">What readers marked</h2><p class="soft small">Of the alerts of the last 31 days.</p><ul class="plainlist">${marks.map((one) => html`<li>${marksRow(one, desk)}</li>`)}</ul>`}`;
  return pageLayout({ title: 'Alerts', main, desk, list: '/alerts' });
}

function onward({ day, isFirst, next }: AlertsView, { root }: PageContext): Html | undefined {
  if (isFirst && !next) return undefined;
  const address = `${root}/alerts?day=${day}`;
  const after = next && encodeURIComponent(placeText({ ...next, list: '' }));
  return html`<p class="days">${!isFirst && html`<a href="${address}">← newest</a> `}${after !== undefined && html`<a rel="next" href="${address}&amp;after=${after}">older →</a>`}</p>`;
}

/** A day without alerts says when the last one was: nothing to read may be right, or a fault. */
function emptyDay({ last, isFirst }: AlertsView, { root, timezone }: PageContext): Html {
  if (!isFirst) return html`<p class="soft">No older alerts on this day.</p>`;
  if (last === undefined || last === 'none')
    return html`<p>No alerts on this day, and none in the ${LOOKED_BACK} days before it.</p>
<p class="soft">The <a href="${root}/watches">watches</a> say whether they run, and what waits.</p>`;
  const { alert } = last;
  const { headline } = describeAlert(alert, timezone);
  return html`<p>No alerts on this day. The last alert before it was at ${timeIn(alert.createdAt, timezone)}:</p>
<p><a href="${root}/alerts/${receiptIdOf(alert)}">${newsText(headline)}</a></p>`;
}

function groupRow(group: AlertGroup, desk: PageContext): Html {
  const { entries } = group;
  const [first] = entries;
  if (!first) return html``;
  const { alert } = first;
  const [item] = alert.items;
  const { headline, lines } = describeAlert(alert, desk.timezone);
  const [about = ''] = lines;
  const text = item
    ? itemSnippet(item, { timezone: desk.timezone, most: LONGEST_SNIPPET })
    : shortLine(about, LONGEST_SENTENCE);
  return html`<a class="title" href="${desk.root}/alerts/${receiptIdOf(alert)}">${newsText(headline)}</a>
<p class="kicker">${severityBadge(alert.severity)} <span>${joinParts(factsOf(first, desk), ' · ')}</span></p>
${text !== '' && html`<p class="small"><bdi>${text}</bdi></p>`}
<ul class="tight small">${entries.map((entry) => html`<li class="kicker">${alertLine(entry, desk)}</li>`)}</ul>
${acknowledgeForm(group, desk)}`;
}

/** Outlet, country and tone of what an alert is about, and the size of its story with a link to it. */
function factsOf({ alert }: AlertEntry, { root }: PageContext): Part[] {
  const { items, story } = alert;
  const { name, domain, country } = items[0]?.outlet ?? {};
  const outlet = name ?? domain;
  const facts: Part[] = [
    outlet !== undefined && newsText(outlet, 60),
    country !== undefined && newsText(countryName(country), 40),
    toneText(story?.sentiment),
    story &&
      html`<a href="${root}/stories/${story.id}">${formatCount(story.articles, 'article')} in ${formatCount(story.outlets, 'outlet')}</a>`,
  ];
  return facts.filter((fact) => fact !== undefined && fact !== false);
}

function alertLine({ alert, state }: AlertEntry, { root, timezone }: PageContext): Html {
  const isJoined = state.state === 'dropped' && state.joinedTo;
  const message = state.state === 'told' ? state.messageId : isJoined ? isJoined.messageId : undefined;
  return html`<span>${timeIn(alert.createdAt, timezone)}</span> <span>${alert.watchId ?? 'Bellwether'} → ${channelNameOf(alert.channel)}</span>
${stateBadge(state, timezone)}${isJoined && html` <span>to ${newsText(isJoined.watchId, 60)}</span>`}${
  message !== undefined && html` <a href="${root}/messages/${message}">message</a>`
} <a href="${root}/alerts/${receiptIdOf(alert)}">receipt</a>`;
}

function acknowledgeForm({ acknowledged, form }: AlertGroup, { timezone }: PageContext): Html | undefined {
  const [one] = acknowledged;
  if (one)
    return html`<p class="small good">Acknowledged by channel ${laneText(one.lane)} at ${timeIn(one.at, timezone)}</p>`;
  return (
    form &&
    html`<div class="acts"><form method="post" action="${form.path}"><input type="hidden" name="action" value="acknowledge"><input type="hidden" name="token" value="${form.token}"><button>Acknowledge</button></form> <a class="small" href="${form.path}">more actions</a></div>`
  );
}

function marksRow(
  { watchId, alerts, notRelevant, acknowledged, proposed }: WatchMarks,
  { root }: PageContext,
): Html {
  const lines = notRelevant > 0 ? excludeLines(watchId, proposed) : undefined;
  return html`<a href="${root}/watches/${watchId}#readers">${watchId}</a>: ${formatNumber(notRelevant)} of ${formatNumber(alerts)} not relevant${
    acknowledged > 0 && `, ${formatNumber(acknowledged)} acknowledged`
  }${lines && html`<details><summary>Exclude them</summary><p class="soft small">Add these lines to watches.yaml, and run <code>npx bellwether apply</code>. Nothing changes by itself.</p><pre>${lines.join('\n')}</pre></details>`}`;
}

import { findingsBehind } from '../../domain/alerts/alert.ts';
import type { Message } from '../../domain/alerts/message.ts';
import { laneText } from '../../domain/channels/channel.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import {
  type AlertFindingsView,
  type AlertGroup,
  type AlertsView,
  type BriefView,
  LOOKED_BACK,
  type MessageAlertsView,
  type MessageEntry,
  type PageContext,
} from '../../domain/pages/inbox.ts';
import { findingsLink, withoutSignedLinks } from '../../domain/pages/signed-link.ts';
import type { WatchMarks } from '../../domain/pages/reader-action.ts';
import { placeText } from '../../domain/pages/search-view.ts';
import { entryOf, itemOf } from '../message/alerts-json.ts';
import { smsParts } from '../message/alerts-sms.ts';
import { describeAlert } from '../message/describe-alert.ts';
import { excludeLines, shortLine } from '../text/plain-text.ts';
import { formatCount, formatNumber } from '../text/format-values.ts';
import { html, type Html, type Part } from '../text/html.ts';
import { actionButton } from './actions-page.ts';
import { jsonAnswer } from './page-answer.ts';
import {
  aside,
  dayPager,
  factLine,
  factList,
  itemSnippet,
  newsLink,
  newsText,
  pager,
  partMenu,
  severityBadge,
  storedText,
  timeIn,
  toneText,
  linkTo,
  plainList,
  small,
} from './page-elements.ts';
import { pageLayout } from './page-layout.ts';
import { alertLine, alertLink, alertRow, articleFacts, articleRow, placeFacts, sizeText } from './rows.ts';

const LONGEST_SNIPPET = 120;
const LONGEST_SENTENCE = 200;

/**
 * The alerts of a day by story, the newest first: what each is about, what became of it, and a button to acknowledge
 * it.
 */
export function alertsPage(view: AlertsView, desk: PageContext): HttpAnswer {
  const { day, groups, count, marks, isFirst, next } = view;
  const address = `${desk.root}/alerts?day=${day}`;
  const main = html`<h1>Alerts of ${day}</h1>
${dayPager(day, { count: `${formatCount(count, 'alert')}${isFirst && !next ? '' : ' on this page'}`, of: (to) => `${desk.root}/alerts?day=${to}`, now: desk.now })}
${groups.length === 0 ? emptyDay(view, desk) : html`<ol class="plainlist">${groups.map((group) => html`<li>${groupRow(group, desk)}</li>`)}</ol>`}
${pager(undefined, {
  back: [!isFirst && [address, '← newest']],
  next: next && [`${address}&after=${encodeURIComponent(placeText({ ...next, list: '' }))}`, 'older →'],
})}
${marks.length > 0 && html`<h2 id="marks">What readers marked</h2><p class="soft small">Of the alerts of the last 31 days.</p>${plainList(marks, (one) => marksRow(one, desk))}`}`;
  return pageLayout({ title: 'Alerts', main, desk, list: '/alerts' });
}

/** A day without alerts says when the last one was: nothing to read may be right, or a fault. */
function emptyDay({ last, isFirst }: AlertsView, desk: PageContext): Html {
  if (!isFirst) return html`<p class="soft">No older alerts on this day.</p>`;
  if (last === undefined || last === 'none')
    return html`<p>No alerts on this day, and none in the ${LOOKED_BACK} days before it.</p>
<p class="soft">The ${linkTo(`${desk.root}/watches`, 'watches')} say whether they run, and what waits.</p>`;
  return html`<p>No alerts on this day. The last alert before it was at ${timeIn(last.alert.createdAt, desk.timezone)}:</p>
<p>${alertLink(last, desk)}</p>`;
}

function groupRow(group: AlertGroup, desk: PageContext): Html {
  const { entries } = group;
  const [first] = entries;
  if (!first) return html``;
  const { items, story } = first.alert;
  const [item] = items;
  const { lines } = describeAlert(first.alert, desk.timezone);
  const text = item
    ? itemSnippet(item, { timezone: desk.timezone, most: LONGEST_SNIPPET })
    : shortLine(lines[0] ?? '', LONGEST_SENTENCE);
  const facts: Part[] = [
    ...placeFacts(item),
    toneText(story?.sentiment),
    story && linkTo(`${desk.root}/stories/${story.id}`, sizeText(story.articles, story.outlets)),
  ];
  return html`${alertLink(first, desk)}
${aside(factLine(facts))}
${text !== '' && html`<p class="small"><bdi>${text}</bdi></p>`}
<ul class="tight small">${entries.map((entry) => html`<li>${alertLine(entry, desk)}</li>`)}</ul>
${acknowledgeForm(group, desk)}`;
}

function acknowledgeForm({ acknowledged, form }: AlertGroup, { timezone }: PageContext): Html | undefined {
  const [one] = acknowledged;
  if (one)
    return html`<p class="small good">Acknowledged by ${one.by?.name ?? `channel ${laneText(one.lane)}`} at ${timeIn(one.at, timezone)}</p>`;
  return (
    form &&
    html`<div class="acts">${actionButton(form)} <a class="small" href="${form.path}">more actions</a></div>`
  );
}

function marksRow(
  { watchId, alerts, notRelevant, acknowledged, proposed }: WatchMarks,
  { root }: PageContext,
): Html {
  const lines = notRelevant > 0 ? excludeLines(watchId, proposed) : undefined;
  return html`${linkTo(`${root}/watches/${watchId}#readers`, watchId)}: ${formatNumber(notRelevant)} of ${formatNumber(alerts)} not relevant${
    acknowledged > 0 && `, ${formatNumber(acknowledged)} acknowledged`
  }${lines && html`<details><summary>Exclude them</summary><p class="soft small">Add these lines to watches.yaml, and run <code>npx bellwether apply</code>. Nothing changes by itself.</p><pre>${lines.join('\n')}</pre></details>`}`;
}

/** What waits for the next brief of a channel, the most severe first. */
export function briefPage(
  { channel, dueAt, timezone, stories, entries, count }: BriefView,
  desk: PageContext,
): HttpAnswer {
  const title = `Next brief of ${channel}`;
  const due =
    dueAt === undefined
      ? 'This channel has no brief.'
      : html`${timeIn(dueAt, timezone)}: ${formatCount(stories, 'story')} so far.`;
  const main = html`<h1>${title}</h1>
<p>${due}</p>
${plainList(entries, (entry) => alertRow(entry, desk))}
${count > entries.length && html`<p>${linkTo(`${desk.root}/search?in=alerts&state=waiting&channel=${channel}`, `All ${formatCount(count, 'alert')} that wait →`)}</p>`}`;
  return pageLayout({ title, main, desk, list: '/alerts', feed: `${desk.root}/briefs/${channel}/atom` });
}

/** All findings behind an alert, those that its message only counts among them. */
export function alertFindingsPage(view: AlertFindingsView, desk?: PageContext): HttpAnswer {
  const { alert, timezone, receipt, entries, isFirst } = view;
  const count = findingsBehind(alert)?.count ?? alert.items.length;
  const { headline } = describeAlert(alert, timezone);
  const next = nextOf(view, '');
  const main = html`<p class="kicker">${linkTo(receipt, 'Alert receipt')}${
    alert.watchId !== undefined &&
    html`
<span>watch ${alert.watchId}</span>`
  }
${timeIn(alert.createdAt, timezone)}</p>
<h1>${formatCount(count, 'finding')} behind this alert</h1>
<p class="lead">${newsText(headline)}</p>
${plainList(entries, (entry) => articleRow(entry, articleFacts(entry, timezone)))}
${entries.length === 0 && html`<p class="soft">${next === undefined ? 'No findings are stored here.' : 'None so far.'}</p>`}
<p class="soft small">The findings are in the order of their discovery. Those that were found after the alert are listed too, and those whose <code>retention</code> has ended are not.</p>
${pager(undefined, { back: [!isFirst && [findingsLink(receipt), '← first page']], next: next !== undefined && [next, 'next →'] })}`;
  return pageLayout({ title: 'Findings behind an alert', main, desk, list: '/alerts' });
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

type Entry = MessageAlertsView['entries'][number];

/** All alerts of a message, those that its e-mail only counts among them. */
export function messageAlertsPage(view: MessageAlertsView): HttpAnswer {
  const { message, timezone, page, pages, entries, root } = view;
  const { channel, createdAt, alertIds } = message;
  const main = html`<p class="kicker"><span>message to ${channel}</span> ${timeIn(createdAt, timezone)}</p>
<h1>${formatCount(alertIds.length, 'alert')} of this message</h1>
${plainList(entries, (entry) => alertText(entry, timezone))}
${entries.length === 0 && html`<p class="soft">These alerts are no longer stored.</p>`}
${partMenu({ part: page, parts: pages }, { link: (to) => `${root}?page=${to}`, back: '← previous', on: 'next →' })}`;
  return pageLayout({ title: 'All alerts of a message', main });
}

/** How many items of one alert the page lists: more would hide the other alerts. */
const MOST_ITEMS = 5;

/** Its headline, its first items, and its receipt. */
function alertText({ alert, receipt }: Entry, timezone: string): Html {
  const { severity, watchId, createdAt, items } = alert;
  const { headline } = describeAlert(alert, timezone);
  const behind = findingsBehind(alert);
  const [first, ...others] = items;
  const isItem = first !== undefined && others.length === 0;
  const facts: Part[] = [
    watchId !== undefined && `watch ${watchId}`,
    timeIn(createdAt, timezone),
    linkTo(receipt, 'why you got this'),
    behind && linkTo(findingsLink(receipt), `all ${formatCount(behind.count, 'finding')}`),
  ];
  return html`${severityBadge(severity)} ${isItem ? newsLink(headline, first.link) : newsText(headline)}<br>
${small(factLine(facts))}${
  !isItem &&
  items.length > 0 &&
  html`<ul class="tight small">${items.slice(0, MOST_ITEMS).map(({ title, link }) => html`<li>${newsLink(title, link)}</li>`)}${
    items.length > MOST_ITEMS &&
    html`<li>${linkTo(findingsLink(receipt), `and ${formatNumber(items.length - MOST_ITEMS)} more`)}</li>`
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

/** A message with its texts, and the state of its delivery. */
export function messagePage({ message, delivery }: MessageEntry, desk: PageContext): HttpAnswer {
  const { id, channel, severity, createdAt, alertIds } = message;
  const whole = linkTo(`${desk.root}/messages/${id}/json`, 'The whole message as JSON');
  const main = html`<p class="kicker">${severityBadge(severity)} <span>message to ${laneText(channel)}</span>
${timeIn(createdAt, desk.timezone)}</p>
<h1>${newsText(message.texts.subject)}</h1>
<h2>What was sent</h2>
${messageTexts(message, { most: LONGEST_TEXT, whole })}
<h2>Delivery</h2>
${factList([
  ['State', delivery.state],
  ['Tries', delivery.tries],
  ['Message id', html`<code>${id}</code>`],
  ['SNS message id', delivery.snsMessageId !== undefined && html`<code>${delivery.snsMessageId}</code>`],
  ['Error', delivery.error !== undefined && newsText(delivery.error)],
  ['Contains', formatCount(alertIds.length, 'alert')],
])}`;
  return pageLayout({ title: 'Message', main, desk, list: '/alerts', narrow: true });
}

/** A message with all of its texts but their signed links, for programs. */
export function messageDocument({ message, delivery }: MessageEntry): HttpAnswer {
  const texts = Object.fromEntries(
    Object.entries(message.texts).map(([name, text]) => [name, withoutSignedLinks(text)]),
  );
  return jsonAnswer({ v: 1, message: { ...message, texts }, delivery });
}

/** So many characters of each text of a message its page shows. */
const LONGEST_TEXT = 9_000;

/**
 * The texts of a message, by protocol, without their signed links; of long ones the first `most` characters. `whole`
 * says where all of it is.
 */
export function messageTexts({ texts }: Message, { most, whole }: { most: number; whole: Part }): Html {
  const part = (text: string) => storedText(withoutSignedLinks(text), { most, whole });
  return html`<h3>E-mail</h3>
${part(`Subject: ${texts.subject}\n\n${texts.email}`)}
${
  texts.sms !== undefined &&
  html`<h3 class="gap">SMS, ${formatCount(smsParts(texts.sms), 'part')}</h3>
${part(texts.sms)}`
}
<details><summary>JSON for queues and https</summary>${part(texts.json)}</details>`;
}

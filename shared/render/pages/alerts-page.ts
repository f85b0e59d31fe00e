import { findingsBehind } from '../../domain/alerts/alert.ts';
import type { Message } from '../../domain/alerts/message.ts';
import { laneText } from '../../domain/channels/channel.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import {
  type AlertFindingsView,
  type BriefView,
  type MessageAlertsView,
  type MessageEntry,
  type PageContext,
} from '../../domain/pages/inbox.ts';
import { findingsLink, withoutSignedLinks } from '../../domain/pages/signed-link.ts';
import { entryOf, itemOf } from '../message/alerts-json.ts';
import { smsParts } from '../message/alerts-sms.ts';
import { describeAlert } from '../message/describe-alert.ts';
import { formatCount, formatNumber } from '../text/format-values.ts';
import { html, type Html, type Part } from '../text/html.ts';
import { jsonAnswer } from './page-answer.ts';
import {
  factLine,
  factList,
  newsLink,
  newsText,
  pager,
  partMenu,
  severityBadge,
  storedText,
  timeIn,
  linkTo,
  plainList,
  small,
} from './page-elements.ts';
import { pageLayout } from './page-layout.ts';
import { alertRow, articleFacts, articleRow } from './rows.ts';

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

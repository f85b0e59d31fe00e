import type { Message } from '../../domain/alerts/message.ts';
import { laneText } from '../../domain/channels/lanes.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { PageContext, MessageEntry } from '../../domain/pages/inbox.ts';
import { type Html, html } from '../html/html.ts';
import { smsParts } from '../message/sms-parts.ts';
import { formatCount } from '../text/format-values.ts';
import { factList, newsText, severityBadge, timeIn } from './parts/page-elements.ts';
import { pageLayout } from './parts/page-layout.ts';

/** A message with its exact texts, and the state of its delivery. */
export function messagePage({ message, delivery }: MessageEntry, desk: PageContext): HttpAnswer {
  const { id, channel, severity, createdAt, alertIds } = message;
  const main = html`<p class="kicker">${severityBadge(severity)} <span>message to ${laneText(channel)}</span>
<span>${timeIn(createdAt, desk.timezone)}</span></p>
<h1>${newsText(message.texts.subject)}</h1>
${messageTexts(message)}
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

/** The exact texts of a message, by protocol. */
export function messageTexts({ texts }: Message): Html {
  return html`<h3>E-mail</h3>
<pre>Subject: ${texts.subject}

${texts.email}</pre>
${
  texts.sms !== undefined &&
  html`<h3 class="gap">SMS, ${formatCount(smsParts(texts.sms), 'part')}</h3>
<pre>${texts.sms}</pre>`
}
<details><summary>JSON for queues and https</summary><pre>${texts.json}</pre></details>`;
}

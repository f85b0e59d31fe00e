import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { Desk, MessageEntry } from '../../domain/pages/inbox.ts';
import type { Message } from '../../domain/alerts/message.ts';
import { smsParts } from '../message/sms-parts.ts';
import { type Html, html } from '../html/html.ts';
import { shell } from './parts/page-layout.ts';
import { countOf, facts, newsText, severityBadge, timeIn } from './words.ts';

/** A message exactly as it goes out, and where it stands. */
export function messagePage({ message, delivery }: MessageEntry, desk: Desk): HttpAnswer {
  const { id, channel, severity, createdAt, alertIds } = message;
  const main = html`<p class="kicker">${severityBadge(severity)} <span>message to ${channel}</span>
<span>${timeIn(createdAt, desk.timezone)}</span></p>
<h1>${newsText(message.texts.subject)}</h1>
${messageTexts(message)}
<h2>Where it stands</h2>
${facts([
  ['State', delivery.state],
  ['Tries', delivery.tries],
  ['Id', html`<code>${id}</code>`],
  ['Id of SNS', delivery.receipt !== undefined && html`<code>${delivery.receipt}</code>`],
  ['Error', delivery.error !== undefined && newsText(delivery.error)],
  ['Holds', countOf(alertIds.length, 'alert')],
])}`;
  return shell({ title: 'A message', main, desk, room: '/alerts', narrow: true });
}

/** The texts of a message by protocol, to the letter. */
export function messageTexts({ texts }: Message): Html {
  return html`<h3>E-mail</h3>
<pre>Subject: ${texts.subject}

${texts.email}</pre>
${
  texts.sms !== undefined &&
  html`<h3 class="gap">SMS, ${countOf(smsParts(texts.sms), 'part')}</h3>
<pre>${texts.sms}</pre>`
}
<details><summary>JSON for queues and https</summary><pre>${texts.json}</pre></details>`;
}

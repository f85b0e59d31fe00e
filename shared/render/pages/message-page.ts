import type { Message } from '../../domain/alerts/message.ts';
import { laneText } from '../../domain/channels/lanes.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { PageContext, MessageEntry } from '../../domain/pages/inbox.ts';
import { type Html, html, type Part } from '../html/html.ts';
import { smsParts } from '../message/sms-parts.ts';
import { formatCount } from '../text/format-values.ts';
import { factList, newsText, severityBadge, storedText, timeIn } from './parts/page-elements.ts';
import { jsonAnswer } from './parts/page-answer.ts';
import { pageLayout } from './parts/page-layout.ts';

/** A message with its exact texts, and the state of its delivery. */
export function messagePage({ message, delivery }: MessageEntry, desk: PageContext): HttpAnswer {
  const { id, channel, severity, createdAt, alertIds } = message;
  const whole = html`<a href="${desk.root}/messages/${id}/json">The whole message as JSON</a>`;
  const main = html`<p class="kicker">${severityBadge(severity)} <span>message to ${laneText(channel)}</span>
<span>${timeIn(createdAt, desk.timezone)}</span></p>
<h1>${newsText(message.texts.subject)}</h1>
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

/** A message with all of its texts, for programs. */
export function messageDocument({ message, delivery }: MessageEntry): HttpAnswer {
  return jsonAnswer({ v: 1, message, delivery });
}

/** So many characters of each text of a message its page shows. */
const LONGEST_TEXT = 9_000;

/** The exact texts of a message, by protocol; of long ones the first `most` characters. `whole` says where all of it is. */
export function messageTexts({ texts }: Message, { most, whole }: { most: number; whole: Part }): Html {
  const part = (text: string) => storedText(text, { most, whole });
  return html`<h3>E-mail</h3>
${part(`Subject: ${texts.subject}\n\n${texts.email}`)}
${
  texts.sms !== undefined &&
  html`<h3 class="gap">SMS, ${formatCount(smsParts(texts.sms), 'part')}</h3>
${part(texts.sms)}`
}
<details><summary>JSON for queues and https</summary>${part(texts.json)}</details>`;
}

import type { AlertItem } from '../../../domain/alerts/alert.ts';
import type { HttpAnswer } from '../../../domain/pages/http-exchange.ts';
import type { Desk } from '../../../domain/pages/inbox.ts';
import type { Receipt } from '../../../domain/pages/receipt.ts';
import type { Silence } from '../../../domain/channels/silence.ts';
import { describeAlert } from '../../message/describe-alert.ts';
import { type Html, html } from '../../html/html.ts';
import { messageTexts } from '../message-page.ts';
import { note } from '../plain-pages.ts';
import { policyFacts } from './policy-facts.ts';
import { receiptSteps } from './receipt-steps.ts';
import { receiptStory } from './receipt-story.ts';
import { shell } from '../parts/page-layout.ts';
import { facts, markedText, newsLink, newsText, queryOf, severityBadge, spanIn, timeIn } from '../words.ts';

/** How many items of an alert are spelt out. */
const MOST_ITEMS = 20;

/** Why there is an alert, and what became of it. */
export function receiptPage(receipt: Receipt, desk?: Desk): HttpAnswer {
  return shell({ title: 'Receipt of an alert', main: bodyOf(receipt), desk, room: '/alerts', narrow: true });
}

/** The same page, after a form of it has muted something. */
export function mutedPage(silence: Silence, receipt: Receipt): HttpAnswer {
  const notice = html`<div class="card notice" role="status"><p><strong>Muted until
${timeIn(silence.endsAt, receipt.timezone)} (${receipt.timezone}).</strong> What is found until then is kept and not told.
To end it earlier: <code>npx bellwether silence --expire ${silence.id}</code></p></div>`;
  return shell({ title: 'Receipt of an alert', main: html`${notice}${bodyOf(receipt)}`, narrow: true });
}

/** A form that was left open for too long, or that another site has sent. */
export function refusedFormPage(): HttpAnswer {
  return note('Nothing was changed', {
    status: 403,
    text: html`<p>The form was open for too long, or did not come from its page.</p>
<p>Open the link from your alert again and send the form from there.</p>`,
  });
}

function bodyOf(receipt: Receipt): Html {
  const { alert, watch, timezone } = receipt;
  const { headline } = describeAlert(alert, timezone);
  return html`<p class="kicker">${severityBadge(alert.severity)}
<span>${alert.watchId === undefined ? 'Bellwether' : html`watch ${alert.watchId}`}</span>
<span>${timeIn(alert.createdAt, timezone)} (${timezone})</span></p>
<h1>${newsText(headline)}</h1>
${aboutOf(receipt)}
<h2>Why you got this</h2>
${facts([
  ['Watch', alert.watchId],
  ['Version', versionOf(receipt)],
  ['Asks', watch && queryOf(watch.query)],
  ['Matched', matchedOf(receipt)],
  ['Channel', alert.channel],
])}
${policyFacts(alert, watch, timezone)}
${receiptStory(receipt)}
<h2>What happened to it</h2>
${receiptSteps(receipt)}
${deliveryOf(receipt)}
${quieter(receipt)}`;
}

/** What the alert says: its items, or its sentences. */
function aboutOf({ alert, timezone }: Receipt): Html {
  if (alert.items.length === 0) {
    const { lines } = describeAlert(alert, timezone);
    return html`${lines.map((line) => html`<p class="lead">${newsText(line, 2_000)}</p>`)}`;
  }
  const alone = alert.items.length === 1;
  const items = alert.items.slice(0, MOST_ITEMS).map((item) => itemOf(item, { timezone, alone }));
  const rest = alert.items.length - items.length;
  return html`${items}${rest > 0 && html`<p class="soft">and ${rest} more</p>`}`;
}

/** One item; where it stands alone, its title is the page's own already. */
function itemOf(item: AlertItem, { timezone, alone }: { timezone: string; alone: boolean }): Html {
  const { title, link, outlet, publishedAt, indexedAt, snippet, matched } = item;
  const name = outlet?.name ?? outlet?.domain ?? 'unknown source';
  const rank = outlet?.rank;
  return html`<article><p>${alone ? newsLink(`Read it at ${name}`, link) : newsLink(title, link)}<br>
<span class="soft small">${!alone && html`${newsText(name)}, `}${outlet?.country !== undefined && html`${newsText(outlet.country, 10)}, `}${
    rank !== undefined && rank < 999_999 && `rank ${rank.toLocaleString('en')}, `
  }${timeIn(publishedAt ?? indexedAt, timezone)}</span></p>
${snippet.trim() !== '' && html`<blockquote>${markedText(snippet, matched)}</blockquote>`}</article>`;
}

function versionOf({ alert, watch }: Receipt): string | undefined {
  if (alert.watchVersion === undefined) return undefined;
  if (!watch) return `${alert.watchVersion}; the watch is gone since`;
  return watch.version === alert.watchVersion ? alert.watchVersion : `${alert.watchVersion}; changed since`;
}

function matchedOf({ alert }: Receipt): Html | undefined {
  const words = [...new Set(alert.items.flatMap(({ matched }) => matched))].slice(0, 50);
  if (words.length === 0) return undefined;
  return html`${words.map((word, index) => html`${index > 0 && ', '}<mark>${newsText(word, 100)}</mark>`)}`;
}

function deliveryOf({ told: notified }: Receipt): Html | undefined {
  return (
    notified &&
    html`<details><summary>The message as it went out</summary>${messageTexts(notified.message)}</details>`
  );
}

/** Forms that make it quieter. Nothing on the page changes anything but these, and only when they are sent. */
function quieter({ forms, silences, timezone }: Receipt): Html | undefined {
  const now = silences.map(
    ({ id, reason, endsAt }) =>
      html`<p>Muted until ${timeIn(endsAt, timezone)}: ${newsText(reason)} <span class="soft small">(${id})</span></p>`,
  );
  const buttons = forms.map(
    ({ mute, token, subject, length }) => html`<form method="post">
<input type="hidden" name="mute" value="${mute}"><input type="hidden" name="token" value="${token}">
<button>Mute ${mute === 'watch' ? 'the watch ' : ''}${newsText(subject, 80)} for ${spanIn(length)}</button></form>`,
  );
  if (now.length === 0 && buttons.length === 0) return undefined;
  return html`<h2>Too loud?</h2>${now}${buttons.length > 0 && html`<p class="soft">What is muted is kept, and not told.</p><div>${buttons}</div>`}`;
}

import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { UnsubscribeView } from '../../domain/pages/unsubscribe-view.ts';
import { type Html, html } from '../html/html.ts';
import { newsText, timeIn } from './parts/page-elements.ts';
import { pageLayout } from './parts/page-layout.ts';

/** Whether a recipient gets the mail of a channel, with the one button that changes it. */
export function unsubscribePage(view: UnsubscribeView): HttpAnswer {
  const { address, unsubscribedAt } = view;
  const channel = newsText(view.channel, 80);
  const who = address === undefined ? html`Your address` : html`<strong>${newsText(address, 120)}</strong>`;
  const state =
    unsubscribedAt === undefined
      ? html`<p>${who} gets the mail of channel ${channel}. Other people and other channels are not affected.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>`
      : html`<p>${who} gets no mail of channel ${channel} since ${timeIn(unsubscribedAt, view.timezone)} (${view.timezone}). The people
who run Bellwether see this.</p>${undoForm(view)}`;
  const gone =
    address === undefined &&
    html`<p class="soft">The channel does not name this address any more, so it gets no mail in any case.</p>`;
  const title = unsubscribedAt === undefined ? 'Unsubscribe' : 'Unsubscribed';
  const main = html`${noticeOf(view)}<p class="kicker"><span>channel ${channel}</span></p><h1>${title}</h1>${state}${gone}`;
  return pageLayout({ title, main, narrow: true });
}

function undoForm({ undo }: UnsubscribeView): Html | undefined {
  if (undo === undefined) return undefined;
  return html`<form method="post"><input type="hidden" name="undo" value="${undo}"><button>Subscribe again</button></form>`;
}

function noticeOf({ done, unsubscribedAt }: UnsubscribeView): Html | undefined {
  if (done === undefined) return undefined;
  const text = unsubscribedAt === undefined ? 'You are subscribed again.' : 'You are unsubscribed.';
  return html`<div class="card notice" role="status"><p><strong>${text}</strong></p></div>`;
}

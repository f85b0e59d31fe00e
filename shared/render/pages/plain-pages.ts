import type { DrillView, UnsubscribeView } from '../../domain/pages/receipt.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import { REPORT_FORMS, type ReportForm } from '../../domain/reports/report-record.ts';
import { formatNumber } from '../text/format-values.ts';
import { html, type Html, reportPolicy } from '../text/html.ts';
import { HEADERS, pageAnswer } from './page-answer.ts';
import { buttonForm, newsText, timeIn, linkTo, noticeCard } from './page-elements.ts';
import { pageLayout } from './page-layout.ts';

/** The page at the bare address. */
export function welcomePage(): HttpAnswer {
  return notePage('Bellwether', {
    status: 200,
    text: html`<p>Bellwether monitors the news and alerts you when something happens.</p>
<p>You need a link to open its pages. Each alert contains a link to its receipt. Run <code>npx bellwether open</code> for a
link to the watches and the inbox.</p>`,
  });
}

/** The answer to an invalid link. It does not say whether the page exists. */
export function refusalPage(): HttpAnswer {
  return notePage('This link does not open', {
    status: 403,
    text: html`<p>It is incomplete, it has expired, or it belongs to another page.</p>
<p>Copy the whole link from your alert, or ask the person who runs Bellwether for a new one
(<code>npx bellwether open</code>).</p>`,
  });
}

/** The answer to the address of a feed that was revoked. */
export function gonePage(): HttpAnswer {
  return notePage('This feed is not shared any more', {
    status: 410,
    text: html`<p>Its address was revoked. Remove it from your reader, or ask for a new one (<code>npx bellwether share</code>).</p>`,
  });
}

/** Says why somebody is not signed in, and lets them do it. */
export function signInPage({ problem, isDone = false }: { problem: string; isDone?: boolean }): HttpAnswer {
  return notePage(isDone ? 'Signed out' : 'You are not signed in', {
    status: isDone ? 200 : 403,
    text: html`<p>${newsText(problem, 300)}</p><p>${linkTo(`/signin`, 'Sign in')}</p>`,
  });
}

/** A short page: what happened, and what to do. */
export function notePage(title: string, { status, text }: { status: number; text: Html }): HttpAnswer {
  return pageAnswer({ title, status, body: html`<main class="note"><h1>${title}</h1>${text}</main>` });
}

/** The page behind the link of a drill, with the one button that confirms. */
export function drillPage({ channel, by, beganAt, timezone, confirmed, token }: DrillView): HttpAnswer {
  const isDone = token === undefined;
  const title = isDone ? 'Thank you' : 'This is a drill';
  const said = isDone
    ? html`<div class="card notice" role="status"><p><strong>It is recorded that the message has reached you.</strong></p></div>`
    : html`<p>The message that brought you here is a test. Nothing has happened. Press the button, so that your team knows that it
has reached you.</p>${buttonForm({ token }, { button: 'I have got it' })}`;
  const others =
    confirmed === 0
      ? 'Nobody has confirmed it here yet.'
      : `It was confirmed here ${confirmed === 1 ? 'once' : `${formatNumber(confirmed)} times`}.`;
  const main = html`<p class="kicker"><span>channel ${newsText(channel, 80)}, by ${by}</span></p><h1>${title}</h1>${said}
<p class="soft">The drill began at ${timeIn(beganAt, timezone)}. ${others}</p>`;
  return pageLayout({ title, main, narrow: true });
}

/** Whether a recipient gets the mail of a channel, with the one button that changes it. */
export function unsubscribePage(view: UnsubscribeView): HttpAnswer {
  const { address, unsubscribedAt, undo } = view;
  const channel = newsText(view.channel, 80);
  const who = address === undefined ? html`Your address` : html`<strong>${newsText(address, 120)}</strong>`;
  const state =
    unsubscribedAt === undefined
      ? html`<p>${who} gets the mail of channel ${channel}. Other people and other channels are not affected.</p>
${buttonForm({ 'List-Unsubscribe': 'One-Click' }, { button: 'Unsubscribe' })}`
      : html`<p>${who} gets no mail of channel ${channel} since ${timeIn(unsubscribedAt, view.timezone)}. The people
who run Bellwether see this.</p>${undo !== undefined && buttonForm({ undo }, { button: 'Subscribe again' })}`;
  const gone =
    address === undefined &&
    html`<p class="soft">The channel does not name this address any more, so it gets no mail in any case.</p>`;
  const title = unsubscribedAt === undefined ? 'Unsubscribe' : 'Unsubscribed';
  const main = html`${noticeOf(view)}<p class="kicker"><span>channel ${channel}</span></p><h1>${title}</h1>${state}${gone}`;
  return pageLayout({ title, main, narrow: true });
}

function noticeOf({ done, unsubscribedAt }: UnsubscribeView): Html | undefined {
  if (done === undefined) return undefined;
  const text = unsubscribedAt === undefined ? 'You are subscribed again.' : 'You are unsubscribed.';
  return noticeCard(text);
}

/**
 * A report as an answer; the body of a spreadsheet is Base64. HTML gets the policy of its own style; the other forms
 * get one that keeps browsers from running them.
 */
export function reportAnswer(body: string, form: ReportForm): HttpAnswer {
  const policy = form === 'html' ? reportPolicy(body) : "default-src 'none'; sandbox";
  const headers = { ...HEADERS, 'content-type': REPORT_FORMS[form].type, 'content-security-policy': policy };
  if (form !== 'xlsx') return { status: 200, headers, body };
  const file = { ...headers, 'content-disposition': 'attachment; filename="report.xlsx"' };
  return { status: 200, headers: file, body, isBase64Encoded: true };
}

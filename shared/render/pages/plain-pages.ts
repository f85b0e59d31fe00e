import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import { type Html, html } from '../html/html.ts';
import { pageAnswer } from './parts/page-answer.ts';

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

/** A short page: what happened, and what to do. */
export function notePage(title: string, { status, text }: { status: number; text: Html }): HttpAnswer {
  return pageAnswer({ title, status, body: html`<main class="note"><h1>${title}</h1>${text}</main>` });
}

import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import { type Html, html } from '../html/html.ts';
import { pageAnswer } from './parts/page-answer.ts';

/** What stands at the bare address. */
export function welcomePage(): HttpAnswer {
  return note('Bellwether', {
    status: 200,
    text: html`<p>Bellwether watches the news and rings when something happens.</p>
<p>Its pages open by links: each alert carries one to its receipt, and <code>npx bellwether open</code> makes one for
the watches and the inbox.</p>`,
  });
}

/** The refusal of a link. It tells a stranger nothing: not even whether there is such a page. */
export function refusalPage(): HttpAnswer {
  return note('This link does not open', {
    status: 403,
    text: html`<p>It may be incomplete, too old, or made for another page.</p>
<p>Copy the whole link from your alert, or ask whoever runs Bellwether for a new one
(<code>npx bellwether open</code>).</p>`,
  });
}

/** What happened, what it means, what to do. */
export function note(title: string, { status, text }: { status: number; text: Html }): HttpAnswer {
  return pageAnswer({ title, status, body: html`<main class="note"><h1>${title}</h1>${text}</main>` });
}

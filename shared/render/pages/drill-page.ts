import type { DrillView } from '../../domain/pages/drill-view.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import { html } from '../html/html.ts';
import { formatNumber } from '../text/format-values.ts';
import { newsText, timeIn } from './parts/page-elements.ts';
import { pageLayout } from './parts/page-layout.ts';

/** The page behind the link of a drill, with the one button that confirms. */
export function drillPage({ channel, by, beganAt, timezone, confirmed, token }: DrillView): HttpAnswer {
  const isDone = token === undefined;
  const title = isDone ? 'Thank you' : 'This is a drill';
  const said = isDone
    ? html`<div class="card notice" role="status"><p><strong>It is recorded that the message has reached you.</strong></p></div>`
    : html`<p>The message that brought you here is a test. Nothing has happened. Press the button, so that your team knows that it
has reached you.</p><form method="post"><input type="hidden" name="token" value="${token}"><button>I have got it</button></form>`;
  const others =
    confirmed === 0
      ? 'Nobody has confirmed it here yet.'
      : `It was confirmed here ${confirmed === 1 ? 'once' : `${formatNumber(confirmed)} times`}.`;
  const main = html`<p class="kicker"><span>channel ${newsText(channel, 80)}, by ${by}</span></p><h1>${title}</h1>${said}
<p class="soft">The drill began at ${timeIn(beganAt, timezone)} (${timezone}). ${others}</p>`;
  return pageLayout({ title, main, narrow: true });
}

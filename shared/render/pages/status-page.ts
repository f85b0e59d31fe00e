import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { Desk, StatusView } from '../../domain/pages/inbox.ts';
import type { Condition, WatchStatus } from '../../domain/pages/watch-status.ts';
import { type Html, html } from '../html/html.ts';
import { shell } from './parts/page-layout.ts';
import { badge, countOf, farFrom, newsText, timeIn, type Tone } from './words.ts';

export const CONDITION_TONES: Readonly<Record<Condition, Tone>> = {
  ok: 'good',
  new: 'plain',
  base: 'plain',
  late: 'warn',
  failing: 'bad',
  open: 'warn',
  slowed: 'warn',
  paused: 'warn',
  unscheduled: 'bad',
  creating: 'plain',
  off: 'bad',
  disabled: 'plain',
};

/** How every watch stands, and what is broken. */
export function statusPage(view: StatusView, desk: Desk): HttpAnswer {
  const { watches, troubles: incidents, dead } = view;
  const unwell = watches.filter(
    ({ condition }) => CONDITION_TONES[condition] === 'bad' || CONDITION_TONES[condition] === 'warn',
  );
  const summary =
    unwell.length === 0
      ? `${countOf(watches.length, 'watch', 'watches')}, and all is well`
      : `${unwell.length} of ${countOf(watches.length, 'watch', 'watches')} ${unwell.length === 1 ? 'needs' : 'need'} a look`;
  const main = html`<h1>Watches</h1><p class="lead">${summary}.</p>
${incidents.length > 0 && html`<div class="card notice"><h3>Broken</h3><ul class="plainlist">${incidents.map(({ text, since }) => html`<li>${newsText(text, 2_000)} <span class="soft small">since ${timeIn(since, desk.timezone)}</span></li>`)}</ul></div>`}
${dead.length > 0 && html`<div class="card notice"><h3>Could not be sent</h3><ul class="plainlist">${dead.map(({ message, delivery }) => html`<li><a href="${desk.root}/messages/${message.id}">${newsText(message.texts.subject)}</a> <span class="soft small">${message.channel}: ${newsText(delivery.error ?? 'no reason is known')}</span></li>`)}</ul></div>`}
<table>
<thead><tr><th scope="col">Watch</th><th scope="col">State</th><th scope="col">Covered until</th><th scope="col">Last run</th><th scope="col">Next run</th><th scope="col" class="number">Found</th><th scope="col" class="number">Calls</th></tr></thead>
<tbody>${watches.map((watch) => rowOf(watch, desk))}</tbody>
</table>
<p class="soft small">Found and calls count this month (UTC).</p>`;
  return shell({ title: 'Watches', main, desk, room: '' });
}

function rowOf(watch: WatchStatus, { root, now }: Desk): Html {
  const { id, kind, condition, detail, coveredUntil, lastRunAt, nextRunAt, month } = watch;
  const far = (at: number | undefined) => (at === undefined ? '–' : farFrom(at, now));
  return html`<tr>
<td><a href="${root}/watches/${id}">${id}</a><br><span class="soft small">${kind}</span></td>
<td>${badge(condition, CONDITION_TONES[condition])}${detail !== undefined && html`<br><span class="soft small">${newsText(detail)}</span>`}</td>
<td data-label="covered until">${far(coveredUntil)}</td>
<td data-label="last run">${far(lastRunAt)}</td>
<td data-label="next run">${far(nextRunAt)}</td>
<td class="number" data-label="found">${month.found.toLocaleString('en')}</td>
<td class="number" data-label="calls">${month.calls.toLocaleString('en')}</td>
</tr>`;
}

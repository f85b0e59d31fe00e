import { laneText } from '../../domain/channels/lanes.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { PageContext, StatusView } from '../../domain/pages/inbox.ts';
import { type Condition, isFaulty, type WatchStatus } from '../../domain/pages/watch-status.ts';
import { type Html, html } from '../html/html.ts';
import { formatCount, formatNumber } from '../text/format-values.ts';
import { badge, type BadgeColour, distanceText, newsText, timeIn } from './parts/page-elements.ts';
import { pageLayout } from './parts/page-layout.ts';

const CONDITION_COLOURS: Readonly<Record<Condition, BadgeColour>> = {
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

/** The state of each watch, with open incidents and failed messages. */
export function statusPage(view: StatusView, desk: PageContext): HttpAnswer {
  const { watches, incidents, dead } = view;
  const main = html`<h1>Watches</h1><p class="lead">${summaryOf(watches)}</p>
${incidents.length > 0 && html`<div class="card notice"><h2>Open incidents</h2><ul class="plainlist">${incidents.map(({ text, since }) => html`<li>${newsText(text, 2_000)} <span class="soft small">since ${timeIn(since, desk.timezone)}</span></li>`)}</ul></div>`}
${dead.length > 0 && html`<div class="card notice"><h2>Failed messages</h2><ul class="plainlist">${dead.map(({ message, delivery }) => html`<li><a href="${desk.root}/messages/${message.id}">${newsText(message.texts.subject)}</a> <span class="soft small">${laneText(message.channel)}: ${newsText(delivery.error ?? 'unknown reason')}</span></li>`)}</ul><p class="soft small">To send them again, run <code>npx bellwether redrive</code>.</p></div>`}
<table>
<thead><tr><th scope="col">Watch</th><th scope="col">State</th><th scope="col">Covered until</th><th scope="col">Last run</th><th scope="col">Next run</th><th scope="col" class="number">Found</th><th scope="col" class="number">Calls</th></tr></thead>
<tbody>${watches.map((watch) => rowOf(watch, desk))}</tbody>
</table>
<p class="soft small">“Found” and “Calls” are the totals of this month (UTC).</p>`;
  return pageLayout({ title: 'Watches', main, desk, list: '/watches' });
}

function summaryOf(watches: readonly WatchStatus[]): string {
  const all = formatCount(watches.length, 'watch');
  const faulty = watches.filter(({ condition }) => isFaulty(condition));
  if (faulty.length === 0) return `${all}, no problems.`;
  return `${faulty.length} of ${all} ${faulty.length === 1 ? 'needs' : 'need'} your attention.`;
}

export function conditionBadge(condition: Condition): Html {
  return badge(condition === 'base' ? 'baseline' : condition, CONDITION_COLOURS[condition]);
}

function rowOf(watch: WatchStatus, { root, now }: PageContext): Html {
  const { id, kind, condition, detail, coveredUntil, lastRunAt, nextRunAt, month } = watch;
  const distance = (at: number | undefined) => (at === undefined ? '–' : distanceText(at, now));
  return html`<tr>
<td><a href="${root}/watches/${id}">${id}</a><br><span class="soft small">${kind}</span></td>
<td>${conditionBadge(condition)}${detail !== undefined && html`<br><span class="soft small">${newsText(detail)}</span>`}</td>
<td data-label="covered until">${distance(coveredUntil)}</td>
<td data-label="last run">${distance(lastRunAt)}</td>
<td data-label="next run">${distance(nextRunAt)}</td>
<td class="number" data-label="found">${formatNumber(month.found)}</td>
<td class="number" data-label="calls">${formatNumber(month.calls)}</td>
</tr>`;
}

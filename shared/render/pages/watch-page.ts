import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { Desk, WatchView } from '../../domain/pages/inbox.ts';
import type { WindowRecord } from '../../domain/runs/window-record.ts';
import { type Html, html } from '../html/html.ts';
import { shell } from './parts/page-layout.ts';
import { CONDITION_TONES } from './status-page.ts';
import { badge, countOf, facts, farFrom, newsLink, newsText, queryOf, timeIn } from './words.ts';

/** One watch: what it asks, how it stands, what it found today and yesterday, and the windows that found something. */
export function watchPage({ watch, status, windows, findings }: WatchView, desk: Desk): HttpAnswer {
  const { timezone, now } = desk;
  const far = (at: number | undefined) =>
    at !== undefined && html`${farFrom(at, now)}, ${timeIn(at, timezone)}`;
  const { condition, detail } = status;
  const main = html`<p class="kicker">${badge(condition, CONDITION_TONES[condition])} <span>${watch.kind}</span></p>
<h1>${watch.id}</h1>
${detail !== undefined && html`<p class="lead">${newsText(detail, 1_000)}</p>`}
${facts([
  ['Covered until', far(status.coveredUntil)],
  ['Last run', far(status.lastRunAt)],
  ['Next run', far(status.nextRunAt)],
  ['Runs', `${watch.schedule} (${watch.timezone})`],
  [
    'Tells',
    `${watch.alert.when.replaceAll('_', ' ')}, ${watch.severity}, on the channel ${watch.alert.channel}`,
  ],
  [
    'This month',
    `${countOf(status.month.runs, 'run')}, ${countOf(status.month.calls, 'call')}, ${status.month.found.toLocaleString('en')} found`,
  ],
  ['Asks', queryOf(watch.query)],
  ['Version', watch.version],
])}
<h2>Found today and yesterday</h2>
${findings.some(isBase) && html`<p class="soft small">What is marked as base was there before the first run ended: it is known, and not told.</p>`}
${findings.length === 0 ? html`<p class="soft">Nothing new.</p>` : html`<ul class="plainlist">${findings.map((found) => findingOf(found, desk))}</ul>`}
<h2>Windows that found something, or could not be covered</h2>
${windows.length === 0 ? html`<p class="soft">None yet. Quiet windows are only counted.</p>` : windowTable(windows, desk)}`;
  return shell({ title: `Watch ${watch.id}`, main, desk, room: '' });
}

function isBase({ verdict }: StoredFinding): boolean {
  return verdict !== undefined && 'silent' in verdict && verdict.silent === 'base';
}

function findingOf({ finding, foundAt, verdict }: StoredFinding, { timezone }: Desk): Html {
  const { title, link, outlet, fingerprint } = finding;
  const became =
    verdict === undefined
      ? 'not judged yet'
      : 'told' in verdict
        ? 'told'
        : verdict.silent.replaceAll('-', ' ');
  return html`<li>${newsLink(title === '' ? fingerprint : title, link)}<br><span class="soft small">${timeIn(foundAt, timezone)},
${newsText(outlet?.name ?? outlet?.domain ?? finding.type, 100)}</span> ${badge(became, became === 'told' ? 'good' : 'plain')}</li>`;
}

function windowTable(windows: readonly WindowRecord[], { timezone }: Desk): Html {
  const rows = windows.map(({ from, to, state, cut, late, matched, found, calls, error }) => {
    const marks = [cut && 'cut', late && 'late'].filter((mark) => mark !== false);
    return html`<tr><td>${timeIn(from, timezone)} – ${timeIn(to, timezone)}</td>
<td>${badge(state, state === 'open' ? 'warn' : 'good')} ${marks.map((mark) => badge(mark, 'warn'))}${error !== undefined && html`<br><span class="soft small">${newsText(error)}</span>`}</td>
<td class="number" data-label="matched">${matched.toLocaleString('en')}</td><td class="number" data-label="new">${found.toLocaleString('en')}</td>
<td class="number" data-label="calls">${calls.toLocaleString('en')}</td></tr>`;
  });
  return html`<table><thead><tr><th scope="col">Window</th><th scope="col">State</th><th scope="col" class="number">Matched</th><th scope="col" class="number">New</th><th scope="col" class="number">Calls</th></tr></thead><tbody>${rows}</tbody></table>`;
}

import type { SilentReason, StoredFinding } from '../../domain/findings/finding.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { PageContext, WatchView } from '../../domain/pages/inbox.ts';
import type { WindowRecord } from '../../domain/runs/window-record.ts';
import { type Html, html } from '../html/html.ts';
import { formatCount, formatNumber } from '../text/format-values.ts';
import {
  badge,
  distanceText,
  factList,
  newsLink,
  newsText,
  queryList,
  timeIn,
} from './parts/page-elements.ts';
import { pageLayout } from './parts/page-layout.ts';
import { conditionBadge } from './status-page.ts';

/** One watch: its state and settings, its findings of today and yesterday, and its recorded windows. */
export function watchPage({ watch, status, windows, findings }: WatchView, desk: PageContext): HttpAnswer {
  const { timezone, now } = desk;
  const time = (at: number | undefined) =>
    at !== undefined && html`${distanceText(at, now)}, ${timeIn(at, timezone)}`;
  const { condition, detail, month } = status;
  const { when, channel } = watch.alert;
  const main = html`<p class="kicker">${conditionBadge(condition)} <span>${watch.kind}</span></p>
<h1>${watch.id}</h1>
${detail !== undefined && html`<p class="lead">${newsText(detail, 1_000)}</p>`}
${factList([
  ['Covered until', time(status.coveredUntil)],
  ['Last run', time(status.lastRunAt)],
  ['Next run', time(status.nextRunAt)],
  ['Schedule', `${watch.schedule} (${watch.timezone})`],
  ['Alerts', `policy ${when.replaceAll('_', ' ')}, severity ${watch.severity}, channel ${channel}`],
  [
    'This month',
    `${formatCount(month.runs, 'run')}, ${formatCount(month.calls, 'call')}, ${formatNumber(month.found)} found`,
  ],
  ['Query', queryList(watch.query)],
  ['Version', watch.version],
])}
<h2>Found today and yesterday</h2>
${findings.some(isBaseline) && html`<p class="soft small">The baseline is what the first run found. You receive no alerts on it.</p>`}
${findings.length === 0 ? html`<p class="soft">No findings.</p>` : html`<ul class="plainlist">${findings.map((found) => findingRow(found, desk))}</ul>`}
<h2>Windows with findings or gaps</h2>
${windows.length === 0 ? html`<p class="soft">None yet. A window without findings has no record of its own.</p>` : windowTable(windows, desk)}`;
  return pageLayout({ title: `Watch ${watch.id}`, main, desk, list: '' });
}

function isBaseline({ verdict }: StoredFinding): boolean {
  return verdict !== undefined && 'silent' in verdict && verdict.silent === 'base';
}

/** Why a finding triggered no alert. */
const SILENT_REASON_NAMES: Readonly<Record<SilentReason, string>> = {
  base: 'baseline',
  'same-story': 'same story',
  excluded: 'excluded',
  'below-severity': 'below severity of channel',
  'other-company': 'other company',
  counted: 'counted',
  'seen-before': 'seen before',
  'within-limits': 'within limits',
  'awaits-change': 'no change yet',
};

function findingRow({ finding, foundAt, verdict }: StoredFinding, { timezone }: PageContext): Html {
  const { title, link, outlet, fingerprint, type } = finding;
  return html`<li>${newsLink(title === '' ? fingerprint : title, link)}<br><span class="soft small">${timeIn(foundAt, timezone)},
${newsText(outlet?.name ?? outlet?.domain ?? type, 100)}</span> ${verdictBadge(verdict)}</li>`;
}

function verdictBadge(verdict: StoredFinding['verdict']): Html {
  if (verdict === undefined) return badge('not evaluated yet', 'plain');
  return 'notified' in verdict ? badge('alert', 'good') : badge(SILENT_REASON_NAMES[verdict.silent], 'plain');
}

function windowTable(windows: readonly WindowRecord[], { timezone }: PageContext): Html {
  const rows = windows.map(({ from, to, state, cut, late, matched, found, calls, error }) => {
    const marks = [cut && 'truncated', late && 'late'].filter((mark) => mark !== false);
    return html`<tr><td>${timeIn(from, timezone)} – ${timeIn(to, timezone)}</td>
<td>${badge(state, state === 'open' ? 'warn' : 'good')} ${marks.map((mark) => badge(mark, 'warn'))}${error !== undefined && html`<br><span class="soft small">${newsText(error)}</span>`}</td>
<td class="number" data-label="matched">${formatNumber(matched)}</td><td class="number" data-label="new">${formatNumber(found)}</td>
<td class="number" data-label="calls">${formatNumber(calls)}</td></tr>`;
  });
  return html`<table><thead><tr><th scope="col">Window</th><th scope="col">State</th><th scope="col" class="number">Matched</th><th scope="col" class="number">New</th><th scope="col" class="number">Calls</th></tr></thead><tbody>${rows}</tbody></table>`;
}

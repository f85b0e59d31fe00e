import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { Desk, ReportsView } from '../../domain/pages/inbox.ts';
import type { ReportRecord } from '../../domain/reports/report-record.ts';
import { periodName } from '../report/words.ts';
import { type Html, html } from '../html/html.ts';
import { pageMenu, shell } from './parts/page-layout.ts';
import { newsText, timeIn } from './words.ts';

/** The reports that were written, the latest days first, each in all its forms. */
export function reportsPage({ page, entries, more }: ReportsView, desk: Desk): HttpAnswer {
  const list = html`<ul class="plainlist">${entries.map((entry) => html`<li>${reportRow(entry, desk)}</li>`)}</ul>`;
  const main = html`<h1>Reports</h1>
${entries.length === 0 ? none(page) : list}
${pageMenu(desk, { path: '/reports', page, more })}`;
  return shell({ title: 'Reports', main, desk, room: '/reports' });
}

function none(page: number): Html {
  if (page > 1) return html`<p class="soft">There are no more.</p>`;
  return html`<p>No report has been written yet.</p>
<p class="soft">A report is asked for below <code>reports</code> in watches.yaml and is written when its time comes;
<code>npx bellwether report ID</code> writes one now.</p>`;
}

function reportRow({ record, path }: { record: ReportRecord; path: string }, { timezone }: Desk): Html {
  const { title, period, brand, reportId, headline, madeAt } = record;
  return html`<a href="${path}">${newsText(title, 120)}, ${periodName(period)}</a><br>
<span class="small">${newsText(headline, 400)}</span><br>
<span class="kicker"><span>brand ${brand}, report ${reportId}</span><span>days of ${period.timezone}</span><span>made ${timeIn(madeAt, timezone)}</span>
<span>also as <a href="${path}/text">text</a>, <a href="${path}/json">JSON</a> and <a href="${path}/csv">CSV</a></span></span>`;
}

import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { PageContext, ReportsView } from '../../domain/pages/inbox.ts';
import type { ReportRecord } from '../../domain/reports/report-record.ts';
import { type Html, html } from '../html/html.ts';
import { periodName } from '../text/format-values.ts';
import { newsText, timeIn } from './parts/page-elements.ts';
import { pageLayout, pageMenu } from './parts/page-layout.ts';

/** The written reports, the latest days first, with links to all their forms. */
export function reportsPage({ page, entries, more }: ReportsView, desk: PageContext): HttpAnswer {
  const list = html`<ul class="plainlist">${entries.map((entry) => html`<li>${reportRow(entry, desk)}</li>`)}</ul>`;
  const main = html`<h1>Reports</h1>
${entries.length === 0 ? emptyList(page) : list}
${pageMenu(desk, { path: '/reports', page, more })}`;
  return pageLayout({ title: 'Reports', main, desk, list: '/reports' });
}

function emptyList(page: number): Html {
  if (page > 1) return html`<p class="soft">There are no more reports.</p>`;
  return html`<p>No report has been written yet.</p>
<p class="soft">Define a report under <code>reports</code> in watches.yaml. It is written on its schedule. To write it now,
run <code>npx bellwether report ID</code>.</p>`;
}

function reportRow(
  { record, path }: { record: ReportRecord; path: string },
  { timezone }: PageContext,
): Html {
  const { title, period, brand, reportId, headline, madeAt } = record;
  return html`<a href="${path}">${newsText(title, 120)}, ${periodName(period)}</a><br>
<span class="small">${newsText(headline, 400)}</span><br>
<span class="kicker"><span>brand ${brand}, report ${reportId}</span><span>time zone ${period.timezone}</span><span>written ${timeIn(madeAt, timezone)}</span>
<span>also as <a href="${path}/text">text</a>, <a href="${path}/json">JSON</a> and <a href="${path}/csv">CSV</a></span></span>`;
}

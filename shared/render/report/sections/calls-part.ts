import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { type Html, html, type Part } from '../../html/html.ts';
import { formatCount, formatNumber } from '../../text/format-count.ts';
import { titleLine } from '../title-line.ts';
import { RECORDED_WINDOWS } from './coverage-part.ts';
import { collapsedTable, countCell, linked, textCell } from './table.ts';

/** The calls to the services that the data of the report took. */
export function callsPart({ calls, coverage, service }: ReportNumbers): Html {
  const { recorded, months, own } = calls;
  const counting = linked(formatCount(own, 'call'), service ? '#service' : '#voice');
  const ownCalls = own === 0 ? '' : html` ${counting} to count names for this report.`;
  const totals = months.map(
    ({ month, calls: sum }, at): Part => [
      at === 0 ? '' : ', ',
      linked(formatNumber(sum), '#calls-by-watch'),
      ` in ${month}`,
    ],
  );
  return html`<h3>Calls to the services</h3>
<p>${linked(formatCount(recorded, 'call'), '#calls-by-watch')} in recorded windows that began in these days.${ownCalls}${totals.length === 0 ? '' : html` Totals by month (UTC), with all windows: ${totals}.`}</p>
<div id="calls-by-watch">${collapsedTable({
    caption: 'Calls by watch',
    head: [
      { title: 'Watch' },
      { title: 'Recorded windows', number: true },
      { title: 'Calls in them', number: true },
      { title: 'Month' },
      { title: 'All calls in the month', number: true },
    ],
    rows: coverage.watches.map(({ watchId, recordedWindows, calls: sum, month }) => [
      textCell(titleLine(watchId, 60)),
      countCell(recordedWindows, RECORDED_WINDOWS),
      countCell(sum, RECORDED_WINDOWS),
      textCell(month?.month ?? '–'),
      month ? countCell(month.calls, undefined) : textCell('–'),
    ]),
  })}</div>`;
}

import type { ReportNumbers } from '../../domain/reports/report-numbers.ts';
import type { TextForm } from '../../domain/reports/report-record.ts';
import { reportCsv, reportJson } from './report-data.ts';
import { reportHtml } from './report-html.ts';
import { reportText } from './report-text.ts';

/** A report in all its forms that are text. The same numbers and link give the same bytes. */
export function renderReport(numbers: ReportNumbers, link: string | undefined): Record<TextForm, string> {
  return {
    html: reportHtml(numbers, link),
    text: reportText(numbers, link),
    json: reportJson(numbers),
    csv: reportCsv(numbers),
  };
}

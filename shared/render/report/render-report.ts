import type { ReportNumbers } from '../../domain/reports/report-numbers.ts';
import type { TextForm } from '../../domain/reports/report-record.ts';
import { printCsv, printJson } from './print-data.ts';
import { printHtml } from './print-html.ts';
import { printText } from './print-text.ts';
import { reportModel } from './sections/whole-report.ts';

/** A report in all its forms that are text; `link` is its address. The same numbers and link give the same bytes. */
export function renderReport(numbers: ReportNumbers, link: string | undefined): Record<TextForm, string> {
  const report = reportModel(numbers, link);
  return {
    html: printHtml(report),
    text: printText(report),
    json: printJson(numbers),
    csv: printCsv(report),
  };
}

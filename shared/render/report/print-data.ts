import type { ReportNumbers } from '../../domain/reports/report-numbers.ts';
import { csvCell } from '../text/plain-text.ts';
import { blocksOf, type ReportModel, type Table, type Value } from './model/report-model.ts';

/** All numbers of a report as JSON. Texts from the news are unchanged. */
export function printJson(numbers: ReportNumbers): string {
  return `${JSON.stringify({ v: 1, ...numbers }, null, 1)}\n`;
}

/** All numbers of a report as CSV, one a line: section, key, measure, now, before. */
export function printCsv(report: ReportModel): string {
  return `${csvRows(report)
    .map((row) => row.map(csvCell).join(','))
    .join('\r\n')}\r\n`;
}

/** The rows of the CSV form, the head first: a row for each cell of the tables. */
export function csvRows(report: ReportModel): Value[][] {
  return [['section', 'key', 'measure', 'now', 'before'], ...tablesOf(report).flatMap(tableRows)];
}

function tableRows({ of, columns, rows }: Table): Value[][] {
  if (of === undefined) return [];
  const measures = columns.map(({ title }) => title.toLowerCase());
  return rows.flatMap(({ key, cells }) =>
    cells.flatMap(({ value, before }, at) =>
      value === undefined || (at === 0 && value === key)
        ? []
        : [[of, key, measures[at], value, before?.value ?? '']],
    ),
  );
}

/** The tables of a report, those that the page does not show included. */
export function tablesOf(report: ReportModel): Table[] {
  return blocksOf(report).flatMap(({ block }) => ('tables' in block ? block.tables : []));
}

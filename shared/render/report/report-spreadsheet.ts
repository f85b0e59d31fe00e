import { unzipSync, zipSync } from 'fflate';
import writeXlsxFile from 'write-excel-file/node';
import type { ReportNumbers } from '../../domain/reports/report-numbers.ts';
import { shorten } from '../../domain/text/clean-text.ts';
import { periodName } from '../text/format-values.ts';
import { oneLine } from '../text/plain-text.ts';
import { plainText, type ReportModel, type Table, type Value } from './model/report-model.ts';
import { csvRows, tablesOf } from './print-data.ts';
import { reportModel } from './sections/whole-report.ts';

/**
 * A report as a spreadsheet (.xlsx): its summary, a sheet for each table, and the rows of the CSV form. Each text is a
 * cell of type text, which no program reads as a formula. The same numbers give the same bytes. Load this module only
 * where a spreadsheet is made: the library is 100 KB.
 */
export async function reportSpreadsheet(numbers: ReportNumbers): Promise<Uint8Array> {
  const report = reportModel(numbers, undefined);
  const sheets = [
    summarySheet(report),
    ...tablesOf(report).map(tableSheet),
    { name: 'All numbers', rows: csvRows(report) },
  ];
  const bytes = await writeXlsxFile(
    sheets.map(({ name, rows }) => ({
      data: rows.map((row, at) => row.map((value) => cellOf(value, at === 0))),
      sheet: name,
      columns: widthsOf(rows),
      stickyRowsCount: 1,
    })),
  ).toBuffer();
  return withoutZipTimes(bytes);
}

interface Sheet {
  name: string;
  /** The head is the first row. */
  rows: readonly (readonly Value[])[];
}

/** The longest text of a cell; a spreadsheet takes 32,767 characters at most. */
const LONGEST = 600;
/** The longest name of a sheet, and the signs that it may not have. */
const LONGEST_NAME = 31;
const NO_NAME = /[\\/?*[\]:]/g;

/** A cell: a number, or a text on one line without invisible characters. Texts are never formulas. */
function cellOf(value: Value, isHead: boolean) {
  if (value === undefined || value === '') return null;
  if (typeof value === 'number') return { value, type: Number };
  const text = { value: shorten(oneLine(value), LONGEST), type: String };
  return isHead ? { ...text, fontWeight: 'bold' as const, wrap: false } : text;
}

/** As wide as the longest text of a column, within limits. */
function widthsOf(rows: Sheet['rows']): { width: number }[] {
  return (rows[0] ?? []).map((_, at) => {
    const longest = rows.reduce((most, row) => Math.max(most, String(row[at] ?? '').length), 0);
    return { width: Math.min(70, longest + 2) };
  });
}

function summarySheet({ numbers: { look, period }, status, figures, summary }: ReportModel): Sheet {
  const lines = [
    look.title,
    `${periodName(period)} (${period.timezone})`,
    status.text,
    ...summary.map(({ text }) => text),
    ...figures.map(({ name, value, note }) => `${name}: ${plainText(value)} (${plainText(note)})`),
  ];
  return { name: 'Summary', rows: lines.map((line) => [line]) };
}

/** A table with all of its columns; those that are compared have a second one for the days before. */
function tableSheet({ title, columns, rows }: Table): Sheet {
  const head = columns.flatMap(({ title: name, isCompared }) => [
    name,
    ...(isCompared ? [`${name} before`] : []),
  ]);
  const values = rows.map(({ cells }) =>
    cells.flatMap(({ value, before }) => [value, ...(before ? [before.value] : [])]),
  );
  return { name: title.replace(NO_NAME, ' ').slice(0, LONGEST_NAME).trim(), rows: [head, ...values] };
}

/** The first day that a ZIP file can name. */
const FIRST_DAY = new Date(1980, 0, 1);

/** A ZIP file in which every entry has the same time, so that the same content gives the same bytes. */
function withoutZipTimes(zip: Uint8Array): Uint8Array {
  return zipSync(unzipSync(zip), { mtime: FIRST_DAY });
}

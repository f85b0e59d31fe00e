import writeXlsxFile from 'write-excel-file/node';
import type { ReportNumbers } from '../../domain/reports/report-numbers.ts';
import { withoutZipTimes } from './zip-times.ts';
import { type ReportSheet, reportSheets, type SheetCell } from './report-sheets.ts';

/**
 * A report as a spreadsheet (.xlsx). Each text is a cell of type text, which no program reads as a formula. The same numbers give
 * the same bytes. Load this module only where a spreadsheet is made: the library is 100 KB.
 */
export async function reportSpreadsheet(numbers: ReportNumbers): Promise<Uint8Array> {
  const sheets = reportSheets(numbers).map((sheet) => ({
    data: [headOf(sheet), ...sheet.rows.map((row) => row.map(cellOf))],
    sheet: sheet.name,
    columns: sheet.widths.map((width) => ({ width })),
    stickyRowsCount: 1,
  }));
  const bytes = await writeXlsxFile(sheets).toBuffer();
  return withoutZipTimes(bytes);
}

function headOf({ head }: ReportSheet) {
  return head.map((value) => ({ value, type: String, fontWeight: 'bold' as const, wrap: false }));
}

function cellOf(value: SheetCell) {
  if (value === undefined || value === '') return null;
  return typeof value === 'number' ? { value, type: Number } : { value, type: String };
}

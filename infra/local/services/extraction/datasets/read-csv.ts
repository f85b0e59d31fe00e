import { parse } from 'csv-parse/sync';
import * as z from 'zod';
import { messageOf } from '../../kit/settings-file.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';

/** A company of an uploaded file. */
export interface UploadedCompany {
  name: string;
  domain: string;
  description: string | null;
  alternativeNames: string[];
  keyPersons: string[];
}

/** What was taken and what was skipped, and why. Rows are counted from 1, the header not among them. */
export interface UploadReport {
  companies: UploadedCompany[];
  total: number;
  skipped: { row: number; reason: string }[];
}

/** The column that must be there; a strict service needs the name as well. */
const REQUIRED = ['domain'] as const;
const REQUIRED_STRICTLY = ['domain', 'name'] as const;
const MOST_ROWS = 10_000;

const rowsSchema = z.array(z.record(z.string(), z.string().optional()));

/**
 * Reads companies from CSV: columns domain; name, without which a company has the name of its domain; description;
 * alternative_names and key_persons with `;` between items. A row without a domain is skipped, and a strict service skips
 * one without a name too.
 *
 * @throws RequestRefused 422 when it is not CSV or lacks a column (extraction service, datasets).
 */
export function readCompanies(bytes: Buffer, { strict = false } = {}): UploadReport {
  const required = strict ? REQUIRED_STRICTLY : REQUIRED;
  let header: string[] = [];
  const rows = parseCsv(bytes, (columns) => (header = columns.map((column) => column.trim().toLowerCase())));
  const missing = required.filter((column) => !header.includes(column));
  if (missing.length > 0) throw refusedFile(`The CSV lacks the column ${missing.join(' and ')}`);
  if (rows.length > MOST_ROWS) throw refusedFile(`The CSV has more than ${MOST_ROWS} rows`);
  const report: UploadReport = { companies: [], total: rows.length, skipped: [] };
  for (const [index, row] of rows.entries()) {
    const empty = required.filter((column) => !row[column]);
    if (empty.length > 0) report.skipped.push({ row: index + 1, reason: `${empty.join(' and ')} is empty` });
    else report.companies.push(companyFrom(row));
  }
  return report;
}

function parseCsv(bytes: Buffer, columns: (header: string[]) => string[]) {
  try {
    const rows: unknown = parse(bytes, {
      bom: true,
      columns,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: true,
    });
    return rowsSchema.parse(rows);
  } catch (error) {
    throw refusedFile(`The file is not CSV: ${messageOf(error).slice(0, 200)}`);
  }
}

function companyFrom(row: Readonly<Record<string, string | undefined>>): UploadedCompany {
  return {
    name: row['name'] || (row['domain'] ?? ''),
    domain: row['domain'] ?? '',
    description: row['description'] || null,
    alternativeNames: listOf(row['alternative_names']),
    keyPersons: listOf(row['key_persons']),
  };
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(';').flatMap((item) => item.trim() || []);
}

function refusedFile(msg: string): RequestRefused {
  return new RequestRefused(422, msg, { issues: [{ loc: ['body', 'file'], msg, type: 'value_error' }] });
}

import { parse } from 'csv-parse/sync';
import * as z from 'zod';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { messageOf } from '../../kit/settings-file.ts';
import type { entityBody } from '../entities/routes.ts';

const MOST_ROWS = 10_000;

const rowsSchema = z.array(z.record(z.string(), z.string().optional()));

/**
 * Reads companies from the CSV of an upload: columns domain; name, without which a company has the name of its domain;
 * description; alternative_names and key_persons with `;` between items. A row without a domain is skipped, and a
 * strict service skips one without a name too.
 *
 * @throws RequestRefused 422 when there is no file, or it is not CSV or lacks a column (extraction service, datasets).
 */
export async function readUpload(form: FormData, { strict }: { strict: boolean }) {
  const file = form.getAll('file').find((part) => typeof part !== 'string');
  if (!file) throw refusedFile('Field required', 'missing');
  const required = ['domain', ...(strict ? ['name'] : [])];
  let header: string[] = [];
  const rows = parseCsv(Buffer.from(await file.arrayBuffer()), (columns) => {
    return (header = columns.map((column) => column.trim().toLowerCase()));
  });
  const missing = required.filter((column) => !header.includes(column));
  if (missing.length > 0) throw refusedFile(`The CSV lacks the column ${missing.join(' and ')}`);
  if (rows.length > MOST_ROWS) throw refusedFile(`The CSV has more than ${MOST_ROWS} rows`);
  const read = rows.map((row, index) => ({
    row: index + 1,
    empty: required.filter((column) => !row[column]),
    company: companyFrom(row),
  }));
  const companies = read.flatMap(({ empty, company }) => (empty.length === 0 ? company : []));
  const skipped = read.filter(({ empty }) => empty.length > 0);
  /** As answers show it: rows are counted from 1, the header not among them. */
  const validation_report = {
    total_rows: rows.length,
    valid_rows: companies.length,
    skipped_count: skipped.length,
    skipped_rows: skipped.map(({ row, empty }) => ({ row, reason: `${empty.join(' and ')} is empty` })),
  };
  return { companies, validation_report };
}

function parseCsv(bytes: Buffer, columns: (header: string[]) => string[]) {
  try {
    const form = { bom: true, skip_empty_lines: true, trim: true, relax_column_count: true };
    return rowsSchema.parse(parse(bytes, { columns, ...form }));
  } catch (error) {
    throw refusedFile(`The file is not CSV: ${messageOf(error).slice(0, 200)}`);
  }
}

function companyFrom(row: Readonly<Record<string, string | undefined>>): z.infer<typeof entityBody> {
  const { domain = '', name, description } = row;
  const company = {
    domain,
    description: description || null,
    alternative_names: listOf(row['alternative_names']),
    key_persons: listOf(row['key_persons']),
  };
  return {
    name: name || domain,
    description: company.description,
    additional_attributes: { company_attributes: company },
  };
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(';').flatMap((item) => item.trim() || []);
}

function refusedFile(msg: string, type = 'value_error'): RequestRefused {
  return new RequestRefused(422, msg, { issues: [{ loc: ['body', 'file'], msg, type }] });
}

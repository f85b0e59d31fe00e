import { createRequire } from 'node:module';
import type * as Csv from 'csv-parse/sync';
import * as z from 'zod';
import { didYouMean } from '../../shared/contracts/watches-file/problems/near-miss.ts';
import type { Problem } from '../../shared/contracts/watches-file/problems/problem.ts';

const COLUMNS = ['name', 'id', 'domain', 'description', 'alternative_names', 'key_persons'];
const LISTS: readonly string[] = ['alternative_names', 'key_persons'];

/** Companies in the form of the file of watches, and the line at which each ends. */
export interface CompanyRows {
  companies: Record<string, string | string[]>[];
  lines: number[];
}

type Fault = Omit<Problem, 'path'>;

const rows = z.array(
  z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.number() }) }),
);

/**
 * Reads the companies of a CSV file. Its first line decides whether commas, semicolons or tabs separate the columns; the
 * case of column names does not count. `file` is the name for messages.
 */
export function readCompanies(text: string, file: string): CompanyRows | { fault: Fault } {
  if (text.includes('\uFFFD')) {
    return { fault: { what: `The file ${file} is not in UTF-8`, hint: 'save it again as CSV in UTF-8' } };
  }
  let header: string[] = [];
  const columns = (names: string[]) => (header = names.map(columnNamed));
  const delimiter = delimiterOf(text);
  // Loaded late: commands read a file of watches that names no file of companies.
  const { parse }: typeof Csv = createRequire(import.meta.url)('csv-parse/sync');
  try {
    const options = { bom: true, columns, delimiter, info: true, skip_empty_lines: true, trim: true };
    const read: unknown = parse(text, options);
    const parsed = rows.parse(read);
    const fault = faultIn(header, file);
    if (fault) return { fault };
    return {
      companies: parsed.map(({ record }) => companyOf(record)),
      lines: parsed.map(({ info }) => info.lines),
    };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : 'the reason is unknown';
    return { fault: { what: `The file ${file} is not valid CSV: ${why}` } };
  }
}

/** `Alternative names` is `alternative_names`. */
function columnNamed(written: string): string {
  return written
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

/** The first line contains the names of the columns, and these contain none of the three signs. */
function delimiterOf(text: string): string {
  const [head = ''] = text.trimStart().split(/\r?\n/, 1);
  return [',', ';', '\t'].find((sign) => head.includes(sign)) ?? ',';
}

function faultIn(header: readonly string[], file: string): Fault | undefined {
  const expected = `the columns ${COLUMNS.join(', ')}`;
  const unknown = header.find((column) => !COLUMNS.includes(column));
  if (unknown !== undefined) {
    const near = didYouMean(unknown, COLUMNS);
    return {
      what: `The file ${file} has an unknown column "${unknown}"`,
      expected,
      ...(near !== undefined && { hint: near }),
    };
  }
  const twice = header.find((column, index) => header.indexOf(column) < index);
  if (twice !== undefined) return { what: `The file ${file} has the column "${twice}" twice`, expected };
  const isNamed = header.includes('name') || header.includes('domain');
  return isNamed
    ? undefined
    : { what: `The file ${file} has neither a column "name" nor "domain"`, expected };
}

/** Leaves out empty cells. Semicolons separate the values of a list. A company without a name has that of its domain. */
function companyOf(row: Readonly<Record<string, string>>): Record<string, string | string[]> {
  const filled = Object.entries(row).filter(([, value]) => value !== '');
  const company = Object.fromEntries(
    filled.map(([column, value]) => [column, LISTS.includes(column) ? partsOf(value) : value]),
  );
  const { name, domain } = row;
  return !name && domain ? { ...company, name: domain } : company;
}

function partsOf(value: string): string[] {
  return value
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

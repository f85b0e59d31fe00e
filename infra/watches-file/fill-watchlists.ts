import { createRequire } from 'node:module';
import type * as Csv from 'csv-parse/sync';
import * as z from 'zod';
import { memberOf, type Path, type Problem } from '../../shared/contracts/watches-file/problem.ts';
import { didYouMean } from '../../shared/contracts/watches-file/near-miss.ts';
import { type FileFault, fillFromFiles } from './fill-from-files.ts';
import type { ReadBeside } from './find-file.ts';

/** The content of a file of watches with the companies of its CSV files in it. */
export interface FilledWatchlists {
  data: unknown;
  problems: Problem[];
  /** By watchlist: the CSV file of its companies, and the line of each company. */
  filled: ReadonlyMap<string, CompanyRows & { file: string }>;
}

/**
 * Replaces the names of CSV files by their companies, so that these are checked like companies of the file itself.
 * Does not change `data`.
 */
export function fillWatchlists(data: unknown, readBeside: ReadBeside): FilledWatchlists {
  const filled = new Map<string, CompanyRows & { file: string }>();
  const read = fillFromFiles(data, {
    section: 'watchlists',
    readBeside,
    fill: ({ name, list, file, text }) => {
      if (memberOf(list, 'companies') !== undefined)
        return { fault: { what: 'The watchlist has both companies and a file', hint: 'remove one of them' } };
      const rows = readCompanies(text, file);
      if ('fault' in rows) return rows;
      filled.set(name, { ...rows, file });
      return { list: { file, companies: rows.companies } };
    },
  });
  return { ...read, filled };
}

/** The place of a problem in a CSV file: its name, the line, the path within the company, and the cell. */
export function placeInRows(
  [section, list, , index, ...within]: Path,
  { filled }: Pick<FilledWatchlists, 'filled'>,
): { file: string; line: number; path: Path; found?: string } | undefined {
  const rows = section === 'watchlists' ? filled.get(String(list)) : undefined;
  const line = typeof index === 'number' ? rows?.lines[index] : undefined;
  if (!rows || line === undefined || typeof index !== 'number') return undefined;
  const cell = rows.companies[index]?.[String(within[0])];
  const found = Array.isArray(cell) ? cell.join('; ') : cell;
  return { file: rows.file, line, path: within, ...(found !== undefined && { found }) };
}

const COLUMNS = ['name', 'id', 'domain', 'description', 'alternative_names', 'key_persons'];
const LISTS: readonly string[] = ['alternative_names', 'key_persons'];

/** Companies in the form of the file of watches, and the line at which each ends. */
interface CompanyRows {
  companies: Record<string, string | string[]>[];
  lines: number[];
}

const rows = z.array(
  z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.number() }) }),
);

/**
 * Reads the companies of a CSV file. Its first line decides whether commas, semicolons or tabs separate the columns;
 * the case of column names does not count. `file` is the name for messages.
 */
export function readCompanies(text: string, file: string): CompanyRows | { fault: FileFault } {
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
    return { fault: { what: `The file ${file} is not valid CSV: ${why}`, hint: 'save it again as CSV' } };
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

function faultIn(header: readonly string[], file: string): FileFault | undefined {
  const expected = `the columns ${COLUMNS.join(', ')}`;
  const unknown = header.find((column) => !COLUMNS.includes(column));
  if (unknown !== undefined) {
    const what = `The file ${file} has an unknown column "${unknown}"`;
    return { what, expected, hint: didYouMean(unknown, COLUMNS) ?? 'remove it' };
  }
  const twice = header.find((column, index) => header.indexOf(column) < index);
  if (twice !== undefined)
    return { what: `The file ${file} has the column "${twice}" twice`, expected, hint: 'remove one' };
  if (header.includes('name') || header.includes('domain')) return undefined;
  const what = `The file ${file} has neither a column "name" nor "domain"`;
  return { what, expected, hint: 'write the names of the columns in the first line' };
}

/**
 * Leaves out empty cells. Semicolons separate the values of a list. A company without a name has that of its domain.
 */
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

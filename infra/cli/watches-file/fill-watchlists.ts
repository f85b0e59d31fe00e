import { parse } from 'csv-parse/sync';
import * as z from 'zod';
import { memberOf } from '../../../shared/contracts/watches-file/expectations.ts';
import type { Problem } from '../../../shared/contracts/watches-file/problem.ts';
import { namesIn } from '../../../shared/contracts/watches-file/names-in-file.ts';
import type { ReadBeside } from './read-beside.ts';

const COLUMNS = ['name', 'id', 'domain', 'description', 'alternative_names', 'key_persons'];
const LISTS: readonly string[] = ['alternative_names', 'key_persons'];

/**
 * Puts the companies of CSV files in the place of their names, so that they are checked as those of the file itself.
 * `data` is left as it is.
 */
export function fillWatchlists(
  data: unknown,
  readBeside: ReadBeside,
): { data: unknown; problems: Problem[] } {
  const problems: Problem[] = [];
  const lists = namesIn(data, 'watchlists').map((name) => {
    const list = ['watchlists', name].reduce<unknown>(memberOf, data);
    const file = memberOf(list, 'file');
    if (typeof file !== 'string') return [name, list] as const;
    const path = ['watchlists', name, 'file'];
    if (memberOf(list, 'companies') !== undefined) {
      problems.push({ path, what: 'companies stand here and in a file', hint: 'take one of them out' });
      return [name, list] as const;
    }
    const text = readBeside(file);
    if (text === undefined) {
      problems.push({ path, what: `${file} cannot be read`, hint: 'it must lie in the folder of this file' });
      return [name, list] as const;
    }
    const rows = rowsOf(text, { file, path });
    if ('problem' in rows) problems.push(rows.problem);
    return [name, 'problem' in rows ? list : { file, companies: rows.companies }] as const;
  });
  if (lists.length === 0) return { data, problems };
  return { data: Object.assign({}, data, { watchlists: Object.fromEntries(lists) }), problems };
}

const rows = z.array(z.record(z.string(), z.string()));

function rowsOf(
  text: string,
  { file, path }: { file: string; path: readonly string[] },
): { companies: object[] } | { problem: Problem } {
  try {
    const options = { bom: true, columns: true, skip_empty_lines: true, trim: true };
    const read: unknown = parse(text, options);
    const parsed = rows.parse(read);
    const unknown = Object.keys(parsed[0] ?? {}).find((column) => !COLUMNS.includes(column));
    if (unknown !== undefined || !Object.hasOwn(parsed[0] ?? {}, 'name')) {
      const what = unknown === undefined ? `${file} has no column name` : `${file} has a column ${unknown}`;
      return { problem: { path, what, expected: `the columns ${COLUMNS.join(', ')}` } };
    }
    return { companies: parsed.map(companyOf) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : 'it is no CSV';
    return { problem: { path, what: `${file} is no CSV that can be read: ${why}` } };
  }
}

/** Empty cells are left out; lists are parted by semicolons. */
function companyOf(row: Readonly<Record<string, string>>): object {
  const filled = Object.entries(row).filter(([, value]) => value !== '');
  return Object.fromEntries(
    filled.map(([column, value]) => [column, LISTS.includes(column) ? partsOf(value) : value]),
  );
}

function partsOf(value: string): string[] {
  return value
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

import { memberOf } from '../../shared/contracts/watches-file/document/member-of.ts';
import type { Path, Problem } from '../../shared/contracts/watches-file/problems/problem.ts';
import { namesIn } from '../../shared/contracts/watches-file/document/member-of.ts';
import type { ReadBeside } from './read-beside.ts';
import { type CompanyRows, readCompanies } from './read-companies.ts';

/** The content of a file of watches with the companies of its CSV files in it. */
export interface FilledWatchlists {
  data: unknown;
  problems: Problem[];
  /** By watchlist: the CSV file of its companies, and the line of each company. */
  filled: ReadonlyMap<string, CompanyRows & { file: string }>;
}

/**
 * Replaces the names of CSV files by their companies, so that these are checked like companies of the file itself. Does
 * not change `data`.
 */
export function fillWatchlists(data: unknown, readBeside: ReadBeside): FilledWatchlists {
  const problems: Problem[] = [];
  const filled = new Map<string, CompanyRows & { file: string }>();
  const lists = namesIn(data, 'watchlists').map((name) => {
    const list = ['watchlists', name].reduce<unknown>(memberOf, data);
    const file = memberOf(list, 'file');
    if (typeof file !== 'string') return [name, list] as const;
    const path = ['watchlists', name, 'file'];
    if (memberOf(list, 'companies') !== undefined) {
      problems.push({
        path,
        what: 'The watchlist has both companies and a file',
        hint: 'remove one of them',
      });
      return [name, list] as const;
    }
    const text = readBeside(file);
    if (text === undefined) {
      problems.push({
        path,
        what: `The file ${file} cannot be read`,
        hint: 'put it into the folder of this file',
      });
      return [name, list] as const;
    }
    const rows = readCompanies(text, file);
    if ('fault' in rows) {
      problems.push({ path, ...rows.fault });
      return [name, list] as const;
    }
    filled.set(name, { ...rows, file });
    return [name, { file, companies: rows.companies }] as const;
  });
  if (lists.length === 0) return { data, problems, filled };
  return { data: Object.assign({}, data, { watchlists: Object.fromEntries(lists) }), problems, filled };
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

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** What the test suite of a parser expects of one item of a file. Times are instants. */
export interface ExpectedFact {
  item: number;
  field: 'title' | 'link' | 'id' | 'publishedAt';
  value: string | number;
}

/** A feed file of a test suite, and what the suite expects of it. */
export interface SuiteFile {
  /** Below the folder of the suites. */
  file: string;
  bytes: Uint8Array;
  contentType?: string;
  facts: readonly ExpectedFact[];
  /** How many items it has. Absent: not said. */
  items?: number;
}

/** The files of a folder with checkouts of test suites: those of feedparser (Python) and of gofeed (Go). */
export function suiteFiles(folder: string): SuiteFile[] {
  const find = (pattern: string) => globSync(pattern, { cwd: folder }).toSorted();
  return [
    ...find('**/tests/{wellformed,illformed}/**/*.xml').map((file) => feedparserFile(folder, file)),
    ...find('**/testdata/translator/**/*.{xml,json}').flatMap((file) => gofeedFile(folder, file) ?? []),
  ];
}

/** `entries[0]['title'] == 'Item 1 title'`, in the comment at the beginning of a file. */
const FACT =
  /entries\[(\d+)\]\['(title|link|id|published_parsed|updated_parsed|date_parsed)'\]\s*==\s*(?:u?'((?:[^'\\]|\\.)*)'|u?"((?:[^"\\]|\\.)*)"|\(([\d, -]+)\))/g;

function feedparserFile(folder: string, file: string): SuiteFile {
  const bytes = readFileSync(join(folder, file));
  const head = bytes.toString('latin1').split('-->')[0] ?? '';
  const text = Buffer.from(head, 'latin1').toString('utf8');
  const contentType = /^Header:\s+Content-type:\s*(.+)$/im.exec(text)?.[1];
  const facts = [...text.matchAll(FACT)].map(([, item, name = '', single, double, numbers]): ExpectedFact => {
    const value = numbers === undefined ? unescaped(single ?? double ?? '') : instantOf(numbers);
    const field = name === 'title' || name === 'link' || name === 'id' ? name : 'publishedAt';
    return { item: Number(item), field, value };
  });
  const count = /len\((?:feed\.)?entries\)\s*==\s*(\d+)/.exec(text)?.[1];
  return {
    file,
    bytes,
    facts,
    ...(contentType !== undefined && { contentType: contentType.trim() }),
    ...(count !== undefined && { items: Number(count) }),
  };
}

/** The escapes of Python that the files use. */
function unescaped(text: string): string {
  return text
    .replaceAll(/\\u([\da-f]{4})|\\x([\da-f]{2})/gi, (_all, wide: string, narrow: string) =>
      String.fromCodePoint(Number.parseInt(wide ?? narrow, 16)),
    )
    .replaceAll(/\\(['"\\n])/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign));
}

/** `2004, 1, 1, 19, 48, 21, 3, 1, 0`: a `struct_time`. */
function instantOf(numbers: string): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = numbers.split(',').map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const gofeedItem = z.object({
  title: z.string().optional(),
  link: z.string().optional(),
  guid: z.string().optional(),
  publishedParsed: z.string().optional(),
  updatedParsed: z.string().optional(),
});
const gofeedFeed = z.object({ feedType: z.string(), items: z.array(gofeedItem).optional() });

/** A pair of a feed and `X.json`, what the parser makes of it. Feeds in JSON have no pair of that form. */
function gofeedFile(folder: string, file: string): SuiteFile | undefined {
  if (!file.endsWith('.xml')) return undefined;
  const read = gofeedFeed.safeParse(
    JSON.parse(readFileSync(join(folder, file.replace(/xml$/, 'json')), 'utf8')),
  );
  if (!read.success) return undefined;
  const { items = [] } = read.data;
  const facts = items.flatMap(
    ({ title, link, guid, publishedParsed, updatedParsed }, item): ExpectedFact[] => {
      const date = publishedParsed ?? updatedParsed;
      return [
        ...(title === undefined ? [] : [{ item, field: 'title', value: title } as const]),
        ...(link === undefined ? [] : [{ item, field: 'link', value: link } as const]),
        ...(guid === undefined ? [] : [{ item, field: 'id', value: guid } as const]),
        ...(date === undefined ? [] : [{ item, field: 'publishedAt', value: Date.parse(date) } as const]),
      ];
    },
  );
  return { file, bytes: readFileSync(join(folder, file)), facts, items: items.length };
}

import { existsSync, globSync, readFileSync } from 'node:fs';
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

/**
 * The files of a folder with checkouts of test suites: those of feedparser (Python), gofeed (Go) and feedsmith
 * (TypeScript).
 */
export function suiteFiles(folder: string): SuiteFile[] {
  const find = (pattern: string) => globSync(pattern, { cwd: folder }).toSorted();
  return [
    ...find('**/tests/{wellformed,illformed}/**/*.xml').map((file) => feedparserFile(folder, file)),
    ...find('**/{testdata/translator,testdata/parser,references}/**/*.json').flatMap(
      (file) => pairedFile(folder, file) ?? [],
    ),
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

const text = z.string().optional();
const href = z.object({ href: text, rel: text });
/** An item as gofeed and feedsmith write it: of any format, of RSS, of Atom. */
const pairedItem = z.object({
  title: z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]).optional(),
  link: text,
  links: z.array(z.union([z.string(), href])).optional(),
  id: text,
  guid: z.union([z.string(), z.object({ value: text }).transform(({ value }) => value)]).optional(),
  published: text,
  publishedParsed: text,
  pubDateParsed: text,
  updatedParsed: text,
});
const items = z.array(pairedItem).optional();
const pairedFeed = z.object({ items, entries: items });

/** A pair of a feed, X.xml, and what a parser makes of it, X.json. Undefined for other files. */
function pairedFile(folder: string, file: string): SuiteFile | undefined {
  const feed = file.replace(/json$/, 'xml');
  if (!existsSync(join(folder, feed))) return undefined;
  const read = pairedFeed.safeParse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  if (!read.success) return undefined;
  const all = read.data.items ?? read.data.entries ?? [];
  const facts = all.flatMap((own, item): ExpectedFact[] => {
    const date = own.publishedParsed ?? own.pubDateParsed ?? own.updatedParsed;
    const values = {
      title: own.title,
      link: own.link ?? pageIn(own.links),
      id: own.guid ?? own.id,
      publishedAt: date === undefined ? undefined : Date.parse(date),
    };
    return FIELDS.flatMap((field) => {
      const value = values[field];
      return value === undefined ? [] : [{ item, field, value }];
    });
  });
  return { file: feed, bytes: readFileSync(join(folder, feed)), facts, items: all.length };
}

const FIELDS = ['title', 'link', 'id', 'publishedAt'] as const;

function pageIn(links: z.output<typeof pairedItem>['links'] = []): string | undefined {
  const pages = links.filter((link) => typeof link === 'string' || (link.rel ?? 'alternate') === 'alternate');
  const [first] = pages;
  return typeof first === 'string' ? first : first?.href;
}

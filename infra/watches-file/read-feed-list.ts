import { createRequire } from 'node:module';
import type * as Xml from 'fast-xml-parser';
import * as z from 'zod';
import { memberOf, type Problem } from '../../shared/contracts/watches-file/problem.ts';
import { isFeedAddress } from '../../shared/contracts/watches-file/schema/feeds-schema.ts';
import { decodeEntities } from '../../shared/domain/text/clean-text.ts';
import { type FileFault, fillFromFiles } from './fill-from-files.ts';
import type { ReadBeside } from './find-file.ts';

/**
 * The feeds of a file, and what its other entries are called; or why it cannot be read: what is wrong, and what to do.
 */
type ReadFeedList = { urls: string[]; skipped: FileFault | undefined } | { fault: FileFault };

/** An entry of a list: what it gives as the address, and what people call it. */
interface Entry {
  address: string;
  name: string;
}

/** What an outline of OPML holds that matters here: a feed, or a folder of them. */
export interface Outline {
  text?: string | undefined;
  language?: string | undefined;
  xmlurl?: string | undefined;
  outline?: readonly Outline[] | undefined;
}

const outline: z.ZodType<Outline> = z.object({
  text: z.string().optional(),
  language: z.string().optional(),
  xmlurl: z.string().optional(),
  outline: z.array(z.lazy(() => outline)).optional(),
});

const opml = z.object({
  opml: z.object({ body: z.object({ outline: z.array(outline) }) }),
});

/** OPML files of readers nest folders a few levels deep. */
const DEEPEST = 20;

/**
 * The parser of feeds reads OPML too, but takes a tenth of a second to load. This one is loaded late, for few
 * commands need it.
 */
function openParser(): Xml.XMLParser {
  const { XMLParser }: typeof Xml = createRequire(import.meta.url)('fast-xml-parser');
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: false,
    processEntities: false,
    transformTagName: (name) => name.toLowerCase(),
    transformAttributeName: (name) => name.toLowerCase(),
    isArray: (name) => name === 'outline',
  });
}

/** The most entries that are named. */
const MOST_NAMED = 5;

/**
 * Reads the addresses of an OPML file, or of a text with an address on each line, where # begins a comment, and tags
 * of a reader may follow. Entries that are no addresses of feeds are left out.
 */
export function readFeedList(text: string, file: string): ReadFeedList {
  const isXml = text.trimStart().replace('\ufeff', '').startsWith('<');
  const written = isXml ? addressesInOpml(text) : addressesInText(text);
  if (!written)
    return {
      fault: {
        what: `The file ${file} is not an OPML file`,
        hint: 'export the feeds of your reader as OPML',
      },
    };
  const urls = written.map(({ address }) => address).filter(isFeedAddress);
  const wrong = written
    .filter(({ address }) => !isFeedAddress(address))
    .map(({ name }) => `"${name.slice(0, 100)}"`);
  const hint = 'write an address such as https://news.example/rss.xml on each line';
  if (urls.length === 0) {
    const what = `The file ${file} has ${wrong.length === 0 ? 'no feeds' : `${wrong[0]}, and no address of a feed`}`;
    return { fault: { what, hint } };
  }
  const more = wrong.length > MOST_NAMED ? ' and others' : '';
  const named = `${wrong.slice(0, MOST_NAMED).join(', ')}${more}`;
  const what = `The file ${file} has ${named}, which ${wrong.length === 1 ? 'is not the address of a feed' : 'are not addresses of feeds'}: left out`;
  return { urls: [...new Set(urls)], skipped: wrong.length === 0 ? undefined : { what, hint } };
}

/** Readers write `feed://` in place of http://, and `feed:` before an address. */
function plainAddress(written: string): string {
  return written
    .trim()
    .replace(/^feed:(?=https?:)/i, '')
    .replace(/^feed:\/\//i, 'http://');
}

function addressesInText(text: string): Entry[] {
  const lines = text.replace('\ufeff', '').split(/\r?\n/);
  return lines
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
    .map((line) => ({ address: plainAddress(line.replace(/\s.*$/s, '')), name: line }));
}

function addressesInOpml(text: string): Entry[] | undefined {
  const outlines = readOutlines(text);
  return outlines && addressesIn(outlines, 0);
}

/**
 * The outlines at the top of an OPML file, with the texts of their attributes as they are written. Undefined for
 * other text.
 */
export function readOutlines(text: string): readonly Outline[] | undefined {
  try {
    const read = opml.safeParse(openParser().parse(text.replace('\ufeff', '')));
    return read.success ? read.data.opml.body.outline : undefined;
  } catch {
    // Whatever the parser says, people need to know that it is no OPML.
    return undefined;
  }
}

function addressesIn(outlines: readonly Outline[], depth: number): Entry[] {
  if (depth > DEEPEST) return [];
  return outlines.flatMap(({ xmlurl, text = '', outline: below = [] }) => {
    const address = plainAddress(decodeEntities(xmlurl ?? ''));
    const own = xmlurl === undefined ? [] : [{ address, name: address || decodeEntities(text) }];
    return [...own, ...addressesIn(below, depth + 1)];
  });
}

/**
 * Adds the feeds of the files that lists name to their `urls`. Warns of entries that are left out. Does not change
 * `data`.
 */
export function fillFeeds(
  data: unknown,
  readBeside: ReadBeside,
): { data: unknown; problems: Problem[]; warnings: Problem[] } {
  const warnings: Problem[] = [];
  const filled = fillFromFiles(data, {
    section: 'feeds',
    readBeside,
    fill: ({ name, list, file, text }) => {
      const read = readFeedList(text, file);
      if ('fault' in read) return read;
      if (read.skipped) warnings.push({ path: ['feeds', name, 'file'], ...read.skipped });
      const own = memberOf(list, 'urls');
      return { list: Object.assign({}, list, { urls: [...(Array.isArray(own) ? own : []), ...read.urls] }) };
    },
  });
  return { ...filled, warnings };
}

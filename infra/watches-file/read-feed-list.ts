import { createRequire } from 'node:module';
import type * as Xml from 'fast-xml-parser';
import * as z from 'zod';
import { memberOf, namesIn, type Problem } from '../../shared/contracts/watches-file/problem.ts';
import { isFeedAddress } from '../../shared/contracts/watches-file/schema/feeds-schema.ts';
import { decodeEntities } from '../../shared/domain/text/clean-text.ts';
import type { ReadBeside } from './find-file.ts';

/** The feeds of a file, or why it cannot be read: what is wrong, and what to do. */
type ReadFeedList = { urls: string[] } | { fault: { what: string; hint: string } };

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

/** Reads the addresses of an OPML file, or of a text with an address on each line, where # begins a comment. */
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
  const wrong = written.find((address) => !isFeedAddress(address));
  if (wrong !== undefined) {
    const what = `The file ${file} has "${wrong.slice(0, 100)}", which is not the address of a feed`;
    return { fault: { what, hint: 'write an address such as https://news.example/rss.xml on each line' } };
  }
  if (written.length === 0)
    return { fault: { what: `The file ${file} has no feeds`, hint: 'add the address of a feed' } };
  return { urls: [...new Set(written)] };
}

function addressesInText(text: string): string[] {
  const lines = text.replace('\ufeff', '').split(/\r?\n/);
  return lines.map((line) => line.replace(/(?:^|\s)#.*$/, '').trim()).filter((line) => line !== '');
}

function addressesInOpml(text: string): string[] | undefined {
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

function addressesIn(outlines: readonly Outline[], depth: number): string[] {
  if (depth > DEEPEST) return [];
  return outlines.flatMap(({ xmlurl, outline: below = [] }) => [
    ...(xmlurl === undefined ? [] : [decodeEntities(xmlurl).trim()]),
    ...addressesIn(below, depth + 1),
  ]);
}

/**
 * Adds the feeds of the files that lists name to their `urls`, so that these are checked like those of the file
 * itself. Does not change `data`.
 */
export function fillFeeds(data: unknown, readBeside: ReadBeside): { data: unknown; problems: Problem[] } {
  const problems: Problem[] = [];
  const lists = namesIn(data, 'feeds').map((name) => {
    const list = ['feeds', name].reduce<unknown>(memberOf, data);
    const file = memberOf(list, 'file');
    if (typeof file !== 'string') return [name, list] as const;
    const path = ['feeds', name, 'file'];
    const text = /[\\/]/.test(file) ? undefined : readBeside(file);
    const read = text === undefined ? undefined : readFeedList(text, file);
    if (!read) {
      const hint = 'put it into the folder of this file';
      problems.push({ path, what: `The file ${file} cannot be read`, hint });
      return [name, list] as const;
    }
    if ('fault' in read) {
      problems.push({ path, ...read.fault });
      return [name, list] as const;
    }
    const own = memberOf(list, 'urls');
    return [
      name,
      Object.assign({}, list, { urls: [...(Array.isArray(own) ? own : []), ...read.urls] }),
    ] as const;
  });
  if (lists.length === 0) return { data, problems };
  return { data: Object.assign({}, data, { feeds: Object.fromEntries(lists) }), problems };
}

import { createRequire } from 'node:module';
import type * as Xml from 'fast-xml-parser';
import * as z from 'zod';
import { memberOf, type Problem } from '../../shared/contracts/watches-file/problem.ts';
import { isFeedAddress } from '../../shared/contracts/watches-file/schema/feeds-schema.ts';
import { decodeEntities } from '../../shared/domain/text/clean-text.ts';
import { type FileFault, fillFromFiles } from './fill-from-files.ts';
import type { ReadBeside } from './find-file.ts';

/** The feeds of a file, or why it cannot be read. */
type ReadFeedList = { urls: string[] } | { fault: FileFault };

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

/** Adds the feeds of the files that lists name to their `urls`. Does not change `data`. */
export function fillFeeds(data: unknown, readBeside: ReadBeside): { data: unknown; problems: Problem[] } {
  return fillFromFiles(data, {
    section: 'feeds',
    readBeside,
    fill: ({ list, file, text }) => {
      const read = readFeedList(text, file);
      if ('fault' in read) return read;
      const own = memberOf(list, 'urls');
      return { list: Object.assign({}, list, { urls: [...(Array.isArray(own) ? own : []), ...read.urls] }) };
    },
  });
}

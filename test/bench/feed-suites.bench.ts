import type { FeedItem } from '../../shared/domain/feeds/feed.ts';
import { decodeDocument } from '../../shared/domain/text/decode-document.ts';
import { parseFeed } from '../../shared/providers/feeds/parse-feed.ts';
import { type ExpectedFact, suiteFiles, type SuiteFile } from './feed-suites.ts';
import { printFigures } from './report.ts';

// Compares what we read of the feed files of other parsers' test suites with what these suites expect: the number of
// items, titles, links, ids and dates. FEED_SUITES names a folder with checkouts of them, which lies outside of the
// project. Each difference is printed. Without the folder there is nothing to measure.

/** After the dates of all files: a date in the future is no date of a publication. */
const NOW = Date.UTC(2030, 0, 1);
const HOST = 'http://127.0.0.1:8097/';

function difference(of: SuiteFile): string | undefined {
  try {
    const text = decodeDocument(of.bytes, of.contentType);
    const { items } = parseFeed(text, { url: new URL(encodeURI(of.file), HOST).href, now: NOW });
    if (of.items !== undefined && items.length !== of.items) return `${items.length} of ${of.items} items`;
    for (const fact of of.facts) {
      const own = items[fact.item];
      if (!own) return `item ${fact.item} is missing: ${fact.field} ${JSON.stringify(fact.value)}`;
      if (!agrees(own, fact))
        return `${fact.field} is ${JSON.stringify(own[fact.field])}, expected ${JSON.stringify(fact.value)}`;
    }
    return undefined;
  } catch (error) {
    return of.facts.length === 0 ? undefined : `refused: ${String(error).slice(0, 100)}`;
  }
}

function agrees(own: FeedItem, { field, value }: ExpectedFact): boolean {
  const found = own[field];
  if (field === 'title') return plain(String(found)) === plain(String(value));
  if (field === 'link') return String(found) === (URL.parse(String(value))?.href ?? value);
  return found === value;
}

/** Titles are text for us: markup and the kinds of blanks do not count. */
function plain(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const folder = process.env['FEED_SUITES'];
const files =
  folder === undefined
    ? []
    : suiteFiles(folder).filter(({ facts, items }) => facts.length > 0 || (items ?? 0) > 0);
if (folder === undefined) process.stderr.write('FEED_SUITES names no folder: no file was read.\n');
const differences = files.flatMap((one) => {
  const what = difference(one);
  return what === undefined ? [] : [`  ${one.file}: ${what}\n`];
});
process.stderr.write(differences.join(''));
printFigures([
  { name: 'feed files of test suites that say what items they have', value: files.length, unit: 'files' },
  { name: 'of them read as the suite expects', value: files.length - differences.length, unit: 'files' },
]);

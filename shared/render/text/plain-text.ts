import { loadedOnce } from '../../domain/lib/in-parallel.ts';
import type { ProposedExclusions } from '../../domain/pages/reader-action.ts';
import { shorten } from '../../domain/text/clean-text.ts';

/**
 * Control and format characters: line breaks, escapes, zero-width marks, and marks that change the writing direction.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Zero-width joiners, which emoji and Indic words need. */
const JOINERS = new Set(['\u200c', '\u200d']);

/** Text on one line, without invisible characters and repeated blanks. */
export function oneLine(text: string): string {
  return text
    .replace(/[\t-\r\x85\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(INVISIBLE, (mark) => (JOINERS.has(mark) ? mark : ''))
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
    .toWellFormed();
}

/** Characters that count as letters and show nothing. */
const BLANK = /\u200c|\u200d|[\u115f\u1160\u2800\u3164\uffa0\s]/gu;

/** Whether a text of one line shows anything. */
export function isVisible(text: string): boolean {
  return text.replace(BLANK, '') !== '';
}

/** `oneLine`, then `shorten`. */
export function shortLine(text: string, most: number): string {
  return shorten(oneLine(text), most);
}

const sentences = loadedOnce(() => new Intl.Segmenter('en', { granularity: 'sentence' }));
/** How far behind the limit a text is read, to see whether a sentence ends before it. */
const AHEAD = 60;
/** A point after these ends no sentence: initials and abbreviations before a name. */
const ABBREVIATED =
  /(?:^|[\s(."“])(?:\p{Lu}|St|Dr|Mr|Mrs|Ms|No|Inc|Corp|Co|Ltd|Sen|Gov|Gen|Rep|Jr|Sr|vs|Prof)\.\s*$/u;
/** A text that was cut before ends so. */
const CUT = /…\s*$/u;
/** Some sources say at the end how much they have left out: "… [+533 chars]". */
const COUNTED_CUT = /\s*(?:…|\.{3})?\s*\[\+\d+ chars\]\s*$/u;

/**
 * The first whole sentences of a text, on one line and at most `most` UTF-16 units. A text whose first sentence is
 * longer is cut after a word and ends with an ellipsis.
 */
export function wholeSentences(text: string, most: number): string {
  const line = oneLine(text).replace(COUNTED_CUT, '…');
  if (line.length <= most && !CUT.test(line)) return line;
  const kept = keptSentences(line, most);
  if (isVisible(kept)) return kept;
  return line.length <= most ? line : cutAtWord(line, most);
}

function keptSentences(line: string, most: number): string {
  let kept = '';
  let open = '';
  for (const { segment } of sentences().segment(line.slice(0, most + AHEAD))) {
    open += segment;
    if (kept.length + open.trimEnd().length > most || CUT.test(open)) break;
    if (ABBREVIATED.test(open)) continue;
    kept += open;
    open = '';
  }
  return kept.trimEnd();
}

/** Cuts after the last word that fits; a script without blanks is cut between characters. */
function cutAtWord(line: string, most: number): string {
  const cut = shorten(line, most);
  const kept = cut.slice(0, -1);
  const blank = kept.lastIndexOf(' ');
  const isWhole = /[\s,.;:]/u.test(line.charAt(kept.length));
  const words = isWhole || blank < most / 2 ? kept : kept.slice(0, blank);
  return `${words.replace(/[\s,;:–—-]+$/u, '')}…`;
}

/** The text without the title at its start, so that a reader reads the title once. */
export function withoutTitle(text: string, title: string): string {
  const line = oneLine(text);
  const wanted = bareOf(oneLine(title));
  if (wanted === '') return line;
  for (const { segment } of sentences().segment(line.slice(0, title.length + AHEAD))) {
    const bare = bareOf(segment);
    // A title can be a sentence of the text behind the name of a company.
    if (bare !== '' && (bare === wanted || wanted.endsWith(`: ${bare}`)))
      return withoutTitle(line.slice(segment.length), title);
    break;
  }
  const start = line.slice(0, title.length);
  const rest = line.slice(title.length);
  const isWhole = /^(?:\s*[.!?…:|–—]|\s+[-–—|]\s|\s*$)/u.test(rest);
  return bareOf(start) === wanted && isWhole ? rest.replace(/^[\s.!?…:|–—-]+/u, '') : line;
}

/** For comparison: lower case, without marks at the end. */
function bareOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s.!?…"”'’]+$/u, '')
    .trim();
}

/** The longest link that is sent, in characters. */
const LINK_LIMIT = 2_000;

/**
 * A link from the news; undefined where it is not http or https, or too long. Removes a log-in before the host, which
 * could pass for another host, and encodes blanks, quotes and angle brackets.
 */
export function safeLink(link: string | undefined): string | undefined {
  if (link === undefined || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.username = '';
  url.password = '';
  const safe = url.href.replace(/[\s"'<>`]/g, percentCode);
  return safe.length > LINK_LIMIT ? undefined : safe;
}

function percentCode(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** The signs with which a spreadsheet begins a formula, also in full width; U+2212 is the minus sign. */
const FORMULA = '=+\\-@\uff1d\uff0b\uff0d\uff20\u2212';

/** A formula at the start of a cell, or after a sign that separates cells in some countries. */
const FORMULAS = new RegExp(`(^|[;\\t])([\\s"']*)(?=[${FORMULA}])`, 'gu');

/**
 * A cell of CSV. A spreadsheet runs a text that begins with a sign as a formula, and in many countries it splits
 * lines at semicolons or tabs, quotes or not. So each such text gets a quote before it.
 */
export function csvCell(value: number | string | undefined): string {
  if (typeof value === 'number') return String(value);
  const text = oneLine(value ?? '').replace(FORMULAS, "$1$2'");
  return /[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const encoder = new TextEncoder();

/** The size of a text inside a JSON document, as SNS counts it: bytes of UTF-8, escapes included. */
export function jsonSize(text: string): number {
  return encoder.encode(JSON.stringify(text)).length - 2;
}

/** How many of these texts, from the first on, fit into `most` together; by default in bytes inside JSON. */
export function countFitting(
  most: number,
  texts: readonly string[],
  sizeOf: (text: string) => number = jsonSize,
): number {
  let left = most;
  const tooMany = texts.findIndex((text) => {
    left -= sizeOf(text);
    return left < 0;
  });
  return tooMany < 0 ? texts.length : tooMany;
}

const PHRASE_LIMIT = 200;

/**
 * The lines of `watches.yaml` that exclude what readers found wrong with a watch, to be added to what it excludes;
 * undefined when there is nothing to exclude.
 */
export function excludeLines(
  watchId: string,
  { domains, phrases }: ProposedExclusions,
): readonly string[] | undefined {
  if (domains.length === 0 && phrases.length === 0) return undefined;
  return [
    'watches:',
    `  ${watchId}:`,
    '    exclude:',
    ...(domains.length > 0 ? [`      domains: ${listOf(domains)}`] : []),
    ...(phrases.length > 0 ? [`      phrases: ${listOf(phrases)}`] : []),
  ];
}

/** A list in one line. JSON is YAML, too. */
function listOf(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(shortLine(text, PHRASE_LIMIT))).join(', ')}]`;
}

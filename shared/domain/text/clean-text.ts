import { decodeHTMLStrict } from 'entities';
import { loadedOnce } from '../lib/in-parallel.ts';

/** Feeds escape HTML, and escape it again: after so many rounds a text is taken as it is. */
const MOST_ROUNDS = 3;

/**
 * Controls, and marks of no width: soft hyphens, zero-width blanks, directions, byte order marks. The joiners that
 * emoji and Indic words need stay, and so do the blanks that a reader sees.
 */
const INVISIBLE =
  /[\p{Cc}--[\t\n\v\f\r]]|[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/gv;

/** Blanks that do not break, but those between two digits: they separate thousands. */
const FIXED_BLANK = /[\u2000-\u200a\u205f\u3000]|(?<!\d)[\u00a0\u202f]|[\u00a0\u202f](?!\d)/gu;

/** What may have to be cleaned. Most texts hold none of it. */
const UNCLEAN =
  /[[&<#\p{Cc}\u00a0\u00ad\u00c2-\u00f4\u180e\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb]--\n]/v;

/**
 * A text of the news as a reader of its page sees it: tags are gone, character references are characters, a wrong
 * encoding is put right, and there is nothing invisible. Blanks stay as they are written. Cleaning a text again
 * changes nothing, unless it was encoded more often than feeds do. The time grows with the text.
 */
export function cleanText(text: string): string {
  if (!UNCLEAN.test(text)) return text;
  let clean = visibleText(repairEncoding(text));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = visibleText(decodeEntities(clean));
    if (next === clean) break;
    clean = next;
  }
  return clean.replace(FIXED_BLANK, ' ');
}

function visibleText(text: string): string {
  return stripTags(text.replace(INVISIBLE, ''));
}

/** Blanks of which a reader sees one. */
const BLANKS = /[^\S\n ][^\S\n]*| {2}[^\S\n]*| (?:[^\S\n ][^\S\n]*)/gu;

/** What `cleanLines` changes. Most texts hold none of it. */
const LONG_BLANK = /\s\s|[\r\u2028\u2029]/;

/** A clean text with one blank for each run of them, and one line break for each run that has any. */
export function cleanLines(text: string): string {
  const clean = cleanText(text);
  if (!LONG_BLANK.test(clean)) return clean.trim();
  return clean
    .replace(BLANKS, (run) => (/[\r\u2028\u2029]/u.test(run) ? '\n' : run.length === 1 ? run : ' '))
    .replace(/ \n[ \n]*|\n[ \n]+/gu, '\n')
    .trim();
}

/** A clean text on one line. */
export function cleanLine(text: string): string {
  return cleanText(text)
    .replace(/\s{2,}|[\n\r\t\v\f\u2028\u2029]/gu, ' ')
    .trim();
}

/** The characters of windows-1252 at 0x80 to 0x9f, which no text has in Unicode; five places hold none. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Two to four bytes of UTF-8 that were read as one character each, with at least one that no text has. */
const BYTES = /[\u00c2-\u00f4](?=[\u0080-\u00bf]{0,2}[\u0080-\u009f])[\u0080-\u00bf]{1,3}/gu;

const CONTROL = /[\u0080-\u009f]/gu;

/**
 * Text in which UTF-8 that was read as Latin-1 is put right (`it\u00e2\u0080\u0099s` is `it’s`), and so are
 * characters of windows-1252 that kept their number. Text with neither stays as it is.
 */
function repairEncoding(text: string): string {
  return text
    .replace(BYTES, decodeBytes)
    .replace(CONTROL, (mark) => WINDOWS_1252[mark.charCodeAt(0) - 0x80] ?? mark);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The character of these bytes, with what is left of them. */
function decodeBytes(bytes: string): string {
  const length = lengthOf(bytes.charCodeAt(0));
  if (bytes.length < length) return bytes;
  try {
    const codes = Uint8Array.from(bytes.slice(0, length), (byte) => byte.charCodeAt(0));
    return utf8.decode(codes) + bytes.slice(length);
  } catch {
    return bytes;
  }
}

/** How many bytes a character of UTF-8 has, by its first one. */
function lengthOf(first: number): number {
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** The marks that lost their ampersand on the way: quotes, apostrophes, ampersands, dashes, ellipses, blanks. */
const BARE = String.raw`0?3[489]|160|82(?:1[12678]|2[0-3]|30)|x2[267]|xa0|x201[3489cd]|x2026`;

/** `UK#39;s` or `#39;Yes#39;`. `ranked #39; next` is a figure: a letter or a mark touches an entity. */
const BARE_ENTITY = new RegExp(String.raw`(?<=[^\s&#])#(?:${BARE});|(?<![^\s])#(?:${BARE});(?=[^\s])`, 'giu');

/** Ampersands that were encoded again, before what is an entity with them: `&amp;amp;#39;` is `&#39;`. */
const ENCODED_AGAIN = /&(?:amp;)+(?=#?[a-z0-9]{1,32};)/giu;

/** A number without its semicolon, as browsers read it: `&#8217s`. */
const OPEN_NUMBER = /&#(?:x[0-9a-f]{2,6}|[0-9]{2,7})(?![0-9a-f;])/giu;

/**
 * Text with its character references as characters: named, decimal and hexadecimal ones, those of windows-1252
 * (`&#146;`), and those that a feed has encoded twice or whose ampersand it has lost. What is no reference stays:
 * `AT&T`, `R&D; x`.
 */
export function decodeEntities(text: string): string {
  const whole = text.replace(ENCODED_AGAIN, '&').replace(BARE_ENTITY, '&$&').replace(OPEN_NUMBER, '$&;');
  return whole.includes('&') ? decodeHTMLStrict(whole) : whole;
}

/** Elements between which a reader sees a break: the words on both sides are two. */
const BREAKS =
  'address article aside blockquote body br button caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html iframe img input label legend li main nav object ol option p picture pre section select source summary table tbody td textarea tfoot th thead title tr ul video audio';
/** Elements inside a line: `<b>A</b>cme` is one word. */
const INLINE =
  'a abbr acronym applet b bdi bdo big blink cite code data del dfn em embed font frame frameset i ins kbd link mark marquee meta noscript object param q rp rt ruby s samp small span strike strong sub sup time tt u var wbr';

const breaks: ReadonlySet<string> = new Set(BREAKS.split(' '));
const inline: ReadonlySet<string> = new Set(INLINE.split(' '));

/**
 * A tag; quoted values of its attributes may hold `>`. Each try ends at the next `<`, so that the time grows with the
 * text.
 */
const TAG = /<\/?([a-z][a-z0-9]{0,15})(?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*|\s[^<>]*)?\/?>/giu;

/** The beginning of a tag where a service has cut the text: `<…`, `</l…`, `<a href="htt…`, `<ul` at the end. */
const CUT_TAG =
  /<(?:\/[a-z0-9]{0,15}|([a-z][a-z0-9]{0,15})(?:\s+[a-z-]+=[^<>…]{0,2000})?)(?=…|\.{3}|\s*$)|<(?=…)/giu;

const CDATA = '<![CDATA[';

/** What holds nothing to read, from its first mark to its last one. */
const HIDDEN: readonly (readonly [from: RegExp, to: RegExp])[] = [
  [/<!--/gu, /-->/gu],
  [/<script\b/giu, /<\/script\s{0,20}>/giu],
  [/<style\b/giu, /<\/style\s{0,20}>/giu],
];

/**
 * Text without tags of HTML, comments, scripts and styles. What looks like a tag and is none stays: `<MSFT.O>`,
 * `a < b`. A tag between two blocks becomes a line break, a tag inside a line nothing.
 */
function stripTags(text: string): string {
  if (!text.includes('<')) return text;
  let left = text.includes(CDATA) ? text.replaceAll(CDATA, '').replaceAll(']]>', '') : text;
  for (const [from, to] of HIDDEN) left = withoutSpans(left, { from, to });
  return left
    .replace(TAG, (tag, name: string) => shownFor(tag, name))
    .replace(CUT_TAG, (tag, name: string | undefined) => (name === undefined ? '' : shownFor(tag, name)));
}

function shownFor(tag: string, name: string): string {
  const known = name.toLowerCase();
  if (breaks.has(known)) return '\n';
  return inline.has(known) ? '' : tag;
}

/** Leaves out each span. One that has no end hides the rest of the text, as in a browser. */
function withoutSpans(text: string, { from, to }: { from: RegExp; to: RegExp }): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = placeOf(from, { text, at });
    if (!start) return kept + text.slice(at);
    kept += text.slice(at, start.at);
    const end = placeOf(to, { text, at: start.end });
    if (!end) return kept;
    at = end.end;
  }
}

function placeOf(
  mark: RegExp,
  { text, at }: { text: string; at: number },
): { at: number; end: number } | undefined {
  mark.lastIndex = at;
  const found = mark.exec(text);
  return found ? { at: found.index, end: found.index + found[0].length } : undefined;
}

/** Parameters that only track readers. */
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|cmpid|ocid|smid|ref_src|_ga)$/i;

/** Whether a parameter of an address only tracks readers. */
export function isTracking(name: string): boolean {
  return TRACKING.test(name);
}

/**
 * Whether two addresses mean the same page. These differences do not count: the scheme, a leading www, a last slash,
 * the order of parameters, parameters that only track, and what follows a hash.
 */
export function isSameAddress(one: string, other: string): boolean {
  const page = (address: string) => addressKey(address.replace(/#.*$/s, ''));
  return page(one) === page(other);
}

/** A text that is the same for all addresses of a part of a page: as {@link isSameAddress}, but with its hash. */
export function addressKey(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const { host, pathname, hash } = url;
  const kept = [...url.searchParams].filter(([name]) => !isTracking(name)).toSorted(byName);
  return JSON.stringify([
    bareHost(host),
    readable(pathname).replace(/(?<!\/)\/+$/, ''),
    kept,
    readable(hash),
  ]);
}

/** A host without www. */
export function bareHost(host: string): string {
  return host.replace(/^www\./, '');
}

/** Decodes percent codes. A text with a wrong code is returned as it is. */
export function readable(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}

function byName([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : Number(one > other);
}

const graphemes = loadedOnce(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** Cuts a text to at most `most` UTF-16 units, between graphemes; a cut text ends with an ellipsis. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed();
  let kept = '';
  for (const { segment } of graphemes().segment(text.slice(0, most + 64))) {
    if (kept.length + segment.length > most - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd().toWellFormed()}…`;
}

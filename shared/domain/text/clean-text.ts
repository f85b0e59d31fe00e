import { decodeEntities } from './decode-entities.ts';
import { repairEncoding } from './repair-encoding.ts';
import { stripTags } from './strip-tags.ts';

/** Feeds escape HTML, and escape it again: after so many rounds a text is taken as it is. */
const MOST_ROUNDS = 3;

/**
 * Controls, and marks of no width: soft hyphens, zero-width blanks, directions, byte order marks. The joiners that emoji
 * and Indic words need stay, and so do the blanks that a reader sees.
 */
const INVISIBLE =
  /[\p{Cc}--[\t\n\v\f\r]]|[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/gv;

/** Blanks that do not break, but those between two digits: they separate thousands. */
const FIXED_BLANK = /[\u2000-\u200a\u205f\u3000]|(?<!\d)[\u00a0\u202f]|[\u00a0\u202f](?!\d)/gu;

/** What may have to be cleaned. Most texts hold none of it. */
const UNCLEAN =
  /[[&<#\p{Cc}\u00a0\u00ad\u00c2-\u00f4\u180e\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb]--\n]/v;

/**
 * A text of the news as a reader of its page sees it: tags are gone, character references are characters, a wrong encoding
 * is put right, and there is nothing invisible. Blanks stay as they are written. Cleaning a text again changes nothing,
 * unless it was encoded more often than feeds do. The time grows with the text.
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

import { formatCount, formatNumber } from '../text/format-values.ts';
import { shorten } from '../../domain/text/clean-text.ts';
import { titleOf } from './describe-alert.ts';
import type { MessageView, StoryView } from './message-view.ts';
import { isNamedIn } from './view-message.ts';

/** The longest headline of one entry, in characters; it is cut further where the first part overflows. */
const HEADLINE_LIMIT = 140;
/** With a name and an ellipsis of three dots, a headline of this length fits one part in any script. */
const LEAST_HEADLINE = 30;
const NAME_LIMIT = 30;
/** The most parts of a message of several entries: SNS would send ten and more. */
const MOST_PARTS = 3;

/**
 * A message as one SMS: one story in one part, with a link if it fits; several as whole lines, after how many there
 * are and how many of them are critical, if any is. `listed` is how many of the first ones it lists.
 */
export function alertsSms({ stories, count, critical, all }: MessageView): { text: string; listed: number } {
  const [first, ...others] = stories;
  if (!first) return { text: '', listed: 0 };
  const lineFor = (story: StoryView) => lineOf(story)(HEADLINE_LIMIT);
  if (count === 1) {
    const line = longest(lineOf(first), (text) => smsParts(text) === 1);
    return { text: withLink(line, [first.links.why, first.link]), listed: 1 };
  }
  const head = headOf(count, critical);
  const firstLine = (limit: number) => cheapestForm(`${head}${lineOf(first)(limit)}`);
  const fitsWith = (link: string | undefined) => (text: string) =>
    smsParts(`${text}${moreLine(count - 1, link)}`) <= MOST_PARTS;
  // In some scripts a part is so short that a long link leaves no room for the first line.
  const link = fitsWith(all)(firstLine(LEAST_HEADLINE)) ? all : undefined;
  let text = longest(firstLine, fitsWith(link));
  let listed = 1;
  for (const story of others) {
    const next = cheapestForm(`${text}\n${lineFor(story)}`);
    if (smsParts(`${next}${moreLine(count - listed - 1, link)}`) > MOST_PARTS) break;
    text = next;
    listed += 1;
  }
  return { text: `${text}${moreLine(count - listed, link)}`, listed };
}

/** `12 alerts, 2 critical: ` before the first line; nothing where none is critical. */
function headOf(count: number, critical: number): string {
  if (critical === 0) return '';
  return `${formatCount(count, 'alert')}, ${critical === count ? 'all' : formatNumber(critical)} critical: `;
}

/** How many entries are left out, with the link to all of them. */
function moreLine(left: number, link: string | undefined): string {
  if (left <= 0) return '';
  return `\nand ${left} more${link === undefined ? '' : ` ${link}`}`;
}

/** A story on one line, by the limit of its headline. */
function lineOf(story: StoryView): (limit: number) => string {
  const name = shorten(nameBefore(story), NAME_LIMIT);
  // Replace marks before cutting: one mark can become three characters.
  const headline = plainMarks(titleOf(story));
  return (limit) => cheapestForm(`${name === '' ? '' : `${name}: `}${shorten(headline, limit)}`);
}

/** The brand, unless the headline names it; Bellwether before what is about itself. */
function nameBefore({ brand, brandName, headline, isNews }: StoryView): string {
  if (brandName === undefined) return isNews ? '' : 'Bellwether';
  return [brand ?? brandName, brandName].some((name) => isNamedIn(headline, name)) ? '' : brandName;
}

/** The line with the longest headline that fits; `LEAST_HEADLINE` always fits. */
function longest(line: (limit: number) => string, isFitting: (text: string) => boolean): string {
  const fits = (limit: number) => isFitting(line(limit));
  if (fits(HEADLINE_LIMIT)) return line(HEADLINE_LIMIT);
  let [least, most] = [LEAST_HEADLINE, HEADLINE_LIMIT];
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return line(least);
}

/** The text with the first of these links that fits one part. */
function withLink(text: string, links: readonly (string | undefined)[]): string {
  const given = links.filter((link) => link !== undefined);
  return given.map((link) => `${text} ${link}`).find((both) => smsParts(both) === 1) ?? text;
}

/** The GSM 03.38 basic alphabet; each character is one septet. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension; each character is two septets. */
const EXTENDED = new Set('^{}\\[~]|€\f');
/** Typographic marks and their equivalents in GSM-7. One such mark would more than halve the size of a part. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': ',',
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '→': '->',
  '•': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
};

/** Replaces typographic marks by their equivalents in GSM-7. */
export function plainMarks(text: string): string {
  return text.replace(/[^\x20-\x7e\n]/gu, (mark) => REPLACEMENTS[mark] ?? mark);
}

/**
 * The form of a text that takes the fewest parts: always without typographic marks, and without the accents that GSM-7
 * lacks (`ê` becomes `e`) where that saves a part.
 */
export function cheapestForm(text: string): string {
  const marked = plainMarks(text);
  const bare = Array.from(marked, withoutAccent).join('');
  return smsParts(bare) < smsParts(marked) ? bare : marked;
}

/** Characters of GSM-7 stay: it has `é` and `ü`, but not `ê`. */
function withoutAccent(character: string): string {
  if (BASIC.has(character) || EXTENDED.has(character)) return character;
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return Array.from(bare).every((one) => BASIC.has(one)) ? bare : character;
}

/** The size of a single part, and of each of several, which carry a header. */
const SEPTETS = { single: 160, joined: 153 };
const UNITS = { single: 70, joined: 67 };

/**
 * The number of parts of a text: in GSM-7 one of 160 septets or several of 153, otherwise of 70 or 67 UTF-16 units. A
 * part never splits a character, be it an escape with its letter or a surrogate pair.
 */
export function smsParts(text: string): number {
  const characters = Array.from(text);
  const isGsm = characters.every((character) => BASIC.has(character) || EXTENDED.has(character));
  const room = isGsm ? SEPTETS : UNITS;
  const sizes = characters.map((character) => {
    if (isGsm) return EXTENDED.has(character) ? 2 : 1;
    return character.length;
  });
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return total <= room.single ? 1 : partsOf(sizes, room.joined);
}

function partsOf(sizes: readonly number[], room: number): number {
  let parts = 1;
  let filled = 0;
  for (const size of sizes) {
    if (filled + size > room) {
      parts += 1;
      filled = 0;
    }
    filled += size;
  }
  return parts;
}

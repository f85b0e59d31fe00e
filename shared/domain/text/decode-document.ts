import { commonHan, decodeWhole, nameOf } from './encodings.ts';

/** How much of a document is searched for the name of its encoding. */
const HEAD = 1_024;

/** Byte order marks, and the beginning of `<?xml` in two bytes a character, with their encodings. */
const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0x00, 0x3c, 0x00], 'utf-16be'],
  [[0x3c, 0x00], 'utf-16le'],
];

/**
 * The text of a document. What its bytes show counts before what is said of them: a byte order mark; UTF-8 that holds
 * more than ASCII and nothing invalid; the escapes of ISO-2022-JP. Then a name under which all of it can be read: that
 * of the header, then that of the document, and last a header that says Latin-1, for this reads anything. Then the
 * encoding that gives the most plausible text.
 *
 * @param contentType the header of the answer.
 */
export function decodeDocument(bytes: Uint8Array, contentType = ''): string {
  const marked = MARKS.find(([mark]) => mark.every((byte, n) => bytes[n] === byte))?.[1];
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  if (bytes.every((byte) => byte < 0x80)) return readable7Bit(bytes);
  const utf8 = decodeWhole('utf-8', bytes);
  if (utf8 !== undefined) return utf8;
  const [header, own] = [charsetIn(contentType), declaredIn(bytes)];
  const named = header === 'windows-1252' ? [own, header] : [header, own];
  for (const name of named) {
    if (name === 'utf-8' && isDamagedUtf8(bytes)) break;
    // Bytes that can be read as ASCII are not UTF-16, whatever is said of them.
    const text = name === undefined || name.startsWith('utf-') ? undefined : decodeWhole(name, bytes);
    if (text !== undefined) return text;
  }
  return isDamagedUtf8(bytes) ? new TextDecoder('utf-8').decode(bytes) : mostPlausible(bytes);
}

function readable7Bit(bytes: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(bytes);
  // oxlint-disable-next-line no-control-regex -- escapes are control characters.
  return /\u001B(?:\$[@B]|\([IJ])/.test(text) ? new TextDecoder('iso-2022-jp').decode(bytes) : text;
}

/**
 * A few wrong bytes in a text with many right sequences are damage; without any sequence the text has another
 * encoding.
 */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const wrong = text.split('\uFFFD').length - 1;
  // oxlint-disable-next-line no-control-regex -- every character beyond ASCII counts.
  const right = (text.match(/[^\u0000-\u007f\ufffd]/gu) ?? []).length;
  return right > wrong;
}

function charsetIn(contentType: string): string | undefined {
  return nameOf(/charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType)?.[1]);
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD));
  return nameOf(/^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w:.-]+)["']/i.exec(head)?.[1]);
}

/** What feeds are written in that say nothing true of it. The first of those that are equally plausible counts. */
const CANDIDATES = [
  'windows-1252',
  'windows-1255',
  'windows-1251',
  'koi8-u',
  'windows-1250',
  'windows-1253',
  'windows-1256',
  'windows-874',
  'euc-kr',
  'euc-jp',
  'gb18030',
  'shift_jis',
  'big5',
];
/** Latin letters are equally plausible in several encodings: then the language counts that the feed names. */
const LATIN: readonly (readonly [languages: RegExp, encoding: string])[] = [
  [/^(?:cs|hr|hu|pl|ro|sk|sl|sq)\b/i, 'windows-1250'],
  [/^(?:az|ku|tr)\b/i, 'windows-1254'],
  [/^(?:et|lt|lv)\b/i, 'windows-1257'],
  [/^vi\b/i, 'windows-1258'],
];
/** So much of a document is judged, in bytes. */
const JUDGED = 20_000;

function mostPlausible(bytes: Uint8Array): string {
  const judged = bytes.subarray(0, JUDGED);
  const head = new TextDecoder('latin1').decode(judged);
  const language = /<(?:dc:)?language>\s*([a-z-]+)|xml:lang="([a-z-]+)/i.exec(head);
  const latin = LATIN.find(([languages]) => languages.test(language?.[1] ?? language?.[2] ?? ''))?.[1];
  const scores = [...(latin === undefined ? [] : [latin]), ...CANDIDATES].map((name) => {
    const text = decodeWhole(name, judged);
    return { name, score: text === undefined ? Number.NEGATIVE_INFINITY : plausibilityOf(text) };
  });
  const [best = { name: 'windows-1252' }] = scores.toSorted((a, b) => b.score - a.score);
  return decodeWhole(best.name, bytes) ?? new TextDecoder(best.name).decode(bytes);
}

/**
 * How much of a text beyond ASCII looks like words: of a wrong encoding, letters of several scripts, capitals behind
 * small letters and rare signs stand side by side. A character of two bytes counts twice.
 */
function plausibilityOf(text: string): number {
  const characters = Array.from(text);
  let score = 0;
  for (const [n, character] of characters.entries()) {
    if (character <= '\u007F') continue;
    const before = characters[n - 1] ?? '';
    const after = characters[n + 1] ?? '';
    if (EAST_ASIAN.test(character)) score += 2 * eastAsianScore(before, character);
    else if (LETTER.test(character)) score += isWithin(before, character) + isWithin(character, after);
    else if (LETTER.test(before) && !/[\p{P}\s]/u.test(character)) score -= 1;
  }
  return score;
}

const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const LETTER = /[\p{L}\p{M}]/u;

/** Korean has next to no Han characters; half-width kana and single parts of syllables are what wrong bytes give. */
function eastAsianScore(before: string, character: string): number {
  if (/[\u3130-\u318F\uFF00-\uFFEF]/.test(character)) return -1;
  if (!/\p{sc=Han}/u.test(character))
    return /\p{sc=Hangul}/u.test(character) && /\p{sc=Han}/u.test(before) ? -1 : 1;
  return commonHan().has(character) && !/\p{sc=Hangul}/u.test(before) ? 1 : -1;
}

/** Whether two characters side by side, of which at least one is a letter beyond ASCII, can be in one text. */
function isWithin(one: string, other: string): number {
  if (/\p{M}/u.test(other) && !LETTER.test(one)) return -1;
  if (!LETTER.test(one) || !LETTER.test(other)) return 0;
  if (/\p{Ll}/u.test(one) && /\p{Lu}/u.test(other)) return -1;
  const isLatin = [one, other].map((letter) => /\p{sc=Latin}/u.test(letter));
  if (isLatin[0] !== isLatin[1]) return -1;
  return isLatin[0] && one > '\u007F' && other > '\u007F' ? -0.5 : 0.5;
}

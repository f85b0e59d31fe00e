/** Double quotes that the service does not read as quotes: typographic, angle, full-width. */
export const DOUBLE_QUOTES = /[\u201C-\u201F\u00AB\u00BB\u300C-\u300F\u301D-\u301F\uFF02]/;
const EACH_DOUBLE = new RegExp(DOUBLE_QUOTES.source, 'g');

/** A single quote before or after a word. Inside a word it is an apostrophe. */
const OPENING = /(?<![\p{L}\p{M}\p{N}"])['\u2018-\u201B\u2039\u203A\uFF07](?=\s?[\p{L}\p{N}])/u;
const CLOSING = /(?<=[\p{L}\p{M}\p{N}.!?]\s?)['\u2018-\u201B\u2039\u203A\uFF07](?![\p{L}\p{N}"])/u;
const EACH_SINGLE = new RegExp(`${OPENING.source}|${CLOSING.source}`, 'gu');

/**
 * A query with straight double quotes in place of typographic ones, of the same length. Single quotes count only as pairs
 * around words. Quotes inside a phrase stay.
 */
export function withPlainQuotes(q: string): string {
  const parts = q.split('"');
  // An odd number: one half of a pair is straight, the other one is not.
  if (parts.length % 2 === 0) return parts.map(plainDouble).join('"');
  return parts.map((part, index) => (index % 2 === 0 ? plainSingle(plainDouble(part)) : part)).join('"');
}

function plainDouble(text: string): string {
  return text.replaceAll(EACH_DOUBLE, '"');
}

function plainSingle(text: string): string {
  const places = Array.from(text.matchAll(EACH_SINGLE), ({ index }) => index);
  const characters = text.split('');
  for (let pair = 0; pair + 1 < places.length; pair += 2) {
    const [from = 0, to = 0] = places.slice(pair, pair + 2);
    if (!/\s/.test(text.slice(from, to).trim()) || text.slice(from, to).includes('"')) continue;
    characters[from] = '"';
    characters[to] = '"';
  }
  return characters.join('');
}

/** Scripts without blanks between words: there a word may begin anywhere. */
const UNSPACED = /^[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/;
const LETTER = /[\p{L}\p{N}]/u;
const PLAIN = /^[\p{ASCII}]*$/u;
/** More terms than this are not compared. */
const MOST_TERMS = 12;

/** Text in which words are compared: without accents, and in lower case. */
function folded(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase() : text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The terms of a search: words, and what is in quotes as one. A minus before a term excludes it. */
function termsOf(words: string): { text: string; isExcluded: boolean }[] {
  const found = folded(words).matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/gu);
  return Array.from(found, ([, sign = '', quoted, word]) => ({
    text: (quoted ?? word ?? '').trim().replaceAll(/\s+/gu, ' '),
    isExcluded: sign === '-',
  }))
    .filter(({ text }) => LETTER.test(text))
    .slice(0, MOST_TERMS);
}

/**
 * Reads words to search for, and returns what says whether a text has all of them: each at the beginning of a word of the text, in
 * any case, with or without accents. Words in quotes stand together. What follows a minus may not occur. Undefined where
 * there is no word.
 */
export function wordSearch(words: string): ((text: string) => boolean) | undefined {
  const terms = termsOf(words);
  if (terms.length === 0) return undefined;
  return (text) => {
    const within = folded(text);
    return terms.every((term) => hasTerm(within, term.text) !== term.isExcluded);
  };
}

function hasTerm(within: string, term: string): boolean {
  for (let at = within.indexOf(term); at >= 0; at = within.indexOf(term, at + 1))
    if (at === 0 || UNSPACED.test(term) || !LETTER.test(letterBefore(within, at))) return true;
  return false;
}

/** The character before a place, whole where it takes two units. */
function letterBefore(text: string, at: number): string {
  const [last = ''] = Array.from(text.slice(Math.max(0, at - 2), at)).toReversed();
  return last;
}

/**
 * A test of words against a pattern with `*` and `?` (see `WordPattern`). It backtracks only to the last `*`, so its cost
 * is at most the length of the pattern times the length of the word.
 */
export function globTest(pattern: string): (word: string) => boolean {
  return (word) => {
    let at = 0;
    let inWord = 0;
    let star = -1;
    let resume = 0;
    while (inWord < word.length) {
      const wanted = pattern.charAt(at);
      if (wanted === '*') {
        star = at;
        resume = inWord;
        at += 1;
      } else if (wanted === '?') {
        inWord = after(word, inWord);
        at += 1;
      } else if (same(wanted, word.charAt(inWord))) {
        inWord += 1;
        at += 1;
      } else if (star >= 0) {
        resume = after(word, resume);
        inWord = resume;
        at = star + 1;
      } else return false;
    }
    while (pattern.charAt(at) === '*') at += 1;
    return at === pattern.length;
  };
}

/** The position after the character (code point) at `at`. */
function after(word: string, at: number): number {
  return at + ((word.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

/**
 * Lower-casing gives a sigma its final form before a wildcard too, although the word may continue there. So both forms
 * count as one letter.
 */
function same(wanted: string, found: string): boolean {
  return wanted === found || (wanted === 'ς' && found === 'σ') || (wanted === 'σ' && found === 'ς');
}

import type { QueryFault, WordPattern } from './ast.ts';
import { normalizeText, WORD_WITH_WILDCARDS } from './words.ts';

/**
 * The words of a term, or of the text between two quotes, at `at` in the query. A term that punctuation splits gives
 * several words. Wrong wildcards are added to `faults`; the result is then undefined.
 */
export function readPatterns(text: string, { at, faults }: { at: number; faults: QueryFault[] }) {
  const chunks = Array.from(text.matchAll(/\S+/g), ({ 0: chunk, index }) => ({ chunk, at: at + index }));
  const found = chunks.flatMap((each) => wildcardFaults(each.chunk, each.at));
  for (const fault of found) faults.push(fault);
  return found.length > 0 ? undefined : chunks.flatMap(({ chunk }) => patternsOf(chunk));
}

/** A pattern from the text of one word. */
function patternFrom(text: string): WordPattern {
  return { text, wildcard: /[*?]/.test(text) };
}

/** What is wrong with the wildcards of a text without blanks. */
function wildcardFaults(chunk: string, at: number): QueryFault[] {
  const found = Array.from(chunk.matchAll(/\*{2,}/g), ({ index }) => ({
    at: at + index,
    message: 'Two * are side by side. Write one: it matches any number of letters.',
  }));
  const first = normalizeText(chunk).match(WORD_WITH_WILDCARDS)?.[0] ?? '';
  if (/^[*?]/.test(first)) {
    const message =
      chunk === '*'
        ? 'A single * matches everything only when it is the whole query. Here, put it after letters, without a space.'
        : `A word cannot begin with ${first.charAt(0)}. Put a letter or a digit directly before it.`;
    found.push({ at: at + chunk.search(/[*?]/), message });
  }
  return found;
}

/**
 * The words of a text without blanks. Wildcards next to no letter of a longer word, as after a Han character, are words
 * of their own: in `東?京` the `?` is one character, and so one word. Lone `*` at the end may match nothing and are left
 * out.
 */
function patternsOf(chunk: string): WordPattern[] {
  const texts: string[] = [];
  let end = -1;
  for (const { 0: piece, index } of normalizeText(chunk).matchAll(WORD_WITH_WILDCARDS)) {
    const apart = /^[*?]+$/.test(piece) && index === end;
    for (const text of apart ? piece : [piece]) texts.push(text);
    end = index + piece.length;
  }
  while (texts.at(-1) === '*') texts.pop();
  return texts.map(patternFrom);
}

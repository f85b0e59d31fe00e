/** The mark of a text that was cut: `and so on … [+4070 chars]`. */
const CUT = /\s*\[\+\d+ chars\]\s*$/;

/**
 * A text without the mark at its end that says how much was cut off. A word or number that the cut goes through is
 * dropped too: `raised $4…` says nothing of a sum.
 */
export function withoutCut(text: string): string {
  const bare = text.replace(CUT, '');
  if (bare === text && !/(?:…|\.{3})\s*$/.test(text)) return text;
  return bare.replace(/\S*(?:…|\.{3})\s*$/, '').trimEnd();
}

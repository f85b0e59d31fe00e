import { loadedOnce } from '../lib/in-parallel.ts';

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

import { loadedOnce } from '../../domain/lib/loaded-once.ts';

/** Control and format characters: line breaks, escapes, zero-width marks, and marks that change the writing direction. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Zero-width joiners, which emoji and Indic words need. */
const JOINERS = new Set(['\u200c', '\u200d']);

/** Text on one line, without invisible characters and repeated blanks. */
export function oneLine(text: string): string {
  return text
    .replace(/[\t-\r\x85\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(INVISIBLE, (mark) => (JOINERS.has(mark) ? mark : ''))
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
    .toWellFormed();
}

/** Characters that count as letters and show nothing. */
const BLANK = /\u200c|\u200d|[\u115f\u1160\u2800\u3164\uffa0\s]/gu;

/** Whether a text of one line shows anything. */
export function isVisible(text: string): boolean {
  return text.replace(BLANK, '') !== '';
}

const graphemes = loadedOnce(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** Cuts a text to at most `most` UTF-16 units, between graphemes; a cut text ends with an ellipsis. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const { segment } of graphemes().segment(text.slice(0, most + 64))) {
    if (kept.length + segment.length > most - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** `oneLine`, then `shorten`. */
export function shortLine(text: string, most: number): string {
  return shorten(oneLine(text), most);
}

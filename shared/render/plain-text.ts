/** Control and format characters: line breaks, escapes, zero-width marks, and marks that turn the writing direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Zero-width joiners hold emoji and Indic words together: they stay. */
const JOINERS = new Set(['\u200c', '\u200d']);

/** Text from the news on one line: what cannot be seen goes, runs of blanks become one. */
export function oneLine(text: string): string {
  return text
    .replace(/[\r\n\t\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(UNSEEN, (mark) => (JOINERS.has(mark) ? mark : ''))
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
    .toWellFormed();
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts a text to at most `most` UTF-16 units, between characters as a reader sees them, and says so with an ellipsis. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text.slice(0, most + 64))) {
    if (kept.length + segment.length > most - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** A link from the news, or undefined: only http and https go out, without blanks, quotes or brackets in it. */
export function safeLink(link: string | undefined): string | undefined {
  if (link === undefined || link.length > 2_000 || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  return url.href.replace(/[\s"'<>`]/g, (mark) => encodeURIComponent(mark));
}

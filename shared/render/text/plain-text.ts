/** Control and format characters: line breaks, escapes, zero-width marks, and marks that turn the writing direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Zero-width joiners hold emoji and Indic words together: they stay. */
const JOINERS = new Set(['\u200c', '\u200d']);

/** Text from the news on one line: what cannot be seen goes, runs of blanks become one. */
export function oneLine(text: string): string {
  return text
    .replace(/[\t-\r\x85\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(UNSEEN, (mark) => (JOINERS.has(mark) ? mark : ''))
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
    .toWellFormed();
}

/** Characters that count as letters and show nothing. */
const BLANK = /\u200c|\u200d|[\u115f\u1160\u2800\u3164\uffa0\s]/gu;

/** Whether a text of one line shows anything at all. */
export function isSeen(text: string): boolean {
  return text.replace(BLANK, '') !== '';
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

/** The longest link that goes out, in characters. */
const LINK_LIMIT = 2_000;

/**
 * A link from the news, or undefined: only http and https go out, without a log-in in front of the host (it could pass
 * for another host), and without blanks, quotes or angle brackets.
 */
export function safeLink(link: string | undefined): string | undefined {
  if (link === undefined || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.username = '';
  url.password = '';
  const safe = url.href.replace(/[\s"'<>`]/g, percentCoded);
  return safe.length > LINK_LIMIT ? undefined : safe;
}

function percentCoded(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

const encoder = new TextEncoder();

/** What a text weighs in a Publish, where all texts stand in one JSON document: bytes of UTF-8, escapes included. */
export function weightOf(text: string): number {
  return encoder.encode(JSON.stringify(text)).length - 2;
}

/** How many of these texts, from the first on, weigh no more than `most` together. */
export function fittingIn(most: number, texts: readonly string[]): number {
  let weight = 0;
  const tooMany = texts.findIndex((text) => {
    weight += weightOf(text);
    return weight > most;
  });
  return tooMany < 0 ? texts.length : tooMany;
}

import type { TextRange } from '../query/match.ts';

/** The length of a snippet, in UTF-16 units. */
export const SNIPPET = 1_500;
/** How much of it lies before the first match. */
const LEAD = 300;
/** How far a cut may move to the next blank. Scripts without blanks are cut between characters. */
const REACH = 40;

/** The part of a text around its first match, in whole words; the beginning of the text when nothing matched. */
export function snippetOf(text: string, matches: readonly Pick<TextRange, 'start'>[]): string {
  if (text.length <= SNIPPET) return text.trim();
  const first = matches[0]?.start ?? 0;
  const room = SNIPPET - 2 * '…'.length;
  const from = Math.min(Math.max(0, first - LEAD), text.length - room);
  const start = from === 0 ? 0 : wordStart(text, from);
  const end = from + room === text.length ? text.length : wordEnd(text, from + room);
  return `${start === 0 ? '' : '…'}${text.slice(start, end).trim()}${end === text.length ? '' : '…'}`;
}

/** The start of the first whole word after `at`, or else of the character. */
function wordStart(text: string, at: number): number {
  const blank = text.slice(at, at + REACH).search(/\s/);
  return blank < 0 ? characterStart(text, at) : at + blank + 1;
}

/** The end of the last whole word before `at`, or else of the character. */
function wordEnd(text: string, at: number): number {
  const blank = text.slice(at - REACH, at).search(/\s\S*$/);
  return blank < 0 ? characterStart(text, at) : at - REACH + blank;
}

/** Moves a position off the middle of a surrogate pair. */
function characterStart(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}

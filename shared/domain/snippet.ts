import type { TextRange } from './query/match.ts';

/** How much of a text is kept around its matches, in UTF-16 units. */
export const SNIPPET = 1_500;
/** How much of it stands before the first match. */
const LEAD = 300;

/** The part of a text around its first match, whole words where there are blanks; its beginning when nothing matched. */
export function snippetOf(text: string, matches: readonly Pick<TextRange, 'start'>[]): string {
  if (text.length <= SNIPPET) return text.trim();
  const first = matches[0]?.start ?? 0;
  const from = Math.min(Math.max(0, first - LEAD), text.length - SNIPPET);
  const part = text.slice(from, from + SNIPPET);
  const start = from === 0 ? 0 : blankAfter(part, 0);
  const end = from + SNIPPET >= text.length ? part.length : blankBefore(part, part.length);
  return `${from === 0 ? '' : '…'}${part.slice(start, end).trim()}${end < part.length || from + SNIPPET < text.length ? '…' : ''}`.toWellFormed();
}

/** How far a cut may move to meet a blank: scripts without blanks are cut between characters. */
const REACH = 40;

function blankAfter(text: string, at: number): number {
  const blank = text.slice(at, at + REACH).search(/\s/);
  return blank < 0 ? at : at + blank + 1;
}

function blankBefore(text: string, at: number): number {
  const blank = text.slice(at - REACH, at).search(/\s\S*$/);
  return blank < 0 ? at : at - REACH + blank;
}

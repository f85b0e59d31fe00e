import { Lexer } from 'yaml';

/** The most levels and the widest indent. A file of watches has eight levels, and a few blanks for each. */
const DEEPEST = 32;
const WIDEST_INDENT = 400;

/**
 * The offset at which a YAML text is nested deeper than any file of watches, or undefined. This is checked before parsing,
 * because a million nested brackets crash the parser and its process.
 */
export function tooDeepAt(text: string): number | undefined {
  let at = 0;
  let brackets = 0;
  let dashes = 0;
  let afterMark = false;
  for (const token of new Lexer().lex(text)) {
    const isText = afterMark;
    afterMark = token === SCALAR;
    if (MARKS.has(token)) continue;
    if (!isText) {
      brackets += STEPS[token] ?? 0;
      if (token === '-' || token === '?') dashes += 1;
      const indent = token.trim() === '' && text[at - 1] === '\n' ? token.length : 0;
      if (brackets > DEEPEST || dashes > DEEPEST || indent > WIDEST_INDENT) return at;
    }
    at += token.length;
    if (token.endsWith('\n')) dashes = 0;
  }
  return undefined;
}

/** Tokens of the lexer without text: the start of a document, the end of a broken flow, the start of a scalar. */
const SCALAR = '\u001F';
const MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', SCALAR]);
const STEPS: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

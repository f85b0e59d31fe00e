import type { QueryFault, QueryNode, WordPattern } from './ast.ts';
import { defined } from '../lib/fields.ts';
import { readNear } from './near.ts';
import { readPatterns } from './word-patterns.ts';

/** An operator, a sign or a bracket: AND, OR, NOT in any spelling, `+`, `-`, `(`, `)`. */
export interface Mark {
  type: 'and' | 'or' | 'not' | 'plus' | 'minus' | 'open' | 'close';
  at: number;
  /** As written. */
  text: string;
}

/** A term, a phrase or a NEAR. Without `node` it has a fault that is already reported. */
interface Operand {
  type: 'operand';
  at: number;
  node?: QueryNode;
}

export type Token = Mark | Operand;

const OPERATORS = new Map<string, Mark['type']>([
  ['AND', 'and'],
  ['&&', 'and'],
  ['OR', 'or'],
  ['||', 'or'],
  ['NOT', 'not'],
  ['!', 'not'],
  ['(', 'open'],
  [')', 'close'],
]);

const TOKEN = new RegExp(
  [
    String.raw`\s+`,
    String.raw`(?<near>NEAR\s*\()`,
    `"(?<quoted>[^"]*)"`,
    String.raw`(?<signs>[+\-]+)(?=[^\s)+\-])`,
    String.raw`(?<word>[()!]|&&|\|\||(?:[^\s()"!&\|]|&(?!&)|\|(?!\|))+)`,
  ].join('|'),
  'y',
);

/** Splits a query with paired quotes into tokens. Adds what is wrong within a token to `faults`. */
export function readTokens(q: string, faults: QueryFault[]): Token[] {
  const tokens: Token[] = [];
  const token = new RegExp(TOKEN);
  for (let found = token.exec(q); found; found = token.exec(q)) {
    const at = found.index;
    const { near, quoted, signs, word } = found.groups ?? {};
    if (near !== undefined) {
      const { node, end } = readNear(q, { at, inside: token.lastIndex, faults });
      tokens.push(defined<Operand>({ type: 'operand', at, node }));
      token.lastIndex = end;
    } else if (quoted !== undefined) tokens.push(readQuoted(quoted, { at, faults }));
    else if (signs !== undefined) tokens.push(...readSigns(signs, { at, faults }));
    else if (word !== undefined) tokens.push(readWord(word, { at, faults }));
  }
  return tokens;
}

function readWord(text: string, { at, faults }: { at: number; faults: QueryFault[] }): Token {
  const type = OPERATORS.get(text);
  if (type) return { type, at, text };
  const before = faults.length;
  for (const { index } of text.matchAll(/-{2,}/g)) faults.push(doubledDash(at + index));
  const words = readPatterns(text, { at, faults });
  if (words?.length === 0 && faults.length === before && !/[[\]/\\:^]/.test(text)) {
    faults.push({ at, message: withoutWord(text) });
  }
  return operand(words, at);
}

function readQuoted(text: string, { at, faults }: { at: number; faults: QueryFault[] }): Token {
  const words = readPatterns(text, { at: at + 1, faults });
  if (words?.length === 0) {
    faults.push({
      at,
      message: 'The quotes contain no word. Put a letter or a digit between them, or remove them.',
    });
  }
  return operand(words, at);
}

/** One sign; several in a row are a fault and are ignored. */
function readSigns(text: string, { at, faults }: { at: number; faults: QueryFault[] }): Mark[] {
  if (text === '+') return [{ type: 'plus', at, text }];
  if (text === '-') return [{ type: 'minus', at, text }];
  const sideBySide = { at, message: `The signs ${clip(text)} are side by side. Keep one of them.` };
  faults.push(text.startsWith('--') ? doubledDash(at) : sideBySide);
  return [];
}

function operand(words: WordPattern[] | undefined, at: number): Operand {
  const [word] = words ?? [];
  if (!words || !word) return { type: 'operand', at };
  return {
    type: 'operand',
    at,
    node: words.length === 1 ? { type: 'term', word } : { type: 'phrase', words },
  };
}

function doubledDash(at: number): QueryFault {
  return { at, message: 'Two - are side by side. Keep one of them, or put the text in quotes.' };
}

const ADVICE = new Map([
  ['+', 'Remove the space after it, or remove the sign'],
  ['-', 'Remove the space after it, or remove the sign'],
  ['&', 'Write AND, or remove it'],
  ['|', 'Write OR, or remove it'],
  [',', 'Remove it, or write NEAR in capitals if it belongs to one'],
]);

function withoutWord(text: string): string {
  return `${clip(text)} contains no letter or digit, so nothing can match it. ${ADVICE.get(text) ?? 'Remove it'}.`;
}

/** A part of the query, short enough for a message. */
function clip(text: string): string {
  const characters = Array.from(text.slice(0, 60));
  return text.length > 30 ? `${characters.slice(0, 29).join('')}…` : text;
}

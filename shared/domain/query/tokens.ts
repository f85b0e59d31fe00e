import { defined } from '../lib/fields.ts';
import type { QueryFault, QueryNode, WordPattern } from './ast.ts';
import { foldOf, foldText } from './fold.ts';
import { WORD_WITH_WILDCARDS } from './words.ts';

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

/** Limits of NEAR (news service, query language, row "NEAR"). Words are counted as `wordTexts()` splits them. */
const MOST_PHRASES = 3;
const MOST_WORDS = 4;
const MOST_DISTANCE = 100;

const SHAPE =
  'This is not the form of NEAR. Write NEAR("one phrase", "another", 5), with 2 or 3 phrases in quotes and then a distance';

interface Value {
  at: number;
  text: string;
  quoted: boolean;
}

/** Adds a fault to the query's list. */
type Report = (at: number, message: string) => void;

/** A parsed NEAR, without `node` if it has faults; `end` is the position after it. */
interface NearRead {
  node?: QueryNode;
  end: number;
}

/** Reads the values of the NEAR at `at`, whose opening bracket ends at `inside`. Adds what is wrong to `faults`. */
function readNear(
  q: string,
  { at, inside, faults }: { at: number; inside: number; faults: QueryFault[] },
): NearRead {
  const before = faults.length;
  const report: Report = (place, message) => faults.push({ at: place, message });
  const { slots, end } = readSlots(q, inside);
  if (end === undefined) {
    report(at, 'The bracket of NEAR is not closed. Put a ) after its last value.');
    return { end: q.length };
  }
  const shape = shapeOf(slots);
  if (!shape) {
    report(at, `${SHAPE}.`);
    return { end };
  }
  const surplus = shape.phrases[MOST_PHRASES];
  if (surplus) report(surplus.at, `NEAR takes at most ${MOST_PHRASES} phrases. Remove the others.`);
  const phrases = shape.phrases.map((phrase) => readPhrase(phrase, faults));
  const distance = readDistance(shape.distance, report);
  const ordered = readOrder(shape.order, report);
  return faults.length > before ? { end } : { node: { type: 'near', phrases, distance, ordered }, end };
}

/** Sorts the values by their meaning; undefined when they do not make a NEAR. */
function shapeOf(
  slots: readonly Value[][],
): { phrases: Value[]; distance: Value; order?: Value } | undefined {
  const values = slots.flatMap((slot) => (slot.length === 1 ? slot : []));
  const afterPhrases = values.findIndex((value) => !value.quoted);
  const phrases = values.slice(0, Math.max(afterPhrases, 0));
  const [distance, order, ...rest] = values.slice(phrases.length);
  const clean = values.length === slots.length && rest.length === 0 && !order?.quoted;
  if (!clean || phrases.length < 2 || !distance) return undefined;
  return defined({ phrases, distance, order });
}

/**
 * The values between the commas, up to the closing bracket; `end` is undefined when there is none. A bracket inside
 * counts as a value that is valid nowhere.
 */
function readSlots(q: string, inside: number): { slots: Value[][]; end?: number } {
  const token = /\s*(?:"([^"]*)"|([^\s",()]+)|([,()]))/y;
  const slots: Value[][] = [[]];
  let depth = 1;
  token.lastIndex = inside;
  for (let found = token.exec(q); found; found = token.exec(q)) {
    const [whole, quoted, bare, mark] = found;
    if (mark === ')') depth -= 1;
    if (depth === 0) return { slots, end: token.lastIndex };
    if (mark === '(') depth += 1;
    const at = found.index + whole.length - whole.trimStart().length;
    if (mark === ',') slots.push([]);
    else slots.at(-1)?.push({ at, text: quoted ?? bare ?? whole, quoted: quoted !== undefined });
  }
  return { slots };
}

function readPhrase({ at, text }: Value, faults: QueryFault[]): WordPattern[] {
  const words = readPatterns(text, { at: at + 1, faults });
  if (words?.length === 0)
    faults.push({ at, message: 'The quotes contain no word. Put a letter or a digit between them.' });
  if (words && words.length > MOST_WORDS) {
    faults.push({
      at,
      message: `A phrase of NEAR has at most ${MOST_WORDS} words, this one has ${words.length}. Shorten it.`,
    });
  }
  return words ?? [];
}

function readDistance({ at, text }: Value, report: Report): number {
  const distance = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(distance <= MOST_DISTANCE)) {
    report(
      at,
      `The distance of NEAR must be a whole number from 0 to ${MOST_DISTANCE}. It says how many words can be between the phrases.`,
    );
  }
  return distance;
}

function readOrder(order: Value | undefined, report: Report): boolean {
  if (order && !['true', 'false'].includes(order.text)) {
    report(
      order.at,
      'The last value of NEAR must be true (phrases in this order) or false (any order). Write one of them.',
    );
  }
  return order?.text === 'true';
}

/**
 * The words of a term, or of the text between two quotes, at `at` in the query. A term that punctuation splits gives
 * several words. Wrong wildcards are added to `faults`; the result is then undefined.
 */
function readPatterns(text: string, { at, faults }: { at: number; faults: QueryFault[] }) {
  const chunks = Array.from(text.matchAll(/\S+/g), ({ 0: chunk, index }) => ({ chunk, at: at + index }));
  const found = chunks.flatMap((each) => wildcardFaults(each.chunk, each.at));
  for (const fault of found) faults.push(fault);
  return found.length > 0 ? undefined : chunks.flatMap(({ chunk }) => patternsOf(chunk));
}

/** Punctuation beyond ASCII. Folding would make wildcards of some of it. */
const FOREIGN_MARKS = /[\p{Po}--\p{ASCII}]/gv;

/** Signs that end a name, such as `Qor++`; between letters they are punctuation. */
const SIGNS_AFTER = /^[+#]+(?![\p{L}\p{N}*?+#])/u;

/** What is wrong with the wildcards of a text without blanks. */
function wildcardFaults(chunk: string, at: number): QueryFault[] {
  const found = Array.from(chunk.matchAll(/\*{2,}/g), ({ index }) => ({
    at: at + index,
    message: 'Two * are side by side. Write one: it matches any number of letters.',
  }));
  const first = foldText(chunk.replaceAll(FOREIGN_MARKS, ' ')).match(WORD_WITH_WILDCARDS)?.[0] ?? '';
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
 * The words of a text without blanks. Wildcards next to no letter of a longer word, as after a Han character, are
 * words of their own: in `東?京` the `?` is one character, and so one word. Lone `*` at the end may match nothing and
 * are left out. A dot before the text, and some signs behind a word, belong to a name.
 */
function patternsOf(chunk: string): WordPattern[] {
  const patterns: WordPattern[] = [];
  const clean = chunk.replaceAll(FOREIGN_MARKS, ' ');
  const folded = foldText(clean);
  const exact = foldOf('exact')(clean).match(WORD_WITH_WILDCARDS) ?? [];
  const found = [...folded.matchAll(WORD_WITH_WILDCARDS)];
  let end = -1;
  for (const [at, { 0: piece, index }] of found.entries()) {
    const apart = /^[*?]+$/.test(piece) && index === end;
    end = index + piece.length;
    const before = index === 1 && folded.startsWith('.') ? '.' : undefined;
    const after = SIGNS_AFTER.exec(folded.slice(end))?.[0];
    const texts = apart ? Array.from(piece) : [piece];
    const written = exact.length === found.length && exact[at] !== piece ? exact[at] : undefined;
    patterns.push(
      ...texts.map((text) => defined({ text, written, wildcard: /[*?]/.test(text), before, after })),
    );
  }
  while (patterns.at(-1)?.text === '*') patterns.pop();
  return patterns;
}

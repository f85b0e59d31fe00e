import type { QueryNode, WordPattern } from '../../../../../shared/domain/query/ast.ts';
import { type Word, wordsOf } from './language.ts';

/** Words that follow each other; `*` at the end of one means any ending: `['data', 'breach*']`. */
export type Phrase = readonly string[];

/** Reads `data breach*`. */
export function phraseOf(text: string): Phrase {
  return text.toLowerCase().split(' ');
}

/** Where a phrase first occurs among words: the index of its first word, or -1. */
export function placeOf(phrase: Phrase, words: readonly Word[], from = 0): number {
  for (let start = from; start + phrase.length <= words.length; start += 1) {
    if (phrase.every((pattern, offset) => fits(pattern, words[start + offset]))) return start;
  }
  return -1;
}

/** How often a phrase occurs among words. */
export function timesIn(phrase: Phrase, words: readonly Word[]): number {
  let times = 0;
  for (let at = placeOf(phrase, words); at !== -1; at = placeOf(phrase, words, at + phrase.length))
    times += 1;
  return times;
}

function fits(pattern: string, word: Word | undefined): boolean {
  if (!word) return false;
  return pattern.endsWith('*') ? word.text.startsWith(pattern.slice(0, -1)) : word.text === pattern;
}

/** The phrase as a part of a query to the news index. */
export function nodeOf(phrase: Phrase): QueryNode {
  const words = phrase.flatMap(patternsOf);
  const [only] = words;
  return words.length === 1 && only ? { type: 'term', word: only } : { type: 'phrase', words };
}

/** The index cuts at every sign that is neither letter nor digit: `e-commerce` is two of its words. */
function patternsOf(pattern: string): WordPattern[] {
  const wildcard = pattern.endsWith('*');
  const parts = pattern.split(/[^\p{L}\p{M}\p{N}_]+/u).filter(Boolean);
  return parts.map((part, index) =>
    wildcard && index === parts.length - 1 ? { text: `${part}*`, wildcard } : { text: part, wildcard: false },
  );
}

/**
 * The forms in which a word of a question may occur in a text: `retailers` as `retailer*`, `bakeries` as `bakery` and
 * `bakeries`, `stolen` as `stolen` and `steal`. Short words get no open ending.
 */
export function formsOf({ text, lemma }: Word): Phrase[] {
  const base = lemma.toLowerCase();
  const shared = commonStart(text, base);
  if (shared.length >= 4 && shared.length >= base.length - 1 && !base.endsWith('y')) return [[`${shared}*`]];
  const plural = base.endsWith('y') ? `${base.slice(0, -1)}ies` : `${base}s`;
  return [...new Set([text, base, plural])].map((form) => [form]);
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}

/** A name as a phrase, word by word: `Acme Corp` as `['acme', 'corp']`. Empty for a text without words. */
export function namePhrase(name: string): Phrase {
  return wordsOf(name).map(({ text }) => text);
}

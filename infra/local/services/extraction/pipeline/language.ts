import { createRequire } from 'node:module';
import type model from 'wink-eng-lite-web-model';
import type WinkNLP from 'wink-nlp';
import type { ItemEntity, ItsHelpers, TokenItsFunction, Tokens } from 'wink-nlp';
import { loadedOnce } from '../../../../../shared/domain/lib/in-parallel.ts';
import type { QueryNode, WordPattern } from '../../../../../shared/domain/query/ast.ts';
import { lastRead, readEnglish } from '../../kit/read-english.ts';

// Two libraries, each for what it does well: wink cuts words and sentences and finds dates, amounts and numbers;
// compromise knows people, places and organizations. Both are tables and rules: the same text always gives the same.
const wink = loadedOnce(() => {
  const require = createRequire(import.meta.url);
  const winkNLP: typeof WinkNLP = require('wink-nlp');
  const english: typeof model = require('wink-eng-lite-web-model');
  const reader = winkNLP(english, ['sbd', 'ner', 'pos']);
  // wink declares what reads a token with narrower parameters than it asks for: looked up by name instead.
  const readers: Readonly<Record<string, unknown>> = { ...reader.its };
  return { reader, readers };
});

/** A word of a text. */
export interface Word {
  text: string;
  /** The part that its inflections share: `breaches` and `breached` give `breach`. */
  stem: string;
  lemma: string;
  /** A word without meaning of its own: the, of, is. */
  filler: boolean;
  /** A proper noun, as the words around it show. */
  name: boolean;
}

/** Something that a text names, as the text writes it. */
export interface Mention {
  kind: 'date' | 'money' | 'number' | 'percent';
  text: string;
  /** The sentence that contains it. */
  sentence: string;
}

function isReader(value: unknown): value is TokenItsFunction<string> {
  return typeof value === 'function';
}

function columnOf(tokens: Tokens, name: keyof ItsHelpers): unknown[] {
  const read = wink().readers[name];
  return isReader(read) ? tokens.out(read) : [];
}

/** Cuts a text into its words; punctuation and symbols are left out. */
export const wordsOf = lastRead((text): readonly Word[] => {
  const tokens = wink().reader.readDoc(text).tokens();
  const types = columnOf(tokens, 'type');
  const stems = columnOf(tokens, 'stem');
  const lemmas = columnOf(tokens, 'lemma');
  const fillers = columnOf(tokens, 'stopWordFlag');
  const kinds = columnOf(tokens, 'pos');
  return tokens.out().flatMap((token, index) => {
    if (types[index] !== 'word' && types[index] !== 'number') return [];
    const plain = token.toLowerCase();
    return [
      {
        text: plain,
        stem: String(stems[index]).toLowerCase(),
        lemma: String(lemmas[index]),
        filler: fillers[index] === true || plain === "'s",
        name: kinds[index] === 'PROPN',
      },
    ];
  });
});

/** The stems of a text in order, fillers included: phrases are compared by them. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(({ stem }) => stem);
}

export const sentencesOf = lastRead((text): readonly string[] =>
  wink().reader.readDoc(text).sentences().out(),
);

const KINDS: Readonly<Record<string, Mention['kind']>> = {
  DATE: 'date',
  MONEY: 'money',
  CARDINAL: 'number',
  PERCENT: 'percent',
};

/** Dates, amounts, percentages and numbers of a text, in order. */
export const mentionsOf = lastRead((text): readonly Mention[] => {
  const found: Mention[] = [];
  wink()
    .reader.readDoc(text)
    .entities()
    .each((entity: ItemEntity) => {
      const read = wink().readers['type'];
      const kind = isReader(read) && KINDS[entity.out(read)];
      if (kind) found.push({ kind, text: entity.out(), sentence: entity.parentSentence().out() });
    });
  return found;
});

/** Who and what a text names, each once, in order of first appearance. */
export interface Names {
  people: readonly string[];
  places: readonly string[];
  organizations: readonly string[];
}

export const namesOf = lastRead((text): Names => {
  const read = readEnglish(text);
  return {
    people: listOf(read.people().out('array')),
    places: listOf(read.places().out('array')),
    organizations: listOf(read.organizations().out('array')),
  };
});

function listOf(values: unknown): string[] {
  const names = Array.isArray(values) ? values.map((value) => trimmed(String(value))) : [];
  return [...new Set(names)].filter(Boolean);
}

/** Without the punctuation and possessive that stood around a name. */
function trimmed(name: string): string {
  return name
    .replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}.)])[^\p{L}\p{N}.)]+$/gu, '')
    .replace(/[’']s$/u, '')
    .replace(/(?<![A-Z]|Inc|Corp|Co|Ltd|Mr|Jr|Sr)\.$/u, '');
}

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

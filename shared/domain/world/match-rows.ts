import { isInLanguage } from '../feeds/languages.ts';
import { loadedOnce } from '../lib/in-parallel.ts';
import type { QueryNode, WordPattern } from '../query/ast.ts';
import type { Accents } from '../query/fold.ts';
import { compileQuery, type Matcher } from '../query/match.ts';
import { parseQuery } from '../query/parse.ts';
import { type Words, wordsIn, wordsWith } from '../query/words.ts';
import { textsOf, type Watch } from '../watches/watch.ts';
import type { WorldRow } from './read-row.ts';

/** What a watch of the archive looks for, prepared once for all rows. */
interface RowMatcher {
  /** Absent: q is no query, and nothing matches. */
  query: Matcher | undefined;
  accents: Accents;
  matches: (row: WorldRow, texts: readonly Words[]) => boolean;
}

/** What a query is searched in: each name by itself, so that no phrase goes across two of them. */
export function searchedTexts({ title, people, companies, names }: WorldRow): string[] {
  return [...new Set([title, ...people, ...companies, ...names])];
}

type Asking = Pick<Watch, 'query' | 'accents'>;

export function rowMatcherOf({ query, accents }: Asking): RowMatcher {
  const { q, lang, countries, themes, tone_max: toneMax } = query;
  const parsed = typeof q === 'string' ? parseQuery(q) : undefined;
  const matcher = parsed?.ok ? compileQuery(parsed.query, accents) : undefined;
  const langs = textsOf(lang);
  const places = new Set(textsOf(countries).map((code) => code.toUpperCase()));
  const codes = new Set(textsOf(themes).map((code) => code.toUpperCase()));
  return {
    query: matcher,
    accents,
    matches: (row, texts) =>
      (langs.length === 0 || isIn(row.language, langs)) &&
      (places.size === 0 || places.has(row.outlet.country ?? '')) &&
      (codes.size === 0 || row.themes.some((code) => codes.has(code))) &&
      (typeof toneMax !== 'number' || (row.tone ?? Number.POSITIVE_INFINITY) <= toneMax) &&
      matcher?.matches(texts) === true,
  };
}

function isIn(language: string | undefined, wanted: readonly string[]): boolean {
  return language === undefined || wanted.some((code) => isInLanguage(language, code));
}

/** Whether one watch finds a row. */
export function finds({ accents, matches }: RowMatcher, row: WorldRow): boolean {
  return matches(row, searchedTexts(row).map(wordsWith(accents)));
}

/**
 * Whether any of some watches finds a row. A watch is asked only about rows with a word that its query cannot do
 * without, so that the time hardly grows with the watches.
 */
export function anyFinds(watches: readonly Asking[]): (row: WorldRow) => boolean {
  const index = new Map<string, RowMatcher[]>();
  const always: RowMatcher[] = [];
  for (const watch of watches) {
    const matcher = rowMatcherOf(watch);
    const { q } = watch.query;
    const parsed = typeof q === 'string' ? parseQuery(q) : undefined;
    const keys = parsed?.ok ? keysOf(parsed.query) : [];
    if (keys === undefined) always.push(matcher);
    for (const key of keys ?? []) index.set(key, [...(index.get(key) ?? []), matcher]);
  }
  return (row) => {
    const texts = searchedTexts(row);
    const asked = new Set(always);
    const words = wordsIn(texts.join('\n'));
    for (let at = 0; at < words.length; at += 1) {
      const word = words.at(at);
      for (const matcher of index.get(word) ?? []) asked.add(matcher);
      for (const matcher of index.get(beginningOf(word)) ?? []) asked.add(matcher);
    }
    if (asked.size === 0) return false;
    const folded = loadedOnce(() => texts.map(wordsWith(undefined)));
    const exact = loadedOnce(() => texts.map(wordsWith('exact')));
    return [...asked].some(({ accents, matches }) => matches(row, accents ? exact() : folded()));
  };
}

/** A word with wildcards is found by so many letters at its beginning. */
const BEGINNING = 3;

function beginningOf(word: string): string {
  return `${word.slice(0, BEGINNING)}*`;
}

/** Words of which a row must have one to match; undefined where there are none such. */
function keysOf(node: QueryNode): string[] | undefined {
  switch (node.type) {
    case 'everything':
    case 'not':
      return undefined;
    case 'term':
      return keyOf([node.word]);
    case 'phrase':
      return keyOf(node.words);
    case 'near':
      return best(node.phrases.map(keyOf));
    case 'all':
      return best(node.parts.map(keysOf));
    case 'any': {
      const required = node.parts.filter((part) => 'required' in part && part.required);
      if (required.length > 0) return best(required.map(keysOf));
      const parts = node.parts.map(keysOf);
      return parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? []);
    }
  }
}

/** The longest word of a phrase: long words are rare. */
function keyOf(phrase: readonly WordPattern[]): string[] | undefined {
  const keys = phrase.flatMap(({ text, wildcard }) => {
    if (!wildcard) return [text];
    const literal = /^[^*?]*/.exec(text)?.[0] ?? '';
    return literal.length < BEGINNING ? [] : [beginningOf(literal)];
  });
  const [longest] = keys.toSorted((a, b) => b.length - a.length);
  return longest === undefined ? undefined : [longest];
}

/** Of several lists of which each would do, the one with the fewest words, and of these the longest ones. */
function best(lists: readonly (string[] | undefined)[]): string[] | undefined {
  const known = lists.filter((list) => list !== undefined);
  return known.toSorted((a, b) => a.length - b.length || b.join('').length - a.join('').length)[0];
}

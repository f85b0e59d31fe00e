import type { QueryNode, WordPattern } from './ast.ts';
import type { Accents } from './fold.ts';
import { type Words, wordsWith } from './words.ts';

/** A range in one of several texts, in UTF-16 units; `field` is the number of the text. */
export interface TextRange {
  field: number;
  start: number;
  end: number;
}

/** A query, compiled to match many documents. */
export interface Matcher {
  /** Whether a document matches. The terms of an AND may be in different fields; a phrase or a NEAR is in one. */
  matches(fields: readonly Words[]): boolean;
  /**
   * The ranges that made a document match, given its texts: terms, whole phrases, the phrases of each NEAR; in order,
   * with overlaps joined. Negated parts, and parts of an OR that do not match, have none. Where the whole query does
   * not match, for instance because the service saw more of the text, every part that is not negated counts.
   */
  matchedRanges(texts: readonly string[]): TextRange[];
}

/** A compiled part of the query. */
interface Part {
  matches(fields: readonly LocatedField[]): boolean;
  /**
   * The runs of parts that are not negated in a field. With `matching`, parts of an OR that these fields lack have
   * none.
   */
  runs(field: LocatedField, matching: readonly LocatedField[] | undefined): WordRun[];
}

/** @param accents as the words of each field are made (`wordsWith`). */
export function compileQuery(query: QueryNode, accents?: Accents): Matcher {
  const index = new PatternIndex(accents);
  const read = wordsWith(accents);
  const part = compile(query, index);
  return {
    matches: (fields) => part.matches(fields.map((field) => index.locate(field))),
    matchedRanges(texts) {
      const fields = texts.map((text) => index.locate(read(text)));
      const matching = part.matches(fields) ? fields : undefined;
      return fields.flatMap((field, number) => {
        const runs = part.runs(field, matching).toSorted((a, b) => a.first - b.first);
        return joinRuns(runs).map(({ first, end }) => ({
          field: number,
          start: field.words.placeOf(first).start,
          end: field.words.placeOf(end - 1).end,
        }));
      });
    },
  };
}

function compile(node: QueryNode, index: PatternIndex): Part {
  switch (node.type) {
    case 'everything':
      return { matches: () => true, runs: () => [] };
    case 'term':
      return compilePhrase([node.word], index);
    case 'phrase':
      return compilePhrase(node.words, index);
    case 'near':
      return compileNear(node, index);
    case 'not':
      return compileNegation(compile(node.part, index));
    case 'all':
      return compileAll(distinct(node.parts).map((part) => compile(part, index)));
    case 'any':
      return compileAny(node.parts, index);
  }
}

/** Parts without repeated words and phrases: a word that is written a thousand times is searched once. */
function distinct(nodes: readonly QueryNode[]): QueryNode[] {
  const known = new Map<QueryNode | string, QueryNode>();
  for (const node of nodes) {
    known.set(node.type === 'term' || node.type === 'phrase' ? JSON.stringify(node) : node, node);
  }
  return [...known.values()];
}

function leaf(runsIn: (field: LocatedField) => WordRun[]): Part {
  return { matches: (fields) => fields.some((field) => runsIn(field).length > 0), runs: runsIn };
}

function compilePhrase(phrase: readonly WordPattern[], index: PatternIndex): Part {
  const patterns = phrase.map((word) => index.add(word));
  return leaf((field) => phraseRuns(patterns, field));
}

function compileNear(near: QueryNode & { type: 'near' }, index: PatternIndex): Part {
  const patterns = near.phrases.map((phrase) => phrase.map((word) => index.add(word)));
  return leaf((field) =>
    nearRuns(
      patterns.map((phrase) => phraseRuns(phrase, field)),
      near,
    ),
  );
}

function compileNegation(part: Part): Part {
  return { matches: (fields) => !part.matches(fields), runs: () => [] };
}

function compileAll(parts: readonly Part[]): Part {
  return {
    matches: (fields) => parts.every((part) => part.matches(fields)),
    runs: (field, matching) => parts.flatMap((part) => part.runs(field, matching)),
  };
}

/** Beside required parts the others decide nothing, but their matches are still located. */
function compileAny(nodes: readonly QueryNode[], index: PatternIndex): Part {
  const parts = distinct(nodes).map((node) => ({
    part: compile(node, index),
    required: 'required' in node && node.required,
  }));
  const required = parts.filter((each) => each.required);
  return {
    matches: (fields) =>
      required.length > 0
        ? required.every(({ part }) => part.matches(fields))
        : parts.some(({ part }) => part.matches(fields)),
    runs: (field, matching) =>
      parts.flatMap(({ part }) => (!matching || part.matches(matching) ? part.runs(field, matching) : [])),
  };
}

/** Joins runs that overlap, given in rising order. */
function joinRuns(runs: readonly WordRun[]): WordRun[] {
  const joined: WordRun[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last && run.first < last.end)
      joined[joined.length - 1] = { first: last.first, end: Math.max(last.end, run.end) };
    else joined.push(run);
  }
  return joined;
}

/**
 * One text of a document with the positions of every pattern of the query, by the pattern's number, in rising order.
 * A phrase or a NEAR never matches across texts.
 */
interface LocatedField {
  words: Words;
  places: readonly (readonly number[])[];
}

/** A pattern of the query with its number. */
interface NumberedPattern {
  id: number;
  fits: (words: Words, at: number) => boolean;
}

/** The distinct patterns of one query. One pass over each text finds all of them. */
class PatternIndex {
  readonly #accents: Accents;
  readonly #known = new Map<string, NumberedPattern>();
  /** Those without wildcards, by their text. */
  readonly #plain = new Map<string, NumberedPattern[]>();
  readonly #globs: NumberedPattern[] = [];
  /**
   * The first units of the patterns without wildcards, by length: most words of a text begin with others, and need
   * not be looked up.
   */
  readonly #starts: Set<number>[] = [];

  constructor(accents: Accents) {
    this.#accents = accents;
  }

  add(word: WordPattern): NumberedPattern {
    const { wildcard, before, after } = word;
    const text = this.#accents ? (word.written ?? word.text) : word.text;
    const name = (before ?? '') + text + (after ?? '');
    const known = this.#known.get(name);
    if (known) return known;
    const test = wildcard ? globTest(text) : (other: string) => other === text;
    const hasSigns = before !== undefined || after !== undefined;
    const pattern: NumberedPattern = {
      id: this.#known.size,
      fits: (words, at) => test(words.at(at)) && (!hasSigns || words.hasSigns(at, word)),
    };
    this.#known.set(name, pattern);
    if (wildcard) this.#globs.push(pattern);
    else {
      this.#plain.set(text, [...(this.#plain.get(text) ?? []), pattern]);
      (this.#starts[text.length] ??= new Set()).add(text.charCodeAt(0));
    }
    return pattern;
  }

  locate(words: Words): LocatedField {
    const places = Array.from(this.#known, (): number[] => []);
    const hasGlobs = this.#globs.length > 0;
    for (let at = 0; at < words.length; at += 1) {
      if (!hasGlobs && !this.#starts[words.lengthAt(at)]?.has(words.startsWith(at))) continue;
      const same = this.#plain.get(words.at(at));
      if (same) locateAt(at, { words, patterns: same, places });
      if (hasGlobs) locateAt(at, { words, patterns: this.#globs, places });
    }
    return { words, places };
  }
}

function locateAt(
  at: number,
  {
    words,
    patterns,
    places,
  }: { words: Words; patterns: readonly NumberedPattern[]; places: readonly number[][] },
): void {
  for (const pattern of patterns) if (pattern.fits(words, at)) places[pattern.id]?.push(at);
}

/** Consecutive words of a field that match a part of the query: from `first` up to, but without, `end`. */
export interface WordRun {
  first: number;
  end: number;
}

/** Every run of a phrase in a field, in rising order; runs may overlap. */
function phraseRuns(phrase: readonly NumberedPattern[], { words, places }: LocatedField): WordRun[] {
  const [head] = phrase;
  const starts = (head && places[head.id]) ?? [];
  const fits = (start: number) =>
    start + phrase.length <= words.length &&
    phrase.every((pattern, offset) => pattern.fits(words, start + offset));
  return starts.filter(fits).map((first) => ({ first, end: first + phrase.length }));
}

/**
 * The runs of phrases that are near each other in a field: one run of each phrase, without overlaps, with at most
 * `distance` words between each and the next. Returns every run that belongs to at least one such combination.
 * `places` are the runs of each phrase; `ordered` ones follow each other as the phrases do.
 */
export function nearRuns(
  places: readonly WordRun[][],
  { distance, ordered }: { distance: number; ordered: boolean },
): WordRun[] {
  const orders = ordered ? [places] : permutations(places);
  return orders.flatMap((order) => chains(order, distance).flat());
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((others) => [item, ...others]));
}

/** The runs of each list that are part of a chain through all lists, left to right. */
function chains(lists: readonly WordRun[][], distance: number): WordRun[][] {
  const reached: WordRun[][] = [];
  for (const runs of lists) {
    const before = reached.at(-1);
    reached.push(before ? followers(before, { runs, distance }) : runs);
  }
  const kept: WordRun[][] = [];
  for (const runs of reached.toReversed()) {
    const after = kept.at(0);
    kept.unshift(after ? leaders(after, { runs, distance }) : runs);
  }
  return kept;
}

/**
 * The runs that begin at most `distance` words after the end of one of `before`. Both lists rise; each has one
 * length.
 */
function followers(
  before: readonly WordRun[],
  { runs, distance }: { runs: readonly WordRun[]; distance: number },
): WordRun[] {
  let next = 0;
  return runs.filter(({ first }) => {
    while ((before[next]?.end ?? Infinity) <= first) next += 1;
    const nearest = before[next - 1];
    return nearest !== undefined && first - nearest.end <= distance;
  });
}

/**
 * The runs that end at most `distance` words before the start of one of `after`. Both lists rise; each has one
 * length.
 */
function leaders(
  after: readonly WordRun[],
  { runs, distance }: { runs: readonly WordRun[]; distance: number },
): WordRun[] {
  let next = 0;
  return runs.filter(({ end }) => {
    while ((after[next]?.first ?? Infinity) < end) next += 1;
    const nearest = after[next];
    return nearest !== undefined && nearest.first - end <= distance;
  });
}

/**
 * The canonical text of a query: every operator written, brackets around each joined part. Parsing this text gives the
 * same tree again, without accents.
 */
export function printQuery(query: QueryNode): string {
  switch (query.type) {
    case 'everything':
      return '*';
    case 'term':
      return `${query.required ? '+' : ''}${spelled(query.word)}`;
    case 'phrase':
      return `${query.required ? '+' : ''}${printPhrase(query.words)}`;
    case 'near': {
      const values = [...query.phrases.map(printPhrase), String(query.distance)];
      return `NEAR(${[...values, ...(query.ordered ? ['true'] : [])].join(', ')})`;
    }
    case 'not':
      return `NOT ${printPart(query.part)}`;
    case 'all':
      return query.parts.map(printPart).join(' AND ');
    case 'any':
      return query.parts.map(printPart).join(' OR ');
  }
}

function printPart(part: QueryNode): string {
  return part.type === 'all' || part.type === 'any' ? `(${printQuery(part)})` : printQuery(part);
}

function spelled({ text, before = '', after = '' }: WordPattern): string {
  return before + text + after;
}

/** A blank is not allowed before a wildcard, nor after a lone one; a hyphen splits words as well. */
function printPhrase(words: readonly WordPattern[]): string {
  const texts = words.map(spelled);
  const separated = texts.map((text, index) => {
    const before = texts[index - 1];
    if (before === undefined) return text;
    return /^[*?]/.test(text) || before === '*' ? `-${text}` : ` ${text}`;
  });
  return `"${separated.join('')}"`;
}

/**
 * A test of words against a pattern with `*` and `?` (see `WordPattern`). It backtracks only to the last `*`, so its
 * cost is at most the length of the pattern times the length of the word.
 */
export function globTest(pattern: string): (word: string) => boolean {
  return (word) => {
    let at = 0;
    let inWord = 0;
    let star = -1;
    let resume = 0;
    while (inWord < word.length) {
      const wanted = pattern.charAt(at);
      if (wanted === '*') {
        star = at;
        resume = inWord;
        at += 1;
      } else if (wanted === '?') {
        inWord = after(word, inWord);
        at += 1;
      } else if (wanted === word.charAt(inWord)) {
        inWord += 1;
        at += 1;
      } else if (star >= 0) {
        resume = after(word, resume);
        inWord = resume;
        at = star + 1;
      } else return false;
    }
    while (pattern.charAt(at) === '*') at += 1;
    return at === pattern.length;
  };
}

/** The position after the character (code point) at `at`. */
function after(word: string, at: number): number {
  return at + ((word.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

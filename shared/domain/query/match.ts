import type { QueryNode, WordPattern } from './ast.ts';
import { PatternIndex, type LocatedField } from './document.ts';
import { nearRuns, phraseRuns, type WordRun } from './occurrences.ts';
import { printQuery } from './print.ts';
import { type Words, wordsIn } from './words.ts';

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
   * with overlaps joined. Negated parts, and parts of an OR that do not match, have none. Where the whole query does not
   * match, for instance because the service saw more of the text, every part that is not negated counts.
   */
  matchedRanges(texts: readonly string[]): TextRange[];
}

/** A compiled part of the query. */
interface Part {
  matches(fields: readonly LocatedField[]): boolean;
  /** The runs of parts that are not negated in a field. With `matching`, parts of an OR that these fields lack have none. */
  runs(field: LocatedField, matching: readonly LocatedField[] | undefined): WordRun[];
}

export function compileQuery(query: QueryNode): Matcher {
  const index = new PatternIndex();
  const part = compile(query, index);
  return {
    matches: (fields) => part.matches(fields.map((field) => index.locate(field))),
    matchedRanges(texts) {
      const fields = texts.map((text) => index.locate(wordsIn(text)));
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
    known.set(node.type === 'term' || node.type === 'phrase' ? printQuery(node) : node, node);
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

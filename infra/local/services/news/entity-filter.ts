import { compileQuery } from '../../../../shared/domain/query/match.ts';
import { wordsIn, wordTexts } from '../../../../shared/domain/query/words.ts';
import { RequestRefused } from '../kit/http/refusal.ts';
import type { Analyst, Entity } from './analyst.ts';
import type { EntityKind } from './english.ts';
import { textOf } from './library/columns.ts';
import type { Entry } from './library/entry.ts';
import type { Keep } from './library/library.ts';

/**
 * Keeps the articles whose names of one kind fit an entity query. A name fits when it contains the requested words
 * side by side: `"Acme"` is found in `Acme Corp`. NEAR holds where both are names of the article and near each other
 * in it.
 *
 * @throws RequestRefused 422 for a query that cannot be read.
 */
export function entityFilter(
  query: { text: string; parameter: string; kind: EntityKind },
  analyst: Analyst,
): Keep {
  const fits = compile(parseEntityQuery(query.text, query.parameter));
  return (entry) => fits({ entry, names: () => analyst.entities(entry)[query.kind] });
}

/** Keeps the articles that name at least one of several names, of whatever kind. */
export function anyNameFilter(names: readonly string[], analyst: Analyst): Keep {
  const tests = names.map(nameTest);
  return (entry) => {
    if (!tests.some((test) => test.mayStandIn(entry))) return false;
    const found = Object.values(analyst.entities(entry)).flat();
    return found.some(({ entity_name: name }) => tests.some((test) => test.fits(name)));
  };
}

interface Named {
  entry: Entry;
  names: () => readonly Entity[];
}

function compile(node: EntityNode): (named: Named) => boolean {
  switch (node.type) {
    case 'name':
      return (named) => countOf(named, nameTest(node.name)) > 0;
    case 'count': {
      const test = nameTest(node.name);
      return (named) => COUNT_TESTS[node.test](countOf(named, test), node.limit);
    }
    case 'near':
      return compileNear(node);
    case 'not': {
      const part = compile(node.part);
      return (named) => !part(named);
    }
    case 'all': {
      const parts = node.parts.map(compile);
      return (named) => parts.every((part) => part(named));
    }
    case 'any': {
      const parts = node.parts.map(compile);
      return (named) => parts.some((part) => part(named));
    }
  }
}

function compileNear({ names, distance, ordered }: EntityNode & { type: 'near' }): (named: Named) => boolean {
  const tests = names.map(nameTest);
  const phrases = names.map((name) => wordTexts(name).map((text) => ({ text, wildcard: false })));
  const near = compileQuery({ type: 'near', phrases, distance, ordered });
  return (named) =>
    tests.every((test) => countOf(named, test) > 0) &&
    near.matches([wordsIn(textOf(named.entry, 'title')), wordsIn(textOf(named.entry, 'content'))]);
}

interface NameTest {
  fits(name: string): boolean;
  /** False where the words are nowhere in the article, so that its names need not be looked for. */
  mayStandIn(entry: Entry): boolean;
}

function nameTest(wanted: string): NameTest {
  const words = wordTexts(wanted);
  const [first = ''] = words;
  const key = ` ${words.join(' ')} `;
  return {
    fits: (name) => words.length > 0 && ` ${wordTexts(name).join(' ')} `.includes(key),
    mayStandIn: ({ record }) =>
      record.nlp !== null && record.nlp !== undefined
        ? true
        : `${record.title}\n${record.content ?? ''}`.toLowerCase().includes(first),
  };
}

function countOf({ entry, names }: Named, test: NameTest): number {
  if (!test.mayStandIn(entry)) return 0;
  return names().reduce((sum, { entity_name: name, count }) => (test.fits(name) ? sum + count : sum), 0);
}

/** A query over the names in an article (news service, parameters, `ORG_entity_name` and its kin). */
type EntityNode =
  | { type: 'name'; name: string }
  | { type: 'count'; name: string; limit: number; test: keyof typeof COUNT_TESTS }
  | { type: 'near'; names: readonly string[]; distance: number; ordered: boolean }
  | { type: 'not'; part: EntityNode }
  | { type: 'all' | 'any'; parts: readonly EntityNode[] };

/** How the times that a name occurs are held against a limit. */
const COUNT_TESTS = {
  gt: (count: number, limit: number) => count > limit,
  gte: (count: number, limit: number) => count >= limit,
  lt: (count: number, limit: number) => count < limit,
  lte: (count: number, limit: number) => count <= limit,
  eq: (count: number, limit: number) => count === limit,
} as const;

const TOKEN = /\s+|(?<name>"[^"]*")|(?<call>(?:COUNT|NEAR)\s*\([^()]*\))|(?<mark>[()])|(?<word>[^\s"()]+)/y;
const COUNT = /^COUNT\s*\(\s*"([^"]+)"\s*,\s*(\d+)\s*,\s*"(gte?|lte?|eq)"\s*\)$/;
const NEAR = /^NEAR\s*\(\s*((?:"[^"]+"\s*,\s*){2,3})(\d{1,3})\s*(?:,\s*(true|false)\s*)?\)$/;

/**
 * Reads an entity query: names in quotes or single words, AND (also by standing side by side), OR, NOT, brackets,
 * `NEAR("a", "b", 5)` and `COUNT("name", 2, "gt")`. AND binds before OR.
 *
 * @throws RequestRefused 422 that names the parameter.
 */
export function parseEntityQuery(text: string, parameter: string): EntityNode {
  const refuse = (message: string): never => {
    throw new RequestRefused(422, `The parameter '${parameter}' cannot be read: ${message}`);
  };
  const tokens = tokensOf(text, refuse);
  const reader = { tokens, at: 0, depth: 0, refuse };
  const node = readAny(reader);
  if (reader.at < tokens.length) refuse(`'${tokens[reader.at] ?? ''}' is where nothing is expected`);
  return node;
}

type Refuse = (message: string) => never;

interface Reader {
  tokens: readonly string[];
  at: number;
  depth: number;
  refuse: Refuse;
}

const DEEPEST = 100;

function tokensOf(text: string, refuse: Refuse): string[] {
  const tokens: string[] = [];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const found = token.exec(text) ?? refuse(`a quote at character ${at + 1} is not paired`);
    if (found[0].trim() !== '') tokens.push(found[0]);
  }
  return tokens;
}

function readAny(reader: Reader): EntityNode {
  const parts = [readAll(reader)];
  while (takes(reader, 'OR')) parts.push(readAll(reader));
  const [only] = parts;
  return only && parts.length === 1 ? only : { type: 'any', parts };
}

function readAll(reader: Reader): EntityNode {
  const parts = [readPart(reader)];
  for (;;) {
    const joined = takes(reader, 'AND');
    const next = reader.tokens[reader.at];
    if (!joined && (next === undefined || next === 'OR' || next === ')')) break;
    parts.push(readPart(reader));
  }
  const [only] = parts;
  return only && parts.length === 1 ? only : { type: 'all', parts };
}

function readPart(reader: Reader): EntityNode {
  const token = reader.tokens[reader.at] ?? reader.refuse('a name is missing at the end');
  reader.at += 1;
  if (token === 'NOT') return { type: 'not', part: readPart(reader) };
  if (token === '(') return readBrackets(reader);
  if (token === ')' || token === 'AND' || token === 'OR') {
    return reader.refuse(`'${token}' is where a name is expected`);
  }
  if (token.startsWith('COUNT')) return readCount(token, reader.refuse);
  if (token.startsWith('NEAR')) return readNear(token, reader.refuse);
  const name = token.replaceAll('"', '').trim();
  return name === '' ? reader.refuse('the quotes hold no name') : { type: 'name', name };
}

function readBrackets(reader: Reader): EntityNode {
  reader.depth += 1;
  if (reader.depth > DEEPEST) reader.refuse(`brackets nest more than ${DEEPEST} deep`);
  const node = readAny(reader);
  if (!takes(reader, ')')) reader.refuse('a bracket is not closed');
  reader.depth -= 1;
  return node;
}

function takes(reader: Reader, token: string): boolean {
  if (reader.tokens[reader.at] !== token) return false;
  reader.at += 1;
  return true;
}

function readCount(token: string, refuse: Refuse): EntityNode {
  const [, name = '', limit, test] = COUNT.exec(token) ?? [];
  if (!isCountTest(test))
    return refuse(`write COUNT("name", 2, "gt") with gt, gte, lt, lte or eq, not ${token}`);
  return { type: 'count', name, limit: Number(limit), test };
}

function isCountTest(test: string | undefined): test is keyof typeof COUNT_TESTS {
  return test !== undefined && Object.hasOwn(COUNT_TESTS, test);
}

function readNear(token: string, refuse: Refuse): EntityNode {
  const [, list, distance, ordered] = NEAR.exec(token) ?? [];
  if (list === undefined) return refuse(`write NEAR("a", "b", 5) with 2 or 3 names, not ${token}`);
  const names = Array.from(list.matchAll(/"([^"]+)"/g), ([, name = '']) => name);
  return { type: 'near', names, distance: Number(distance), ordered: ordered === 'true' };
}

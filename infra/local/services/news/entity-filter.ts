import type { QueryNode } from '../../../../shared/domain/query/ast.ts';
import { compileQuery } from '../../../../shared/domain/query/match.ts';
import { parseQuery } from '../../../../shared/domain/query/parse.ts';
import { queryWords, wordsIn, wordTexts } from '../../../../shared/domain/query/words.ts';
import { RequestRefused } from '../kit/http/refusal.ts';
import type { Analyst } from './analyst.ts';
import type { Entity, EntityKind } from './english.ts';
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
  { text, parameter, kind }: { text: string; parameter: string; kind: EntityKind },
  analyst: Analyst,
): Keep {
  const query = parseEntityQuery(text, parameter);
  const fits = compile(query.node, query.counts);
  // A name that is counted may be absent.
  const mayFit = query.counts.length > 0 ? () => true : mayHold(query.node);
  return (entry) => mayFit(entry) && fits({ entry, names: analyst.entities(entry)[kind] });
}

/** Keeps the articles that name at least one of several names, of whatever kind. */
export function anyNameFilter(names: readonly string[], analyst: Analyst): Keep {
  const parts = names.flatMap((name) => phraseOf(wordTexts(name)) ?? []);
  const node: QueryNode = { type: 'any', parts };
  const [mayFit, fits] = [mayHold(node), compile(node, [])];
  return (entry) => mayFit(entry) && fits({ entry, names: Object.values(analyst.entities(entry)).flat() });
}

function phraseOf(words: readonly string[]): QueryNode | undefined {
  return words.length === 0
    ? undefined
    : { type: 'phrase', words: words.map((text) => ({ text, wildcard: false })) };
}

/** False where the words of a query are nowhere in an article, so that its names need not be looked for. */
function mayHold(node: QueryNode): Keep {
  const starts = queryWords(node).map(([first]) => /^[^*?]*/.exec(first?.text ?? '')?.[0] ?? '');
  return ({ record }) => {
    if (record.nlp) return true;
    const text = `${record.title}\n${record.content ?? ''}`.toLowerCase();
    return starts.some((start) => text.includes(start));
  };
}

interface Named {
  entry: Entry;
  names: readonly Entity[];
}

type Fits = (named: Named) => boolean;

function compile(node: QueryNode, counts: readonly CountTest[]): Fits {
  switch (node.type) {
    case 'everything':
      return () => true;
    case 'term': {
      const test = counts[Number(COUNTED.exec(node.word.text)?.[1])];
      const times = counterOf(test?.node ?? node);
      return (named) => (test ? test.passes(times(named), test.limit) : times(named) > 0);
    }
    case 'phrase': {
      const times = counterOf(node);
      return (named) => times(named) > 0;
    }
    case 'near': {
      const phrases = node.phrases.map((words) => counterOf({ type: 'phrase', words }));
      const matcher = compileQuery(node);
      return (named) =>
        phrases.every((times) => times(named) > 0) &&
        matcher.matches([wordsIn(textOf(named.entry, 'title')), wordsIn(textOf(named.entry, 'content'))]);
    }
    case 'not': {
      const part = compile(node.part, counts);
      return (named) => !part(named);
    }
    case 'all': {
      const parts = node.parts.map((part) => compile(part, counts));
      return (named) => parts.every((part) => part(named));
    }
    case 'any': {
      const parts = node.parts.map((part) => compile(part, counts));
      return (named) => parts.some((part) => part(named));
    }
  }
}

function counterOf(node: QueryNode): (named: Named) => number {
  const matcher = compileQuery(node);
  return ({ names }) =>
    names.reduce(
      (sum, { entity_name: name, count }) => (matcher.matches([wordsIn(name)]) ? sum + count : sum),
      0,
    );
}

/** `COUNT("name", 2, "gt")`: how the times that a name occurs are compared with a limit. */
interface CountTest {
  node: QueryNode;
  limit: number;
  passes: (count: number, limit: number) => boolean;
}

const COUNT_TESTS = new Map<string, CountTest['passes']>([
  ['gt', (count, limit) => count > limit],
  ['gte', (count, limit) => count >= limit],
  ['lt', (count, limit) => count < limit],
  ['lte', (count, limit) => count <= limit],
  ['eq', (count, limit) => count === limit],
]);

const COUNT = /\bCOUNT\s*\(\s*"([^"]+)"\s*,\s*(\d+)\s*,\s*"(gte?|lte?|eq)"\s*\)/g;
/** A count, in the query that is parsed. */
const COUNTED = /^count_of_name_(\d+)$/;

/**
 * Reads an entity query (news service, parameters, `ORG_entity_name` and its kin): the query language of `q` with
 * counts such as `COUNT("name", 2, "gt")`.
 *
 * @throws RequestRefused 422 that names the parameter.
 */
export function parseEntityQuery(text: string, parameter: string) {
  const refuse = (message: string): never => {
    throw new RequestRefused(422, `The parameter '${parameter}' cannot be read: ${message}`);
  };
  const counts: CountTest[] = [];
  const plain = text.replaceAll(COUNT, (_, name: string, limit: string, test: string) => {
    const node = phraseOf(wordTexts(name)) ?? refuse('the quotes hold no name');
    const passes = COUNT_TESTS.get(test) ?? refuse(`${test} is no test`);
    counts.push({ node, limit: Number(limit), passes });
    return `count_of_name_${counts.length - 1}`;
  });
  if (/\bCOUNT\s*\(/.test(plain)) refuse('write COUNT("name", 2, "gt") with gt, gte, lt, lte or eq');
  const parsed = parseQuery(plain);
  const [fault] = parsed.ok ? [] : parsed.faults;
  if (!parsed.ok) return refuse(`at character ${(fault?.at ?? 0) + 1}: ${fault?.message}`);
  return { node: parsed.query, counts };
}

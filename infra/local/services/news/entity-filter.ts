import type { WordPattern } from '../../../../shared/domain/query/ast.ts';
import { compileQuery } from '../../../../shared/domain/query/match.ts';
import { parseQuery } from '../../../../shared/domain/query/parse.ts';
import { queryWords, wordsIn, wordTexts } from '../../../../shared/domain/query/words.ts';
import { RequestRefused } from '../kit/http/refusal.ts';
import type { Analyst, Entity, EntityKind } from './analyst.ts';
import { textOf } from './library/columns.ts';
import type { Entry } from './library/entry.ts';
import type { Keep } from './library/library.ts';

/** A part of an entity query that names alone do not decide: it is the word `part_of_query_N` in the rest. */
type Part = (entry: Entry, names: readonly Entity[]) => boolean;

const TESTS: ReadonlyMap<string, (count: number, limit: number) => boolean> = new Map([
  ['gt', (count, limit) => count > limit],
  ['gte', (count, limit) => count >= limit],
  ['lt', (count, limit) => count < limit],
  ['lte', (count, limit) => count <= limit],
  ['eq', (count, limit) => count === limit],
]);

const COUNT = /\bCOUNT\s*\(\s*"([^"]+)"\s*,\s*(\d+)\s*,\s*"(gte?|lte?|eq)"\s*\)/g;
const NEAR = /\bNEAR\s*\((?:"[^"]*"|[^")])*\)/g;

/**
 * Keeps the articles whose names of one kind fit an entity query. A name fits when it contains the requested words
 * side by side: `"Acme"` is found in `Acme Corp`. NEAR holds where both are names of the article and near each other
 * in it. `COUNT("name", 2, "gt")` compares how often a name occurs.
 *
 * @throws RequestRefused 422 for a query that cannot be read.
 */
export function entityFilter(
  { text, parameter, kind }: { text: string; parameter: string; kind: EntityKind },
  analyst: Analyst,
): Keep {
  const fits = parseEntityQuery(text, parameter);
  // Our own reading of names takes a millisecond: an article without any word of the query need not be read.
  const words = wordTexts(text.replaceAll(/\b(?:AND|OR|NOT|NEAR)\b/g, ' '));
  const mayFit = ({ record }: Entry) => {
    if (record.nlp || text.includes('COUNT')) return true;
    const own = `${record.title}\n${record.content ?? ''}`.toLowerCase();
    return words.some((word) => own.includes(word));
  };
  return (entry) => mayFit(entry) && fits(entry, analyst.entities(entry)[kind]);
}

/** Keeps the articles that name at least one of several names, of whatever kind. */
export function anyNameFilter(names: readonly string[], analyst: Analyst): Keep {
  const tests = names.flatMap((name) => nameTest(plainWords(name)) ?? []);
  return (entry) => {
    const all = Object.values(analyst.entities(entry)).flat();
    return tests.some((test) => all.some(test));
  };
}

/** Whether a name contains words side by side; undefined without a word. */
function nameTest(words: readonly WordPattern[]): ((name: Entity) => boolean) | undefined {
  if (words.length === 0) return undefined;
  const matcher = compileQuery({ type: 'phrase', words: [...words] });
  return ({ entity_name: name }) => matcher.matches([wordsIn(name)]);
}

function plainWords(name: string): WordPattern[] {
  return wordTexts(name).map((text) => ({ text, wildcard: false }));
}

/**
 * Reads an entity query (news service, parameters, `ORG_entity_name` and its kin): the query language of `q` over the
 * names of an article.
 *
 * @throws RequestRefused 422 that names the parameter.
 */
export function parseEntityQuery(text: string, parameter: string): Part {
  const refuse = (message: string): never => {
    throw new RequestRefused(422, `The parameter '${parameter}' cannot be read: ${message}`);
  };
  const read = (query: string) => {
    const parsed = parseQuery(query);
    if (parsed.ok) return parsed.query;
    const [fault] = parsed.faults;
    return refuse(`at character ${(fault?.at ?? 0) + 1}: ${fault?.message}`);
  };
  const parts: Part[] = [];
  const added = (part: Part) => `part_of_query_${parts.push(part) - 1}`;
  const rest = text
    .replaceAll(COUNT, (_, name: string, limit: string, test: string) => {
      const isNamed = nameTest(plainWords(name)) ?? refuse('the quotes hold no name');
      return added((_entry, names) => {
        const count = names.filter(isNamed).reduce((sum, one) => sum + one.count, 0);
        return TESTS.get(test)?.(count, Number(limit)) === true;
      });
    })
    .replaceAll(NEAR, (near) => {
      const node = read(near);
      const matcher = compileQuery(node);
      const areNamed = queryWords(node).flatMap((words) => nameTest(words) ?? []);
      return added(
        (entry, names) =>
          areNamed.every((isNamed) => names.some(isNamed)) &&
          matcher.matches([wordsIn(textOf(entry, 'title')), wordsIn(textOf(entry, 'content'))]),
      );
    });
  if (/\bCOUNT\s*\(/.test(rest)) refuse('write COUNT("name", 2, "gt") with gt, gte, lt, lte or eq');
  const matcher = compileQuery(read(rest));
  return (entry, names) => {
    const held = parts.flatMap((part, number) => (part(entry, names) ? `part_of_query_${number}` : []));
    return matcher.matches([...names.map((one) => one.entity_name), ...held].map(wordsIn));
  };
}

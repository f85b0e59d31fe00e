import { compileQuery } from '../../../../../shared/domain/query/match.ts';
import { wordsIn, wordTexts } from '../../../../../shared/domain/query/words.ts';
import type { Analyst, Entity } from '../analysis/analyst.ts';
import type { EntityKind } from '../analysis/english.ts';
import { textOf } from '../library/columns.ts';
import type { Entry } from '../library/entry.ts';
import type { Keep } from '../library/find-hits.ts';
import { COUNT_TESTS, type EntityNode, parseEntityQuery } from './entity-query.ts';

/**
 * Keeps the articles whose names of one kind fit an entity query. A name fits when it contains the requested words side
 * by side: `"Acme"` is found in `Acme Corp`. NEAR holds where both are names of the article and near each other in it.
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

import type { QueryNode, WordPattern } from './ast.ts';

/**
 * The words and phrases of a query that are not negated, each once, in the order of the query. A single word is a
 * phrase of one.
 */
export function queryWords(query: QueryNode): WordPattern[][] {
  const byText = new Map(
    positivePhrases(query).map((phrase) => [phrase.map(({ text }) => text).join(' '), phrase]),
  );
  return [...byText.values()];
}

function positivePhrases(node: QueryNode): WordPattern[][] {
  switch (node.type) {
    case 'everything':
    case 'not':
      return [];
    case 'term':
      return [[node.word]];
    case 'phrase':
      return [node.words];
    case 'near':
      return node.phrases;
    case 'all':
    case 'any':
      return node.parts.flatMap(positivePhrases);
  }
}

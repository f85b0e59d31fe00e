import type { QueryNode } from '../../../../../shared/domain/query/ast.ts';
import { queryWords } from '../../../../../shared/domain/query/query-words.ts';
import { expressionOf, phraseOf, within } from './expression.ts';
import { type SearchPlace, wordsLike } from './match-rows.ts';

/** A wildcard counts in the ranking by at most so many of its words. */
const WORDS_RANKED = 50;

/**
 * How well rows match a query (BM25, 0 where nothing can be said). `rows` are the rows of interest, rising; the answer
 * may hold more.
 */
export function rankRows(
  node: QueryNode,
  { rows, place }: { rows: readonly number[]; place: SearchPlace },
): ReadonlyMap<number, number> {
  const expression = expressionOf(node) ?? looseExpression(node, place);
  const first = rows[0];
  const last = rows.at(-1);
  if (expression === '' || first === undefined || last === undefined) return new Map();
  return place.index.scores(within(place.columns, expression), { first, last });
}

/** Any of the words and phrases that are asked for. */
function looseExpression(node: QueryNode, { index }: SearchPlace): string {
  const written = queryWords(node).flatMap((phrase) => {
    if (!phrase.some(({ wildcard }) => wildcard)) return [phraseOf(phrase)];
    return phrase.flatMap((word) =>
      word.wildcard
        ? wordsLike(word, index)
            .slice(0, WORDS_RANKED)
            .map((text) => `"${text}"`)
        : [phraseOf([word])],
    );
  });
  return [...new Set(written)].join(' OR ');
}

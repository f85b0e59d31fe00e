import type { QueryNode } from '../../../../../shared/domain/query/ast.ts';
import { queryWords } from '../../../../../shared/domain/query/query-words.ts';
import { expressionOf, phraseOf, within } from './expression.ts';
import { type SearchPlace, wordsLike } from './match-rows.ts';
import type { Span } from './text-index.ts';

/** A wildcard counts in the ranking by at most so many of its words. */
const WORDS_RANKED = 50;

/** How well rows of a span match a query: BM25, 0 where nothing can be said. */
export function rankRows(
  node: QueryNode,
  { span, place }: { span: Span; place: SearchPlace },
): (row: number) => number {
  const expression = expressionOf(node) ?? looseExpression(node, place);
  if (expression === '') return () => 0;
  const scores = place.index.scores(within(place.columns, expression), span);
  return (row) => scores[row - span.first] ?? 0;
}

/** Any of the requested words and phrases. */
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

import type { QueryFault, QueryNode } from './ast.ts';
import { readTokens } from './tokens.ts';
import { buildTree } from './tree.ts';

/** The tree of a query, or all its faults in the order of the text. */
type ParsedQuery = { ok: true; query: QueryNode } | { ok: false; faults: QueryFault[] };

/**
 * Reads a query (news service, query language of q). It never throws; its time grows linearly with the length.
 *
 * Where the rules are not exact, it refuses whatever the service might refuse:
 * - Forbidden characters and their percent codes are refused inside quotes too.
 * - AND, OR, NOT and NEAR are read only in capitals; `&&`, `||` and `!` anywhere outside quotes, even inside a word.
 * - A query, or a bracket, cannot begin with NOT. `-word` may come first if a part that must occur follows. A level with
 *   negations only is refused, and so is a negation beside OR.
 * - `+` and `-` count at the beginning of a word; `+` only before a word or a phrase, `-` also before a bracket.
 * - A term that punctuation splits, such as `e-mail` or `U.S.`, is a phrase of its words. A term without any word, such
 *   as `&` or an emoji, is refused; inside quotes, beside words, it is punctuation.
 * - The words of a NEAR are counted as `wordTexts()` splits them, and its distance may be 0.
 */
export function parseQuery(q: string): ParsedQuery {
  if (q.trim() === '*') return { ok: true, query: { type: 'everything' } };
  const faults = characterFaults(q);
  const quotes = Array.from(q.matchAll(/"/g), ({ index }) => index);
  const lastQuote = quotes.at(-1);
  if (lastQuote !== undefined && quotes.length % 2 === 1) {
    faults.push({
      at: lastQuote,
      message: 'A double quote is not paired. Add the missing one, or remove this one.',
    });
    return { ok: false, faults: inOrder(faults) };
  }
  const query = buildTree(readTokens(q, faults), faults);
  return faults.length > 0 ? { ok: false, faults: inOrder(faults) } : { ok: true, query };
}

function characterFaults(q: string): QueryFault[] {
  const found = q.matchAll(/\\"|[[\]/\\:^]|%(?:5B|5D|2F|5C|3A|5E)/gi);
  return Array.from(found, ({ 0: text, index }) => ({ at: index, message: forbidden(text) }));
}

function forbidden(text: string): string {
  if (text === '\\"') return 'The \\ before a quote belongs only in JSON text. Remove it.';
  const what =
    text.length > 1 ? `${text}, the code of ${decodeURIComponent(text)},` : `The character ${text}`;
  return `${what} is not allowed in a query. Replace it by a space or a ?.`;
}

function inOrder(faults: QueryFault[]): QueryFault[] {
  return faults.toSorted((a, b) => a.at - b.at);
}

/**
 * The news query language as a tree (news service, query language of q).
 *
 * A query is one node. `all` joins by AND (written or implied), `any` by OR; the two never mix at one level of
 * brackets. `not` stands inside an `all` with at least one part that is not negated.
 */
export type QueryNode =
  | { type: 'everything' }
  | { type: 'term'; word: WordPattern; required?: boolean }
  | { type: 'phrase'; words: WordPattern[] }
  | { type: 'near'; phrases: WordPattern[][]; distance: number; ordered: boolean }
  | { type: 'all'; parts: QueryNode[] }
  | { type: 'any'; parts: QueryNode[] }
  | { type: 'not'; part: QueryNode };

/** One word as `words()` cuts text; `*` stands for any run of letters, `?` for exactly one character. */
export interface WordPattern {
  text: string;
  wildcard: boolean;
}

/** What is wrong with a query, and where: `at` counts UTF-16 units from 0. */
export interface QueryFault {
  at: number;
  message: string;
}

/**
 * The news query language as a tree (news service, query language of q).
 *
 * A query is one node. `all` joins by AND (written or implied), `any` by OR; the two never mix at one level of
 * brackets, and both have at least two parts. `not` stands only inside an `all`, never first, because that has at least
 * one part that is not negated. `everything` is only ever the whole query. A phrase has at least two words; one quoted
 * word is a term.
 *
 * `required` marks what was written with a plus sign. Inside an `all` it changes nothing; an `any` with required parts
 * matches where all of these match, whatever becomes of the others.
 */
export type QueryNode =
  | { type: 'everything' }
  | { type: 'term'; word: WordPattern; required?: boolean }
  | { type: 'phrase'; words: WordPattern[]; required?: boolean }
  | { type: 'near'; phrases: WordPattern[][]; distance: number; ordered: boolean }
  | { type: 'all'; parts: QueryNode[] }
  | { type: 'any'; parts: QueryNode[] }
  | { type: 'not'; part: QueryNode };

/**
 * One word as `words()` cuts text; `*` stands for any run of letters, also for none, and `?` for exactly one character
 * (one code point: a vowel sign is a character). Neither reaches beyond its word. Inside a phrase a word may be nothing
 * but wildcards: `*` is then any one word.
 */
export interface WordPattern {
  text: string;
  wildcard: boolean;
}

/** What is wrong with a query, and where: `at` counts UTF-16 units from 0. */
export interface QueryFault {
  at: number;
  message: string;
}

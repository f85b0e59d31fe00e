/**
 * The tree of a news query (news service, query language of q).
 *
 * A query is one node. `all` joins by AND (written or implied), `any` by OR; the two never mix at one level of
 * brackets, and both have at least two parts. `not` occurs only inside an `all`, never first, because an `all` has at
 * least one part that is not negated. `everything` is always the whole query. A phrase has at least two words; one
 * quoted word is a term.
 *
 * `required` marks a part written with a plus sign. Inside an `all` it changes nothing; an `any` with required parts
 * matches where all required parts match, and ignores the others.
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
 * One word, as `wordTexts()` splits text. `*` matches any run of letters, also none; `?` matches exactly one character
 * (one code point: a vowel sign is a character). Neither matches across words. Inside a phrase a word may consist of
 * wildcards alone: `*` then matches any one word.
 */
export interface WordPattern {
  text: string;
  /** The same with its accents, where it has any. */
  written?: string;
  wildcard: boolean;
  /** Signs of a name that must stand at the word: the dot of `.Nex`, the signs of `Qor++`. */
  before?: string;
  after?: string;
}

/** What is wrong with a query, and where: `at` counts UTF-16 units from 0. */
export interface QueryFault {
  at: number;
  message: string;
}

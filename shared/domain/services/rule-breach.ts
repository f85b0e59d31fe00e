/** A rule between fields that a request breaks: the fields it speaks of, and what is wrong in one sentence. */
export interface RuleBreach {
  fields: readonly string[];
  message: string;
}

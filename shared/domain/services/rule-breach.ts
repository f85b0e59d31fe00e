/** A broken rule between fields: the fields, and what is wrong in one sentence. */
export interface RuleBreach {
  fields: readonly string[];
  message: string;
}

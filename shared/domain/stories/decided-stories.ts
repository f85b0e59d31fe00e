/**
 * What is decided about the findings of a part. It is recorded before anything of the part is written, so that whoever repeats the
 * part does not decide again.
 */
export interface DecidedStories {
  /** The story of each finding by its fingerprint, in the order in which they were assigned. */
  stories: readonly (readonly [fingerprint: string, story: string])[];
  /** Pairs of stories that these findings show to be one. */
  merges: readonly (readonly [stays: string, goes: string])[];
}

import type { Instant } from '../time/instant.ts';

/** A fact that was added (no `from`), removed (no `to`), or has another value. */
export interface FactChange {
  name: string;
  from?: string;
  to?: string;
}

/** What the service corrected in a finding, and when we saw it. */
export interface FindingChange {
  at: Instant;
  facts: readonly FactChange[];
}

/** A change on which an alert is due, and when the finding had last changed before it. */
export interface AwaitedChange {
  before: Instant;
  facts: readonly FactChange[];
}

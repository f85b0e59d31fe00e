/** What reconcile did for our objects at the extraction service. */
export interface UpstreamOutcome {
  /** Steps taken, such as `acme-cuts: make-monitor`. */
  steps: string[];
  /** Steps that must wait, and for what. */
  waiting: string[];
  /** Watches with lost webhook payloads whose records were pulled, and how many records were new. */
  healed: { watchId: string; runs: number; found: number }[];
  /** What still exists at the service, although it is no longer desired. */
  kept: string[];
}

export function emptyUpstreamOutcome(): UpstreamOutcome {
  return { steps: [], waiting: [], healed: [], kept: [] };
}

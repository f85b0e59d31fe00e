/** What keeping the objects of the extraction service came to. */
export interface UpstreamOutcome {
  /** Steps taken, such as `acme-cuts: make-monitor`. */
  steps: string[];
  /** What has to wait, and for what. */
  waiting: string[];
  /** Watches whose lost deliveries were made up for, with how many records were new. */
  healed: { watchId: string; runs: number; found: number }[];
  /** What the service still holds for us, although nobody asks for it any more. */
  kept: string[];
}

export function emptyUpstreamOutcome(): UpstreamOutcome {
  return { steps: [], waiting: [], healed: [], kept: [] };
}

/** What the judge of a watch did in a month of UTC. */
export interface JudgedMonth {
  /** `2026-11` */
  month: string;
  calls: number;
  /** Input and output. A call whose answer was lost counts with all that it could take. */
  tokens: number;
  /** Findings on which it gave its word. */
  judged: number;
  lowered: number;
  raised: number;
}

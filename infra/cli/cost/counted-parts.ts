/** What one part of the work asks of the table. */
export interface CountedPart {
  requests: number;
  /** Read request units and write request units. */
  reads: number;
  writes: number;
  /** By how much the stored bytes grow, in the table and in its indexes. */
  bytes: number;
  indexBytes: number;
}

export type PartName =
  /**
   * A run that finds nothing, each finding that it already knows, and what a run with new findings takes beside them,
   * together with the call that decides on them.
   */
  | 'quietRun'
  | 'known'
  | 'busyRun'
  /** A new finding of usual size, in a story of five, with its share of its part, of the story and of its alert. */
  | 'finding'
  /** A sweep of the deliverer without channels, each channel without work, and each message. */
  | 'idleDelivery'
  | 'servedChannel'
  | 'message'
  /** A sweep of `reconcile`, and each watch in it. */
  | 'sweep'
  | 'sweptWatch'
  /** A finding in the totals of its day, and a report over a week of them. */
  | 'rolledUpFinding'
  | 'report'
  /** A job of the extraction service, from its order to its records. */
  | 'job'
  /** A minute of the poller with 300 feeds that have nothing new. */
  | 'feedRound';

/**
 * Counted by `npm run bench cost`; with WRITE=1 it writes the table. A test fails when the code takes notably more.
 */
export const COUNTED: Readonly<Record<PartName, CountedPart>> = {
  quietRun: { requests: 3, reads: 1, writes: 2, bytes: 0, indexBytes: 0 },
  known: { requests: 0.05, reads: 1, writes: 0, bytes: 0, indexBytes: 0 },
  busyRun: { requests: 17.18, reads: 15.7, writes: 8.48, bytes: 210.04, indexBytes: 0 },
  finding: { requests: 0.38, reads: 2.13, writes: 4.25, bytes: 2191.24, indexBytes: 130.6 },
  idleDelivery: { requests: 1, reads: 1, writes: 0, bytes: 0, indexBytes: 0 },
  servedChannel: { requests: 1, reads: 0.5, writes: 0, bytes: 0, indexBytes: 0 },
  message: { requests: 10, reads: 3.75, writes: 13, bytes: 1376.7, indexBytes: -6 },
  sweep: { requests: 15, reads: 7.45, writes: 6, bytes: 1, indexBytes: 0 },
  sweptWatch: { requests: 0, reads: 0.05, writes: 0, bytes: 0, indexBytes: 0 },
  rolledUpFinding: { requests: 0.03, reads: 0.55, writes: 0.08, bytes: 78.9, indexBytes: 0 },
  report: { requests: 40, reads: 192.5, writes: 15, bytes: 6714.6, indexBytes: 622 },
  job: { requests: 31, reads: 16, writes: 24, bytes: 2034, indexBytes: 203 },
  feedRound: { requests: 6.53, reads: 9, writes: 3.8, bytes: 0, indexBytes: 0 },
};

import { type Instant, isoOf } from '../time/instant.ts';

/** What is decided first: what is critical, then what is live, then baselines and backfills. */
export const URGENCY_RANKS = ['critical', 'live', 'silent'] as const;
export type WaitingRank = (typeof URGENCY_RANKS)[number];

/** Something that waits in a space to be decided. It is put before what it names, and removed when that is decided. */
export type Waiting = {
  space: string;
  rank: WaitingRank;
  since: Instant;
  /** The watch that it is about. */
  watchId: string;
} & (
  | { kind: 'part'; part: string }
  /** Known findings whose content has changed in a way on which an alert is due. */
  | { kind: 'changes'; fingerprints: readonly string[] }
  /** Hours of a watch that counts are closed until then. */
  | { kind: 'hours'; until: Instant }
  /** A person has ordered to take an article out of its story. */
  | { kind: 'split'; order: string }
);

/** Of what has waited since one instant, hours come last: they count what was found until then. */
const KINDS = ['split', 'part', 'changes', 'hours'] as const satisfies Waiting['kind'][];

/** The place of something that waits among what waits in its space. The same thing has the same place. */
export function waitingKeyOf(waiting: Waiting): string {
  const { rank, since, kind, watchId } = waiting;
  return [URGENCY_RANKS.indexOf(rank), isoOf(since), KINDS.indexOf(kind), watchId, nameOf(waiting)].join('#');
}

function nameOf(waiting: Waiting): string {
  switch (waiting.kind) {
    case 'part':
      return waiting.part;
    case 'changes':
      return waiting.fingerprints[0] ?? '';
    case 'hours':
      return isoOf(waiting.until);
    case 'split':
      return waiting.order;
  }
}

/** What names something that is not there yet stays so long: whoever was to put it has died by then. */
export const LATE_AFTER = 10 * 60 * 1_000;

/** The order to decide what waits in a space. */
export interface DecideOrder {
  space: string;
  /** How often in a row another holder of the lease was met. */
  waits: number;
}

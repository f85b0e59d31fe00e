import type { Instant } from '../../domain/time/instant.ts';
import type { Run } from './run.ts';

/** What storing and judging findings needs: a run has all of it, an extraction makes it for each page of records. */
export interface Judging {
  ports: Pick<
    Run['ports'],
    'clock' | 'definitions' | 'states' | 'findings' | 'stories' | 'told' | 'seen' | 'alerts' | 'raw'
  >;
  watch: Run['watch'];
  state: Pick<Run['state'], 'baseUntil' | 'learnedOf'>;
  order: Pick<Run['order'], 'track'>;
  outcome: Pick<Run['outcome'], 'new' | 'stories' | 'alerts' | 'channels'>;
  past: Run['past'];
  /** The stories of all new findings so far. */
  stories: Set<string>;
  /** No part is begun after this. */
  finish: Instant;
}

/**
 * How many findings are stored and judged at a time: as many as one read of known ones takes, and few enough that a run
 * sees in time that its time is up.
 */
export const PART = 100;

/** A list in parts, in its order. */
export function partsOf<T>(items: readonly T[], size: number = PART): T[][] {
  const parts = Math.ceil(items.length / size);
  return Array.from({ length: parts }, (_, n) => items.slice(n * size, (n + 1) * size));
}

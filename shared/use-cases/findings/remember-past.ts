import type { StoredFinding } from '../../domain/findings/finding.ts';
import { type Instant, MINUTE } from '../../domain/time/instant.ts';
import type { Clock } from '../ports/clock.ts';
import type { Findings } from '../ports/findings.ts';

/** Samples of past hours change little within this time. One process keeps those of so many watches. */
const REMEMBERED = 30 * MINUTE;
const MOST_WATCHES = 30;

/**
 * Findings with a cache of the samples of each watch's past. A process runs a watch many times, and each run compares new
 * findings with what is usual in the watch.
 */
export function rememberPast(findings: Findings, clock: Pick<Clock, 'now'>): Findings {
  const known = new Map<string, { readAt: Instant; found: Promise<StoredFinding[]> }>();
  return {
    ...findings,
    async foundFrom(watchId, from, limit) {
      const now = clock.now();
      const before = known.get(watchId);
      if (before && now - before.readAt < REMEMBERED) return before.found;
      const found = findings.foundFrom(watchId, from, limit);
      known.delete(watchId);
      known.set(watchId, { readAt: now, found });
      const [oldest] = known.keys();
      if (known.size > MOST_WATCHES && oldest !== undefined) known.delete(oldest);
      try {
        return await found;
      } catch (error) {
        known.delete(watchId);
        throw error;
      }
    },
  };
}

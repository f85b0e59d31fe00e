import type { Instant } from '../../shared/domain/time/instant.ts';
import type { Tally } from '../../shared/domain/counting/hourly-counts.ts';
import type { SeenValues, Tallies } from '../../shared/use-cases/ports/counting-ports.ts';
import { copyOf } from './copy-of.ts';

/** Tallies in memory. */
export function memoryTallies(): Tallies {
  const tallies = new Map<string, Tally>();
  return {
    get: async (watchId) => copyOf(tallies.get(watchId)),
    put: async (tally, before) => {
      const held = tallies.get(tally.watchId);
      if (held?.readAt !== before?.readAt || held?.until !== before?.until) return false;
      tallies.set(tally.watchId, copyOf(tally));
      return true;
    },
  };
}

/** Seen values in memory. */
export function memorySeenValues(): SeenValues {
  const seen = new Map<string, { fingerprint: string; until: Instant }>();
  return {
    isFirst: async ({ watchId, of, value, fingerprint, now, until }) => {
      const key = JSON.stringify([watchId, of, value]);
      const held = seen.get(key);
      const first = held && held.until >= now ? held.fingerprint : fingerprint;
      seen.set(key, { fingerprint: first, until });
      return first === fingerprint;
    },
  };
}

import type { Instant } from '../../shared/domain/time/instant.ts';
import type { HourlyCounts } from '../../shared/domain/counting/hourly-counts.ts';
import type { HourlyCountsStore } from '../../shared/use-cases/ports/counting.ts';
import type { SeenValues } from '../../shared/use-cases/ports/findings.ts';
import { copyOf } from './copy-of.ts';

/** Hourly counts in memory. */
export function memoryHourlyCounts() {
  const countStore = new Map<string, HourlyCounts>();
  const port: HourlyCountsStore = {
    get: async (watchId) => copyOf(countStore.get(watchId)),
    put: async (hourlyCounts, before) => {
      const held = countStore.get(hourlyCounts.watchId);
      if (held?.readAt !== before?.readAt || held?.until !== before?.until) return false;
      countStore.set(hourlyCounts.watchId, copyOf(hourlyCounts));
      return true;
    },
  };
  return { ...port, held: countStore };
}

/** Seen values in memory. */
export function memorySeenValues() {
  const seen = new Map<string, { fingerprint: string; until: Instant }>();
  const port: SeenValues = {
    isFirst: async ({ watchId, of, value, fingerprint, now, until }) => {
      const key = JSON.stringify([watchId, of, value]);
      const held = seen.get(key);
      const first = held && held.until >= now ? held.fingerprint : fingerprint;
      seen.set(key, { fingerprint: first, until });
      return first === fingerprint;
    },
  };
  return { ...port, held: seen };
}

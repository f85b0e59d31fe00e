import { type Extraction, hasEnded } from '../../shared/domain/extraction/extraction.ts';
import { OVERDUE } from '../../shared/domain/extraction/extraction-times.ts';
import { dayOf } from '../../shared/domain/time/instant.ts';
import type { Extractions } from '../../shared/use-cases/ports/extraction.ts';
import { copyOf } from './copy-of.ts';

/** Extractions in memory. */
export function memoryExtractions() {
  const extractions = new Map<string, Extraction>();
  const claims = new Map<string, string>();
  const port: Extractions = {
    put: async (extraction) => {
      if (extractions.has(extraction.id)) return false;
      extractions.set(extraction.id, copyOf(extraction));
      return true;
    },
    get: async (id) => copyOf(extractions.get(id)),
    move: async (from, change) => {
      if (extractions.get(from.id)?.revision !== from.revision) return undefined;
      const next = { ...from, ...change, revision: from.revision + 1 };
      extractions.set(from.id, copyOf(next));
      return next;
    },
    overdue: async (now, limit) =>
      copyOf(
        [...extractions.values()]
          .filter(({ state, dueAt }) => !hasEnded(state) && dueAt + OVERDUE <= now)
          .toSorted((a, b) => a.dueAt - b.dueAt)
          .slice(0, limit),
      ),
    madeOn: async (day, limit) =>
      copyOf(
        [...extractions.values()]
          .filter(({ createdAt }) => dayOf(createdAt) === day)
          .toSorted((a, b) => b.createdAt - a.createdAt)
          .slice(0, limit),
      ),
    claim: async (upstreamId, { extractionId }) => {
      const holder = claims.get(upstreamId) ?? extractionId;
      claims.set(upstreamId, holder);
      return holder === extractionId;
    },
  };
  return { ...port, held: { extractions, claims } };
}

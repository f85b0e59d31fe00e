import type { Drill, DrillConfirmation, DrillResult } from '../../../shared/domain/channels/drill.ts';
import type { Drills } from '../../../shared/use-cases/ports/drill/drills.ts';
import { copyOf } from '../copy-of.ts';

/** Drills in memory. */
export function memoryDrills(): Drills {
  const drills = new Map<string, Drill>();
  const results = new Map<string, DrillResult>();
  const confirmations = new Map<string, DrillConfirmation>();
  const of = <T>(all: ReadonlyMap<string, T>, id: string): T[] =>
    [...all]
      .filter(([key]) => key.startsWith(`${id}/`))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, one]) => copyOf(one));
  return {
    put: async (drill) => {
      if (!drills.has(drill.id)) drills.set(drill.id, copyOf(drill));
    },
    latest: async (limit) =>
      copyOf([...drills.values()].toSorted((a, b) => b.orderedAt - a.orderedAt).slice(0, limit)),
    read: async (id) => {
      const drill = drills.get(id);
      return (
        drill && { drill: copyOf(drill), results: of(results, id), confirmations: of(confirmations, id) }
      );
    },
    note: async (id, result) => void results.set(`${id}/${result.channel}/${result.by}`, copyOf(result)),
    confirm: async (id, one) =>
      void confirmations.set(`${id}/${one.at}/${one.channel}/${one.by}`, copyOf(one)),
  };
}

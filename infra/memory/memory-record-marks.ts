import type { RecordKey } from '../../shared/domain/findings/record-keys.ts';
import type { RecordKeys } from '../../shared/use-cases/ports/findings.ts';

/** Marks of records in memory. */
export function memoryRecordKeys() {
  const marks = new Map<string, RecordKey>();
  const keyOf = (watchId: string, id: string) => JSON.stringify([watchId, id]);
  const port: RecordKeys = {
    read: async (watchId, ids) => {
      const found = ids.flatMap((id) => marks.get(keyOf(watchId, id)) ?? []);
      return new Map(found.map((mark) => [mark.id, { ...mark }]));
    },
    claim: async (watchId, { expiresAt: _expiresAt, ...mark }) => {
      const held = marks.get(keyOf(watchId, mark.id)) ?? mark;
      marks.set(keyOf(watchId, mark.id), held);
      return { ...held };
    },
  };
  return { ...port, held: marks };
}

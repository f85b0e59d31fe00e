import * as z from 'zod';
import type { RecordKey } from '../../../domain/findings/record-keys.ts';
import type { RecordKeys } from '../../../use-cases/ports/findings.ts';
import { expiry, type Key, type Table } from '../table/table.ts';

const markSchema = z.object({
  id: z.string(),
  fingerprint: z.string(),
  extractionId: z.string(),
}) satisfies z.ZodType<RecordKey>;

/** What the records of a watch are recognised by, beside its findings. */
export function dynamoRecordKeys(table: Table): RecordKeys {
  return {
    async read(watchId, ids) {
      const keys = [...new Set(ids)].map((id) => keyOf(watchId, id));
      const marks = await table.getMany(keys, markSchema);
      return new Map(marks.map((mark) => [mark.id, mark]));
    },

    async claim(watchId, { expiresAt, ...mark }) {
      const key = keyOf(watchId, mark.id);
      if (await table.putIfAbsent({ ...mark, ...key, ...expiry(expiresAt) })) return mark;
      return (await table.get(key, markSchema)) ?? mark;
    },
  };
}

function keyOf(watchId: string, id: string): Key {
  return { pk: `WATCH#${watchId}`, sk: `MARK#${id}` };
}

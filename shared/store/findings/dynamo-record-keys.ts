import * as z from 'zod';
import type { RecordKey } from '../../domain/findings/record-keys.ts';
import type { RecordKeys } from '../../use-cases/ports/findings.ts';
import { ABSENT, expiry, type Key, type Table } from '../table.ts';

const recordKeySchema = z.object({
  id: z.string(),
  fingerprint: z.string(),
  extractionId: z.string(),
}) satisfies z.ZodType<RecordKey>;

/** Keys by which a watch recognises records that it has already seen. */
export function dynamoRecordKeys(table: Table): RecordKeys {
  return {
    async read(watchId, ids) {
      const keys = [...new Set(ids)].map((id) => keyOf(watchId, id));
      const found = await table.getMany(keys, recordKeySchema);
      return new Map(found.map((recordKey) => [recordKey.id, recordKey]));
    },

    async claim(watchId, { expiresAt, ...recordKey }) {
      const key = keyOf(watchId, recordKey.id);
      if (await table.putIf({ ...recordKey, ...key, ...expiry(expiresAt) }, ABSENT)) return recordKey;
      return (await table.get(key, recordKeySchema)) ?? recordKey;
    },
  };
}

function keyOf(watchId: string, id: string): Key {
  return { pk: `WATCH#${watchId}`, sk: `MARK#${id}` };
}

import * as z from 'zod';
import type { RecordKey } from '../../domain/findings/record-keys.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { ABSENT, expiry, type Key, type Table } from '../table.ts';

const recordKeySchema = z.object({
  id: z.string(),
  fingerprint: z.string(),
  extractionId: z.string(),
}) satisfies z.ZodType<RecordKey>;

/** What the records of a watch are recognised by. */
export function recordKeysIn(table: Table) {
  const keyOf = (watchId: string, id: string): Key => ({ pk: `WATCH#${watchId}`, sk: `RECORD#${id}` });
  return {
    /** Those of these keys that exist, by their ids. */
    async read(watchId: string, ids: readonly string[]): Promise<Map<string, RecordKey>> {
      const keys = [...new Set(ids)].map((id) => keyOf(watchId, id));
      const found = await table.getMany(keys, recordKeySchema);
      return new Map(found.map((recordKey) => [recordKey.id, recordKey]));
    },

    /** Puts a key if absent, and returns the stored one: this one, or the one that was first. */
    async claim(
      watchId: string,
      { expiresAt, ...recordKey }: RecordKey & { expiresAt: Instant },
    ): Promise<RecordKey> {
      const key = keyOf(watchId, recordKey.id);
      if (await table.putIf({ ...recordKey, ...key, ...expiry(expiresAt) }, ABSENT)) return recordKey;
      return (await table.get(key, recordKeySchema)) ?? recordKey;
    },
  };
}

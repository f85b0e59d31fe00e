import * as z from 'zod';
import type { RecordKey } from '../../domain/findings/revision.ts';
import { idOf } from '../../domain/lib/hash.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { ABSENT, expiry, type Key, PRESENT, type Table } from '../table.ts';

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

const seenSchema = z.object({ fingerprint: z.string() });

/**
 * Outlets, authors, countries and companies that a watch has found, one item per value. The key contains a hash,
 * because a value may have any length.
 */
export function seenValuesIn(table: Table) {
  return {
    /** The kind of value whose past values the watch has learned. */
    learned: async (watchId: string): Promise<string | undefined> =>
      (await table.get(learnedKey(watchId), learnedSchema))?.kind,

    noteLearned: (watchId: string, kind: string): Promise<void> =>
      table.put({ ...learnedKey(watchId), kind }),

    /**
     * Notes that a watch has found a value, and says whether this finding is the first that brought it. The same
     * finding may ask again and gets the same answer. What is not found again until `until` is forgotten.
     *
     * @param seen.of what kind of value it is.
     */
    async isFirst(seen: {
      watchId: string;
      of: string;
      value: string;
      fingerprint: string;
      now: Instant;
      until: Instant;
    }): Promise<boolean> {
      const { watchId, of, value, fingerprint, now, until } = seen;
      const key: Key = { pk: `WATCH#${watchId}`, sk: `SEEN#${of}#${idOf('seen', value)}` };
      const item = { watchId, of, fingerprint, until, ...expiry(until) };
      const isNew = await table.putIf({ ...key, ...item }, { anyOf: [ABSENT, { below: { until: now } }] });
      if (isNew) return true;
      const known = await table.update(key, { set: { until, ...expiry(until) }, when: PRESENT }, seenSchema);
      return known?.fingerprint === fingerprint;
    },
  };
}

const learnedSchema = z.object({ kind: z.string() });

function learnedKey(watchId: string): Key {
  return { pk: `WATCH#${watchId}`, sk: 'LEARNED' };
}

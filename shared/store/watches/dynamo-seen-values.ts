import * as z from 'zod';
import { idOf } from '../../domain/lib/hash.ts';
import type { SeenValues } from '../../use-cases/ports/findings.ts';
import { ABSENT, expiry, type Key, PRESENT, type Table } from '../table.ts';

const seenSchema = z.object({ fingerprint: z.string() });

/** The values that a watch has found, one item per value. The key contains a hash, because a value may have any length. */
export function dynamoSeenValues(table: Table): SeenValues {
  return {
    learned: async (watchId) => (await table.get(learnedKey(watchId), learnedSchema))?.kind,

    noteLearned: (watchId, kind) => table.put({ ...learnedKey(watchId), kind }),

    async isFirst({ watchId, of, value, fingerprint, now, until }) {
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

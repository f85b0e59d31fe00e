import * as z from 'zod';
import type { QuarantinedItem } from '../../domain/findings/quarantine.ts';
import { isoOf } from '../../domain/time/instant.ts';
import type { Quarantine } from '../../use-cases/ports/findings.ts';
import { ABSENT, expiry, type Key, PRESENT, type Table } from '../table.ts';
import { serviceSchema } from './finding-item.ts';

const PREFIX = 'QUARANTINE#';
const keySchema = z.object({ sk: z.string() });
const expirySchema = z.object({ expiresAt: z.number() });

/** A quarantined item as it is stored. */
const quarantinedItemSchema = z.object({
  watchId: z.string(),
  id: z.string(),
  service: serviceSchema,
  reason: z.string(),
  raw: z.string(),
  cutFrom: z.number().optional(),
  times: z.number(),
  firstAt: z.number(),
  lastAt: z.number(),
  expiresAt: z.number(),
}) satisfies z.ZodType<QuarantinedItem>;

/** Quarantined items of a watch, in the index of time by when they first came. */
export function dynamoQuarantine(table: Table): Quarantine {
  return {
    async known(watchId, ids) {
      const keys = ids.map((id) => keyOf(watchId, id));
      const items = await table.getMany(keys, keySchema, { fields: ['sk'] });
      return new Set(items.map(({ sk }) => sk.slice(PREFIX.length)));
    },

    async put(item) {
      const { watchId, id, firstAt, expiresAt } = item;
      const index = { timePk: `${PREFIX}${watchId}`, timeSk: `${isoOf(firstAt)}#${id}` };
      await table.putIf({ ...keyOf(watchId, id), ...item, ...expiry(expiresAt), ...index }, ABSENT);
    },

    async comesAgain({ watchId, id, lastAt, expiresAt }) {
      await table.change(keyOf(watchId, id), {
        set: { lastAt, expiresAt, ...expiry(expiresAt) },
        add: { times: 1 },
        when: PRESENT,
      });
    },

    async latest(watchId, { limit, now }) {
      const query = { index: 'time', partition: `${PREFIX}${watchId}`, limit, newestFirst: true } as const;
      const items = await table.query(query, quarantinedItemSchema);
      return items.filter(({ expiresAt }) => expiresAt > now);
    },

    async count(watchId, now) {
      let count = 0;
      const query = { partition: `WATCH#${watchId}`, prefix: PREFIX, fields: ['expiresAt'] };
      for await (const items of table.pages(query, expirySchema)) {
        count += items.filter(({ expiresAt }) => expiresAt > now).length;
      }
      return count;
    },
  };
}

function keyOf(watchId: string, id: string): Key {
  return { pk: `WATCH#${watchId}`, sk: `${PREFIX}${id}` };
}

import * as z from 'zod';
import { serviceSchema } from './finding-item.ts';
import type { QuarantinedItem } from '../../domain/findings/quarantine.ts';
import { type Instant, isoOf } from '../../domain/time/instant.ts';
import { ABSENT, expiry, type Key, PRESENT, type Table } from '../table.ts';

const QUARANTINE = 'QUARANTINE#';
/** All watches share a partition of the index: there are few items, and their number is asked for of all at once. */
const OF_ALL = 'QUARANTINE';

const keySchema = z.object({ sk: z.string() });

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

/**
 * Items of services that cannot be read, stored or decided, each once. In the index of time they are by their watch and
 * by when they first came.
 */
export function quarantineIn(table: Table) {
  const keyOf = (watchId: string, id: string): Key => ({ pk: `WATCH#${watchId}`, sk: QUARANTINE + id });
  return {
    /** Which of these items of a watch are in quarantine, by their ids. One read for each hundred. */
    async known(watchId: string, ids: readonly string[]): Promise<Set<string>> {
      const keys = ids.map((id) => keyOf(watchId, id));
      const items = await table.getMany(keys, keySchema, { fields: ['sk'] });
      return new Set(items.map(({ sk }) => sk.slice(QUARANTINE.length)));
    },

    /** Puts an item if absent. */
    async put(item: QuarantinedItem): Promise<void> {
      const { watchId, id, firstAt, expiresAt } = item;
      const index = { timePk: OF_ALL, timeSk: `${watchId}#${isoOf(firstAt)}#${id}` };
      await table.putIf({ ...keyOf(watchId, id), ...item, ...expiry(expiresAt), ...index }, ABSENT);
    },

    /** Records that a known item came again. */
    async comesAgain({ watchId, id, lastAt, expiresAt }: QuarantinedItem): Promise<void> {
      const set = { lastAt, expiresAt, ...expiry(expiresAt) };
      await table.change(keyOf(watchId, id), { set, add: { times: 1 }, when: PRESENT });
    },

    /** The items of a watch that have not expired, by when they first came, the latest first. */
    async latest(
      watchId: string,
      { limit, now }: { limit: number; now: Instant },
    ): Promise<QuarantinedItem[]> {
      const of = { index: 'time', partition: OF_ALL, prefix: `${watchId}#` } as const;
      const query = { ...of, limit, newestFirst: true };
      const items = await table.query(query, quarantinedItemSchema);
      return items.filter(({ expiresAt }) => expiresAt > now);
    },

    /** How many items have not expired, by their watch; those of one watch, or of all. Watches without are left out. */
    async counts(now: Instant, watchId?: string): Promise<Map<string, number>> {
      const of = { index: 'time', partition: OF_ALL, fields: ['watchId', 'expiresAt'] } as const;
      const query = watchId === undefined ? of : { ...of, prefix: `${watchId}#` };
      const items = await table.query(query, quarantinedItemSchema.pick({ watchId: true, expiresAt: true }));
      const valid = items.filter(({ expiresAt }) => expiresAt > now);
      return new Map([...Map.groupBy(valid, (one) => one.watchId)].map(([id, all]) => [id, all.length]));
    },
  };
}

export type Quarantine = ReturnType<typeof quarantineIn>;

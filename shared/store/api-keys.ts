import * as z from 'zod';
import { type ApiKey, isLive } from '../domain/pages/api-key.ts';
import { ROLES } from '../domain/pages/viewer.ts';
import { type Instant, MINUTE } from '../domain/time/instant.ts';
import { ABSENT, type Key, PRESENT, type Table } from './table.ts';

const KEYS = 'APIKEYS';

const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  brands: z.union([z.literal('all'), z.array(z.string())]),
  hash: z.string(),
  perMinute: z.number(),
  madeAt: z.number(),
  revokedAt: z.number().optional(),
  minute: z.number(),
  left: z.number(),
}) satisfies z.ZodType<ApiKey>;

/** Keys of the API, revoked ones among them. */
export function apiKeysIn(table: Table) {
  const keyOf = (id: string): Key => ({ pk: KEYS, sk: id });
  return {
    /** False: there is one with this id. */
    put: (key: ApiKey): Promise<boolean> => table.putIf({ ...keyOf(key.id), ...key }, ABSENT),

    all: (): Promise<ApiKey[]> => table.query({ partition: KEYS }, apiKeySchema),

    /** From now on it is refused. Returns the key; undefined if there is none with this id. */
    revoke: (id: string, revokedAt: Instant): Promise<ApiKey | undefined> =>
      table.update(keyOf(id), { set: { revokedAt }, when: PRESENT }, apiKeySchema),

    /**
     * Counts a call by a key. Mostly one write says all: that the key is valid, and has calls left in this minute.
     * Returns the key, `spent` without a call left, undefined where no such key is valid.
     */
    async take(
      { id, hash }: Pick<ApiKey, 'id' | 'hash'>,
      now: Instant,
    ): Promise<ApiKey | 'spent' | undefined> {
      const minute = Math.floor(now / MINUTE);
      const valid = { hash, revokedAt: undefined };
      const count = () =>
        table.update(
          keyOf(id),
          { add: { left: -1 }, when: { is: { ...valid, minute }, not: { below: { left: 1 } } } },
          apiKeySchema,
        );
      const counted = await count();
      if (counted) return counted;
      const known = await table.get(keyOf(id), apiKeySchema);
      if (!known || !isLive(known, hash)) return undefined;
      if (known.minute === minute) return 'spent';
      // The first call of a minute. Where another one was faster, this is its second.
      const begin = {
        set: { minute, left: known.perMinute - 1 },
        when: { is: { ...valid, minute: known.minute } },
      };
      return (await table.update(keyOf(id), begin, apiKeySchema)) ?? (await count()) ?? 'spent';
    },
  };
}

import type { TableClient } from './table-client.ts';
import { SYSTEM_WAITS, type Waits, waitToRetry } from './waits.ts';
import type { WireItem } from './wire-values.ts';

/** The most keys of a request. */
const MOST_KEYS = 100;
/** After so many answers without a single item the table is too busy: 9 waits, at most 12 seconds together. */
const MOST_TRIES = 10;

/**
 * Reads items by their keys, 100 a request. DynamoDB gives back the keys that it did not process. They are asked for again,
 * after a random part of a span that doubles as long as nothing comes (Amazon DynamoDB API Reference, "BatchGetItem").
 *
 * @param how which attributes to read, and how consistently, in the words of the request.
 * @throws when the table processes no key of a request for as long as `MOST_TRIES` allows.
 */
export async function* batchGet(
  client: TableClient,
  { table, keys, how }: { table: string; keys: readonly WireItem[]; how: object },
  waits: Waits = SYSTEM_WAITS,
): AsyncGenerator<readonly WireItem[], void, undefined> {
  // DynamoDB refuses a request that names an item twice (Amazon DynamoDB API Reference, "BatchGetItem").
  const open = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
  let tries = 0;
  while (open.length > 0) {
    const part = open.splice(0, MOST_KEYS);
    const answer = await client.request('BatchGetItem', {
      RequestItems: { [table]: { Keys: part, ...how } },
    });
    yield answer.Responses?.[table] ?? [];
    const left = answer.UnprocessedKeys?.[table]?.Keys ?? [];
    open.unshift(...left);
    tries = left.length < part.length ? 0 : tries + 1;
    if (tries >= MOST_TRIES) {
      throw new Error(`The table ${table} processed none of ${left.length} keys in ${tries} tries.`);
    }
    if (left.length > 0) await waitToRetry(tries, waits);
  }
}

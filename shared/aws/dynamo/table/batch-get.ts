import { setTimeout as pause } from 'node:timers/promises';
import { type AttributeValue, BatchGetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SECOND } from '../../../domain/time/instant.ts';

type StoredItem = Record<string, AttributeValue>;

/** How a read waits before it asks for the rest. */
export interface Waits {
  sleep: (milliseconds: number) => Promise<void>;
  /** At least 0, below 1. */
  random: () => number;
}

export const SYSTEM_WAITS: Waits = { sleep: (milliseconds) => pause(milliseconds), random: Math.random };

/** The most keys of a request. */
const MOST_KEYS = 100;
const FIRST_WAIT = 50;
const LONGEST_WAIT = 2 * SECOND;
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
  client: DynamoDBClient,
  { table, keys, how }: { table: string; keys: readonly StoredItem[]; how: object },
  waits: Waits = SYSTEM_WAITS,
): AsyncGenerator<StoredItem[], void, undefined> {
  // DynamoDB refuses a request that names an item twice (Amazon DynamoDB API Reference, "BatchGetItem").
  const open = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
  let tries = 0;
  while (open.length > 0) {
    const part = open.splice(0, MOST_KEYS);
    const answer = await client.send(
      new BatchGetItemCommand({
        RequestItems: { [table]: { Keys: part, ...how } },
      }),
    );
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

/** Waits a random part of a span that doubles with each try that brought nothing. */
export async function waitToRetry(tries: number, { sleep, random }: Waits): Promise<void> {
  await sleep(random() * Math.min(FIRST_WAIT * 2 ** tries, LONGEST_WAIT));
}

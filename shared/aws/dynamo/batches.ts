import { setTimeout as pause } from 'node:timers/promises';
import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type DynamoDBClient,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { SECOND } from '../../domain/time/instant.ts';

type StoredItem = Record<string, AttributeValue>;

/** How a batch waits before it asks for the rest. */
export interface Waits {
  sleep: (milliseconds: number) => Promise<void>;
  /** At least 0, below 1. */
  random: () => number;
}

const SYSTEM_WAITS: Waits = { sleep: (milliseconds) => pause(milliseconds), random: Math.random };

/** The most keys of a request. */
const MOST_KEYS = 100;
/** The most items of a request. */
const MOST_ITEMS = 25;
/** So many requests put items at once: 100 items a part. More of them only meet the throttling of a busy table. */
const PUTS_AT_ONCE = 4;

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

/**
 * Deletes items by their keys, 25 a request, one request after the other. An item that does not exist counts as deleted, so
 * that a repeat succeeds. A key may be named once.
 *
 * @throws when the table processes no item of a request for as long as `MOST_TRIES` allows.
 */
export async function batchDelete(
  client: DynamoDBClient,
  { table, keys }: { table: string; keys: readonly StoredItem[] },
  waits?: Waits,
): Promise<void> {
  const open = keys.map((Key) => ({ DeleteRequest: { Key } }));
  await writeAll(client, { table, open, did: 'deleted' }, waits);
}

/**
 * Puts items in place of what there is, 25 a request, `PUTS_AT_ONCE` requests at a time. A key may be named once. Who dies in
 * between has put some of the items, in no order.
 *
 * @throws when the table processes no item of a request for as long as `MOST_TRIES` allows, after all requests have ended.
 */
export async function batchPut(
  client: DynamoDBClient,
  { table, items }: { table: string; items: readonly StoredItem[] },
  waits?: Waits,
): Promise<void> {
  const open = items.map((Item) => ({ PutRequest: { Item } }));
  const writers = Array.from({ length: Math.min(PUTS_AT_ONCE, Math.ceil(open.length / MOST_ITEMS)) });
  await inParallel(writers, () => writeAll(client, { table, open, did: 'put' }, waits));
}

/**
 * Takes requests from `open` until there are none. DynamoDB gives back those that it did not process. They are sent again,
 * after a random part of a span that doubles as long as nothing is processed (Amazon DynamoDB API Reference, "BatchWriteItem").
 * Others may take from the same list. After an error nobody finds anything left there.
 */
async function writeAll(
  client: DynamoDBClient,
  { table, open, did }: { table: string; open: WriteRequest[]; did: string },
  waits: Waits = SYSTEM_WAITS,
): Promise<void> {
  let tries = 0;
  try {
    while (open.length > 0) {
      const part = open.splice(0, MOST_ITEMS);
      const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: part } }));
      const left = answer.UnprocessedItems?.[table] ?? [];
      open.unshift(...left);
      tries = left.length < part.length ? 0 : tries + 1;
      if (tries >= MOST_TRIES)
        throw new Error(`The table ${table} ${did} none of ${left.length} items in ${tries} tries.`);
      if (left.length > 0) await waitToRetry(tries, waits);
    }
  } finally {
    open.length = 0;
  }
}

/** Waits a random part of a span that doubles with each try that brought nothing. */
async function waitToRetry(tries: number, { sleep, random }: Waits): Promise<void> {
  await sleep(random() * Math.min(FIRST_WAIT * 2 ** tries, LONGEST_WAIT));
}

import { setTimeout as pause } from 'node:timers/promises';
import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  DynamoDBServiceException,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandOutput,
  UpdateItemCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type * as z from 'zod';
import { TABLE } from '../../contracts/names.ts';
import { parseAs } from '../../contracts/parse-as.ts';
import { UnstorableError } from '../../domain/lib/errors.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { SECOND } from '../../domain/time/instant.ts';
import type { Change, Item, Key, Query, Table } from '../../store/table.ts';
import { boundedRequests, undefinedOn } from '../bounded-requests.ts';
import {
  changeInput,
  conditionInput,
  projectionInput,
  queryInput,
  wireItem,
  wireKey,
} from './expressions.ts';

/**
 * DynamoDB refuses writes to a partition that took 1,000 units within a second (DynamoDB Developer Guide, "Best
 * practices for designing and using partition keys effectively"). All items of a watch are in one partition, and a
 * large run writes that fast. The three tries of the SDK then end within two seconds, and the run would fail. Eight
 * last up to 50 seconds.
 */
const MOST_TRIES = 8;

/** The client of the table in functions: its requests end in time, and it waits while a partition is busy. */
export function tableClient(settings: DynamoDBClientConfig = {}): DynamoDBClient {
  return new DynamoDBClient({ ...boundedRequests(), maxAttempts: MOST_TRIES, ...settings });
}

/** So many items that an index lists are read together. */
const LISTED = 100;
/** What an index holds. */
const KEY_FIELDS: ReadonlySet<string> = new Set(
  [TABLE, TABLE.work, TABLE.time].flatMap(({ partition, sort }) => [partition, sort]),
);

type Listed = ReturnType<typeof unmarshall>;

function idOf({ pk, sk }: Listed): string {
  return `${pk}\n${sk}`;
}

/** The table in DynamoDB. */
export function dynamoTable(client: DynamoDBClient, name: string, waits?: Waits): Table {
  const put = (item: Item, condition = {}) =>
    client.send(new PutItemCommand({ TableName: name, Item: wireItem(item), ...condition }));
  const remove = (key: Key, condition = {}) =>
    client.send(new DeleteItemCommand({ TableName: name, Key: wireKey(key), ...condition }));
  const update = (key: Key, change: Change, how = {}) =>
    client.send(
      new UpdateItemCommand({ TableName: name, Key: wireKey(key), ...changeInput(change), ...how }),
    );

  /** The items that an index lists, in its order. What is not there any more is left out. */
  async function readListed(listed: readonly Listed[], fields?: readonly string[]) {
    const read = new Map<string, object>();
    const how = { ConsistentRead: false, ...projectionInput(fields && ['pk', 'sk', ...fields]) };
    const keys = listed.map(({ pk, sk }) => wireKey({ pk, sk }));
    for await (const items of batchGet(client, { table: name, keys, how }, waits))
      for (const item of items.map((one) => unmarshall(one))) read.set(idOf(item), item);
    return listed.flatMap((one) => read.get(idOf(one)) ?? []);
  }

  async function* pages<S extends z.ZodType>(query: Query, schema: S) {
    const isListed = query.index !== undefined && !query.fields?.every((field) => KEY_FIELDS.has(field));
    let left = query.limit ?? Infinity;
    let start: QueryCommandOutput['LastEvaluatedKey'];
    do {
      const most = isListed ? Math.min(left, LISTED) : left;
      const input = {
        TableName: name,
        ...queryInput(isListed ? { ...query, fields: undefined } : query),
        Limit: most === Infinity ? undefined : most,
      };
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({ ...input, ExclusiveStartKey: start }),
      );
      const items = Items.map((item) => unmarshall(item));
      const found = isListed ? await readListed(items, query.fields) : items;
      yield found.map((item) => parseAs(schema, item));
      left -= Items.length;
      start = LastEvaluatedKey;
    } while (start && left > 0);
  }

  return {
    async get(key, schema) {
      const answer = await client.send(
        new GetItemCommand({ TableName: name, Key: wireKey(key), ConsistentRead: true }),
      );
      return answer.Item && parseAs(schema, unmarshall(answer.Item));
    },

    async getMany(keys, schema, { fields, lag = false } = {}) {
      const found: z.output<typeof schema>[] = [];
      const asked = {
        table: name,
        keys: keys.map(wireKey),
        how: { ConsistentRead: !lag, ...projectionInput(fields) },
      };
      for await (const items of batchGet(client, asked, waits))
        for (const item of items) found.push(parseAs(schema, unmarshall(item)));
      return found;
    },

    async query(query, schema) {
      const found: z.output<typeof schema>[] = [];
      for await (const page of pages(query, schema)) found.push(...page);
      return found.slice(0, query.limit);
    },

    pages,

    async put(item) {
      await orUnstorable(put(item));
    },

    putIf: async (item, when) => succeeds(put(item, conditionInput(when))),

    async putMany(items) {
      await orUnstorable(batchPut(client, { table: name, items: items.map(wireItem) }, waits));
    },

    change: async (key, change) => succeeds(update(key, change)),

    async update(key, change, schema) {
      const answer = await undefinedOn(
        ConditionalCheckFailedException,
        orUnstorable(update(key, change, { ReturnValues: 'ALL_NEW' })),
      );
      return answer?.Attributes && parseAs(schema, unmarshall(answer.Attributes));
    },

    async remove(key) {
      await remove(key);
    },

    removeIf: async (key, when) => succeeds(remove(key, conditionInput(when))),

    async removeMany(keys) {
      await batchDelete(client, { table: name, keys: keys.map(wireKey) }, waits);
    },
  };
}

/** True when a conditional write succeeded, false when its condition failed. */
async function succeeds(write: Promise<unknown>): Promise<boolean> {
  return (await undefinedOn(ConditionalCheckFailedException, orUnstorable(write))) !== undefined;
}

/** The errors with which DynamoDB refuses a request for its content (DynamoDB, error handling). */
const ABOUT_CONTENT = ['ValidationException', 'SerializationException'];

/**
 * The answer to a write.
 *
 * @throws UnstorableError when DynamoDB refuses the content, such as an item of more than 400 KB. Other errors as they
 * are.
 */
async function orUnstorable<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof DynamoDBServiceException && ABOUT_CONTENT.includes(error.name))
      throw new UnstorableError(error.message, { cause: error });
    throw error;
  }
}

type StoredItem = Record<string, AttributeValue>;

/** How a batch waits before it asks for the rest. */
interface Waits {
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
const MOST_BATCH_TRIES = 10;

/**
 * Reads items by their keys, 100 a request. DynamoDB gives back the keys that it did not process. They are asked for
 * again, after a random part of a span that doubles as long as nothing comes (Amazon DynamoDB API Reference,
 * "BatchGetItem").
 *
 * @param how which attributes to read, and how consistently, in the words of the request.
 * @throws when the table processes no key of a request for as long as `MOST_BATCH_TRIES` allows.
 */
async function* batchGet(
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
    if (tries >= MOST_BATCH_TRIES) {
      throw new Error(`The table ${table} processed none of ${left.length} keys in ${tries} tries.`);
    }
    if (left.length > 0) await waitToRetry(tries, waits);
  }
}

/**
 * Deletes items by their keys, 25 a request, one request after the other. An item that does not exist counts as
 * deleted, so that a repeat succeeds. A key may be named once.
 *
 * @throws when the table processes no item of a request for as long as `MOST_BATCH_TRIES` allows.
 */
async function batchDelete(
  client: DynamoDBClient,
  { table, keys }: { table: string; keys: readonly StoredItem[] },
  waits?: Waits,
): Promise<void> {
  const open = keys.map((Key) => ({ DeleteRequest: { Key } }));
  await writeAll(client, { table, open, did: 'deleted' }, waits);
}

/**
 * Puts items in place of what there is, 25 a request, `PUTS_AT_ONCE` requests at a time. A key may be named once. Who
 * dies in between has put some of the items, in no order.
 *
 * @throws when the table processes no item of a request for as long as `MOST_BATCH_TRIES` allows, after all requests
 * have ended.
 */
async function batchPut(
  client: DynamoDBClient,
  { table, items }: { table: string; items: readonly StoredItem[] },
  waits?: Waits,
): Promise<void> {
  const open = items.map((Item) => ({ PutRequest: { Item } }));
  const writers = Array.from({ length: Math.min(PUTS_AT_ONCE, Math.ceil(open.length / MOST_ITEMS)) });
  await inParallel(writers, () => writeAll(client, { table, open, did: 'put' }, waits));
}

/**
 * Takes requests from `open` until there are none. DynamoDB gives back those that it did not process. They are sent
 * again, after a random part of a span that doubles as long as nothing is processed (Amazon DynamoDB API Reference,
 * "BatchWriteItem"). Others may take from the same list. After an error nobody finds anything left there.
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
      if (tries >= MOST_BATCH_TRIES)
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

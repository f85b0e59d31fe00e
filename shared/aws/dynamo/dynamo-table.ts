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

  /** @param how which attributes to read, and how consistently, in the words of the request. */
  async function batchGet(keys: readonly StoredItem[], how: object): Promise<Listed[]> {
    const found: Listed[] = [];
    const ask = async (Keys: StoredItem[]) => {
      const command = new BatchGetItemCommand({ RequestItems: { [name]: { Keys, ...how } } });
      const { Responses, UnprocessedKeys } = await client.send(command);
      found.push(...(Responses?.[name] ?? []).map((item) => unmarshall(item)));
      return UnprocessedKeys?.[name]?.Keys ?? [];
    };
    // DynamoDB refuses a request that names an item twice.
    const open = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
    await doAll(open, { most: MOST_KEYS, did: 'read', ask }, waits);
    return found;
  }

  /** An item that does not exist counts as deleted, so that a repeat succeeds. */
  async function batchWrite(open: WriteRequest[], did: string): Promise<void> {
    const ask = async (part: WriteRequest[]) => {
      const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [name]: part } }));
      return answer.UnprocessedItems?.[name] ?? [];
    };
    await doAll(open, { most: MOST_ITEMS, did, ask }, waits);
  }

  /** The items that an index lists, in its order. What is not there any more is left out. */
  async function readListed(listed: readonly Listed[], fields?: readonly string[]) {
    const read = new Map<string, object>();
    const how = { ConsistentRead: false, ...projectionInput(fields && ['pk', 'sk', ...fields]) };
    const keys = listed.map(({ pk, sk }) => wireKey({ pk, sk }));
    for (const item of await batchGet(keys, how)) read.set(idOf(item), item);
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
      const how = { ConsistentRead: !lag, ...projectionInput(fields) };
      return (await batchGet(keys.map(wireKey), how)).map((item) => parseAs(schema, item));
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
      const open = items.map((item) => ({ PutRequest: { Item: wireItem(item) } }));
      const writers = Array.from({ length: Math.min(PUTS_AT_ONCE, Math.ceil(open.length / MOST_ITEMS)) });
      await orUnstorable(inParallel(writers, () => batchWrite(open, 'put')));
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
      await batchWrite(
        keys.map((key) => ({ DeleteRequest: { Key: wireKey(key) } })),
        'deleted',
      );
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
 * Takes parts from `open` until there is nothing left. `ask` gives back what DynamoDB did not process of a part. That is
 * asked again, after a random part of a span that doubles as long as nothing is processed (Amazon DynamoDB API
 * Reference, "BatchGetItem" and "BatchWriteItem"). Others may take from the same list. After an error nobody finds
 * anything left there.
 *
 * @param batch.did what is done with them, for the error.
 * @throws when nothing of a part is processed for as long as `MOST_BATCH_TRIES` allows.
 */
async function doAll<T>(
  open: T[],
  { most, did, ask }: { most: number; did: string; ask: (part: T[]) => Promise<readonly T[]> },
  { sleep, random }: Waits = SYSTEM_WAITS,
): Promise<void> {
  let tries = 0;
  try {
    while (open.length > 0) {
      const part = open.splice(0, most);
      const left = await ask(part);
      open.unshift(...left);
      tries = left.length < part.length ? 0 : tries + 1;
      if (tries >= MOST_BATCH_TRIES)
        throw new Error(`The table ${did} none of ${left.length} items in ${tries} tries.`);
      if (left.length > 0) await sleep(random() * Math.min(FIRST_WAIT * 2 ** tries, LONGEST_WAIT));
    }
  } finally {
    open.length = 0;
  }
}

import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  DynamoDBServiceException,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandOutput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type * as z from 'zod';
import { TABLE } from '../../contracts/names.ts';
import { parseAs } from '../../contracts/parse-as.ts';
import { UnstorableError } from '../../domain/lib/errors.ts';
import type { Change, Item, Key, Query, Table } from '../../store/table.ts';
import { undefinedOn } from '../bounded-requests.ts';
import { batchDelete, batchGet, batchPut, type Waits } from './batches.ts';
import {
  changeInput,
  conditionInput,
  projectionInput,
  queryInput,
  wireItem,
  wireKey,
} from './expressions.ts';

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
  // It copies each request and answer for a log that we do not keep: a fifth of the time of a read.
  client.middlewareStack.remove('loggerMiddleware');
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
 * @throws UnstorableError when DynamoDB refuses the content, such as an item of more than 400 KB. Other errors as they are.
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

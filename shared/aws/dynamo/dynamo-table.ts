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

  async function* pages<S extends z.ZodType>(query: Query, schema: S) {
    let left = query.limit ?? Infinity;
    let start: QueryCommandOutput['LastEvaluatedKey'];
    do {
      // DynamoDB counts items before it filters: a page of one item would mostly be empty.
      const isWhole = query.filter !== undefined || left === Infinity;
      const input = { TableName: name, ...queryInput(query), Limit: isWhole ? undefined : left };
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({ ...input, ExclusiveStartKey: start }),
      );
      yield Items.map((item) => parseAs(schema, unmarshall(item)));
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

import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandOutput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type * as z from 'zod';
import { parseAs } from '../../../contracts/parse-as.ts';
import { TABLE } from '../../../contracts/names.ts';
import { SECOND, type Instant } from '../../../domain/time/instant.ts';
import { undefinedOn } from '../../undefined-on.ts';
import { batchGet, type Waits } from './batch-get.ts';
import { batchDelete, batchPut } from './batch-write.ts';
import { marshalled, orUnstorable } from './storable.ts';
import { projection, type Query, queryInput } from './query-input.ts';
import { type Update, updateExpression } from './update-expression.ts';
import { wireKey } from './wire-key.ts';

/** Keys of one item. */
export interface Key {
  pk: string;
  sk: string;
}

/** An item to write: its keys, its index keys and its fields. Undefined fields are left out. */
export type Item = Key & Readonly<Record<string, unknown>>;

/**
 * The one table: conditional writes of single items, no Scan. Every read is parsed by its schema. Reads of the table
 * itself are strongly consistent. Every item has the attribute `v`. A write that DynamoDB can never take throws an
 * UnstorableError.
 */
export function openTable(client: DynamoDBClient, name: string, waits?: Waits) {
  // It copies each request and answer for a log that we do not keep: a fifth of the time of a read.
  client.middlewareStack.remove('loggerMiddleware');
  return {
    /** Reads one item, or undefined. */
    async get<S extends z.ZodType>(key: Key, schema: S): Promise<z.output<S> | undefined> {
      const answer = await client.send(
        new GetItemCommand({ TableName: name, Key: wireKey(key), ConsistentRead: true }),
      );
      return answer.Item && parseAs(schema, unmarshall(answer.Item));
    },

    /**
     * Reads many items by key, 100 per call. Missing items are left out. The order is not kept.
     *
     * @param how.lag what was written in the last moments may be missing, as in an index, for half the price.
     */
    async getMany<S extends z.ZodType>(
      keys: readonly Key[],
      schema: S,
      { fields, lag = false }: { fields?: readonly string[]; lag?: boolean } = {},
    ): Promise<z.output<S>[]> {
      const found: z.output<S>[] = [];
      const asked = {
        table: name,
        keys: keys.map(wireKey),
        how: { ConsistentRead: !lag, ...projection(fields) },
      };
      for await (const items of batchGet(client, asked, waits)) {
        for (const item of items) found.push(parseAs(schema, unmarshall(item)));
      }
      return found;
    },

    /** Puts an item; false when one with its keys exists. */
    async putIfAbsent(item: Item): Promise<boolean> {
      return this.putIf(item, { condition: 'attribute_not_exists(pk)' });
    },

    async put(item: Item): Promise<void> {
      await orUnstorable(client.send(new PutItemCommand({ TableName: name, Item: written(item) })));
    },

    /** Puts many items, 25 per call, in place of what there is. A key may be named once. For items that nobody else writes. */
    async putMany(items: readonly Item[]): Promise<void> {
      await orUnstorable(batchPut(client, { table: name, items: items.map(written) }, waits));
    },

    /** Puts an item; false when the condition failed. */
    async putIf(
      item: Item,
      { condition, names, values }: Pick<Update, 'condition' | 'values' | 'names'>,
    ): Promise<boolean> {
      return succeeds(
        client.send(
          new PutItemCommand({
            TableName: name,
            Item: written(item),
            ConditionExpression: condition,
            ExpressionAttributeNames: names,
            ExpressionAttributeValues: values && marshall(values),
          }),
        ),
      );
    },

    /** Changes one item and returns its new state; undefined when the condition failed. */
    async update<S extends z.ZodType>(key: Key, update: Update, schema: S): Promise<z.output<S> | undefined> {
      const input = updateInput(update, { name, key });
      const answer = await undefinedOn(
        ConditionalCheckFailedException,
        orUnstorable(client.send(new UpdateItemCommand({ ...input, ReturnValues: 'ALL_NEW' }))),
      );
      return answer?.Attributes && parseAs(schema, unmarshall(answer.Attributes));
    },

    /** Changes one item; false when the condition failed. */
    async change(key: Key, update: Update): Promise<boolean> {
      return succeeds(client.send(new UpdateItemCommand(updateInput(update, { name, key }))));
    },

    async remove(key: Key): Promise<void> {
      await client.send(new DeleteItemCommand({ TableName: name, Key: wireKey(key) }));
    },

    /** Deletes many items, 25 per call. Those that do not exist are left out. A key may be named once. */
    async removeMany(keys: readonly Key[]): Promise<void> {
      await batchDelete(client, { table: name, keys: keys.map(wireKey) }, waits);
    },

    /** Deletes one item; false when the condition failed. */
    async removeIf(key: Key, condition: string, values: Readonly<Record<string, unknown>>): Promise<boolean> {
      const command = new DeleteItemCommand({
        TableName: name,
        Key: wireKey(key),
        ConditionExpression: condition,
        ExpressionAttributeValues: marshall(values),
      });
      return succeeds(client.send(command));
    },

    /** Reads a partition in order, page by page until `limit` items. Reads of an index may lag by moments. */
    async query<S extends z.ZodType>(query: Query, schema: S): Promise<z.output<S>[]> {
      const found: z.output<S>[] = [];
      for await (const page of this.pages(query, schema)) found.push(...page);
      return found.slice(0, query.limit);
    },

    /** Reads a partition in order, one page of at most 1 MB at a time, so that memory holds no more. Default: no limit. */
    async *pages<S extends z.ZodType>(
      { limit = Infinity, ...query }: Omit<Query, 'limit'> & Partial<Query>,
      schema: S,
    ): AsyncGenerator<z.output<S>[], void, undefined> {
      let left = limit;
      let start: QueryCommandOutput['LastEvaluatedKey'];
      do {
        // DynamoDB counts items before it filters: a page of one item would mostly be empty.
        const isWhole = query.filter !== undefined || left === Infinity;
        const input = { ...queryInput(query, name), Limit: isWhole ? undefined : left };
        const { Items = [], LastEvaluatedKey } = await client.send(
          new QueryCommand({ ...input, ExclusiveStartKey: start }),
        );
        yield Items.map((item) => parseAs(schema, unmarshall(item)));
        left -= Items.length;
        start = LastEvaluatedKey;
      } while (start && left > 0);
    },
  };
}

export type Table = ReturnType<typeof openTable>;

/** The time to live, in seconds. DynamoDB deletes late, so the code ignores expired items itself. */
export function expiry(at: Instant): Readonly<Record<string, number>> {
  return { [TABLE.expiry]: Math.ceil(at / SECOND) };
}

function written(item: Item) {
  return marshalled({ ...item, v: 1 }, { removeUndefinedValues: true });
}

function updateInput(update: Update, { name, key }: { name: string; key: Key }) {
  const { expression, names, values } = updateExpression(update);
  return {
    TableName: name,
    Key: wireKey(key),
    UpdateExpression: expression,
    ConditionExpression: update.condition,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: marshalled(values, { removeUndefinedValues: true }),
  };
}

/** True when a conditional write succeeded, false when its condition failed. */
async function succeeds(write: Promise<unknown>): Promise<boolean> {
  return (await undefinedOn(ConditionalCheckFailedException, orUnstorable(write))) !== undefined;
}

import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type * as z from 'zod';
import { TABLE } from '../../../contracts/names.ts';
import { SECOND, type Instant } from '../../../domain/time/instant.ts';
import { type Update, updateExpression } from './update-expression.ts';

/** Keys of one item. */
export interface Key {
  pk: string;
  sk: string;
}

/** An item as it is written: its keys, the index keys it stands under, and its fields. Undefined fields are left out. */
export type Item = Key & Readonly<Record<string, unknown>>;

export interface Query {
  /** One of the sparse indexes; the table itself when left out. */
  index?: 'work' | 'time';
  partition: string;
  /** Sort keys from here on. */
  from?: string;
  /** Sort keys up to and with this. */
  upTo?: string;
  /** Sort keys that begin so. */
  prefix?: string;
  limit: number;
  newestFirst?: boolean;
}

/**
 * The one table. Single-item conditional writes only, no Scan; every read is parsed by the schema given with it, and
 * a read of the table itself is strongly consistent. Every item carries `v`.
 */
export function openTable(client: DynamoDBClient, name: string) {
  return {
    /** Reads one item, or undefined. */
    async get<S extends z.ZodType>(key: Key, schema: S): Promise<z.output<S> | undefined> {
      const answer = await client.send(
        new GetItemCommand({ TableName: name, Key: marshall(key), ConsistentRead: true }),
      );
      return answer.Item && schema.parse(unmarshall(answer.Item));
    },

    /** Reads many items by key, a hundred a call; those that are not there are left out, order is not kept. */
    async getMany<S extends z.ZodType>(
      keys: readonly Key[],
      schema: S,
      fields?: readonly string[],
    ): Promise<z.output<S>[]> {
      const found: z.output<S>[] = [];
      const open = keys.map((key) => marshall(key));
      while (open.length > 0) {
        const part = open.splice(0, 100);
        const answer = await client.send(
          new BatchGetItemCommand({
            RequestItems: { [name]: { Keys: part, ConsistentRead: true, ...projection(fields) } },
          }),
        );
        for (const item of answer.Responses?.[name] ?? []) found.push(schema.parse(unmarshall(item)));
        open.push(...(answer.UnprocessedKeys?.[name]?.Keys ?? []));
      }
      return found;
    },

    /** Puts an item if there is none with its keys; false when there is. */
    async putIfAbsent(item: Item): Promise<boolean> {
      return succeeds(
        client.send(
          new PutItemCommand({
            TableName: name,
            Item: written(item),
            ConditionExpression: 'attribute_not_exists(pk)',
          }),
        ),
      );
    },

    async put(item: Item): Promise<void> {
      await client.send(new PutItemCommand({ TableName: name, Item: written(item) }));
    },

    /** Puts an item under a condition; false when the condition failed. */
    async putIf(item: Item, condition: Pick<Update, 'condition' | 'values' | 'names'>): Promise<boolean> {
      return succeeds(
        client.send(
          new PutItemCommand({
            TableName: name,
            Item: written(item),
            ConditionExpression: condition.condition,
            ...(condition.names && { ExpressionAttributeNames: { ...condition.names } }),
            ...(condition.values && { ExpressionAttributeValues: marshall(condition.values) }),
          }),
        ),
      );
    },

    /** Changes one item; gives it back as it is then, or undefined when the condition failed. */
    async update<S extends z.ZodType>(key: Key, update: Update, schema: S): Promise<z.output<S> | undefined> {
      const input = updateInput(update, { name, key });
      const answer = await orUndefined(
        client.send(new UpdateItemCommand({ ...input, ReturnValues: 'ALL_NEW' })),
      );
      return answer?.Attributes && schema.parse(unmarshall(answer.Attributes));
    },

    /** Changes one item, without reading it back; false when the condition failed. */
    async change(key: Key, update: Update): Promise<boolean> {
      return succeeds(client.send(new UpdateItemCommand(updateInput(update, { name, key }))));
    },

    async remove(key: Key): Promise<void> {
      await client.send(new DeleteItemCommand({ TableName: name, Key: marshall(key) }));
    },

    /** Deletes under a condition; false when it failed. */
    async removeIf(key: Key, condition: string, values: Readonly<Record<string, unknown>>): Promise<boolean> {
      const command = new DeleteItemCommand({
        TableName: name,
        Key: marshall(key),
        ConditionExpression: condition,
        ExpressionAttributeValues: marshall(values),
      });
      return succeeds(client.send(command));
    },

    /** Reads a partition in order, page by page until `limit` items. Reads of an index may lag by moments. */
    async query<S extends z.ZodType>(query: Query, schema: S): Promise<z.output<S>[]> {
      const found: z.output<S>[] = [];
      let start: Record<string, unknown> | undefined;
      do {
        const answer = await client.send(
          new QueryCommand(queryInput(query, { name, left: query.limit - found.length, start })),
        );
        for (const item of answer.Items ?? []) found.push(schema.parse(unmarshall(item)));
        start = answer.LastEvaluatedKey && unmarshall(answer.LastEvaluatedKey);
      } while (start && found.length < query.limit);
      return found;
    },

    /** Reads a partition in order, one page of at most 1 MB at a time: no more than that is held. */
    async *pages<S extends z.ZodType>(
      query: Omit<Query, 'limit'>,
      schema: S,
    ): AsyncGenerator<z.output<S>[], void, undefined> {
      let start: Record<string, unknown> | undefined;
      do {
        const answer = await client.send(new QueryCommand(queryInput(query, { name, start })));
        yield (answer.Items ?? []).map((item) => schema.parse(unmarshall(item)));
        start = answer.LastEvaluatedKey && unmarshall(answer.LastEvaluatedKey);
      } while (start);
    },
  };
}

export type Table = ReturnType<typeof openTable>;

/** DynamoDB's time to live counts seconds. It only cleans up: what is expired is ignored by logic before it is gone. */
export function expiry(at: Instant): Readonly<Record<string, number>> {
  return { [TABLE.expiry]: Math.ceil(at / SECOND) };
}

function written(item: Item) {
  return marshall({ ...item, v: 1 }, { removeUndefinedValues: true });
}

function projection(fields: readonly string[] | undefined) {
  if (!fields) return {};
  return {
    ProjectionExpression: fields.map((_, index) => `#f${index}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(fields.map((field, index) => [`#f${index}`, field])),
  };
}

function queryInput(
  query: Omit<Query, 'limit'>,
  { name, left, start }: { name: string; left?: number; start: Record<string, unknown> | undefined },
) {
  const keys = query.index ? TABLE[query.index] : { partition: 'pk', sort: 'sk' };
  const values: Record<string, unknown> = { ':partition': query.partition };
  let condition = '#partition = :partition';
  if (query.prefix !== undefined) {
    condition += ' AND begins_with(#sort, :prefix)';
    values[':prefix'] = query.prefix;
  } else if (query.from !== undefined || query.upTo !== undefined) {
    condition += ' AND #sort BETWEEN :from AND :upTo';
    values[':from'] = query.from ?? ' ';
    values[':upTo'] = query.upTo ?? '\u{10FFFF}';
  }
  const usesSort = condition.includes('#sort');
  return {
    TableName: name,
    ...(query.index ? { IndexName: TABLE[query.index].index } : { ConsistentRead: true }),
    KeyConditionExpression: condition,
    ExpressionAttributeNames: { '#partition': keys.partition, ...(usesSort && { '#sort': keys.sort }) },
    ExpressionAttributeValues: marshall(values),
    ...(left !== undefined && { Limit: left }),
    ScanIndexForward: !query.newestFirst,
    ...(start && { ExclusiveStartKey: marshall(start) }),
  };
}

function updateInput(update: Update, { name, key }: { name: string; key: Key }) {
  const { expression, names, values } = updateExpression(update);
  return {
    TableName: name,
    Key: marshall(key),
    UpdateExpression: expression,
    ConditionExpression: update.condition,
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && {
      ExpressionAttributeValues: marshall(values, { removeUndefinedValues: true }),
    }),
  };
}

/** True when a conditional write went through, false when its condition failed; other errors are thrown. */
async function succeeds(write: Promise<unknown>): Promise<boolean> {
  return (await orUndefined(write)) !== undefined;
}

async function orUndefined<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

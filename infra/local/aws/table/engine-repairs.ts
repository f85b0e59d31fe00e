import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  AbstractKeyIterator,
  AbstractLevel,
  AbstractValueIterator,
  type AbstractValueIteratorOptions,
} from 'abstract-level';
import { create, getIndexActions, type IndexPut, type Store } from 'dynalite/db/index.js';
import * as z from 'zod';

/** Index keys by table name. */
export type IndexKeys = Readonly<Record<string, readonly string[]>>;

const item = z.record(z.string(), z.unknown());
const emptyText = z.object({ S: z.literal('') });
const putRequest = z.object({ PutRequest: z.object({ Item: item }) });

const request = z.object({
  TableName: z.string().optional(),
  Item: item.optional(),
  UpdateExpression: z.string().default(''),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: item.default({}),
  RequestItems: z.record(z.string(), z.unknown()).default({}),
  ReturnValuesOnConditionCheckFailure: z.string().optional(),
});

/**
 * Finds requests that AWS refuses, or that the embedded table treats differently from AWS without saying so. Returns
 * the message of a ValidationException, or undefined when the request may pass.
 *
 * @param body the parsed request of any operation. One that cannot be read passes: the table itself refuses it.
 */
export function refusalOf(body: unknown, indexKeys: IndexKeys): string | undefined {
  const read = request.safeParse(body);
  if (!read.success) return undefined;
  const sent = read.data;
  if ((sent.ReturnValuesOnConditionCheckFailure ?? 'NONE') !== 'NONE') {
    return 'ReturnValuesOnConditionCheckFailure is not known on this machine: read the item instead';
  }
  const keys = indexKeys[sent.TableName ?? ''] ?? [];
  const empty =
    emptyKeyIn(sent.Item, keys) ??
    keys.find((key) => setsToEmpty(sent, key)) ??
    Object.entries(sent.RequestItems)
      .map(([table, requests]) => emptyKeyInBatch(requests, indexKeys[table] ?? []))
      .find((found) => found !== undefined);
  if (empty === undefined) return undefined;
  return (
    'One or more parameter values are not valid. A value specified for a secondary index key is not supported. ' +
    `The AttributeValue for a key attribute cannot contain an empty string value. IndexKey: ${empty}`
  );
}

function emptyKeyIn(
  attributes: Record<string, unknown> | undefined,
  keys: readonly string[],
): string | undefined {
  return attributes && keys.find((key) => emptyText.safeParse(attributes[key]).success);
}

function emptyKeyInBatch(requests: unknown, keys: readonly string[]): string | undefined {
  if (!Array.isArray(requests)) return undefined;
  return requests
    .map((one) => putRequest.safeParse(one))
    .map(({ data }) => emptyKeyIn(data?.PutRequest.Item, keys))
    .find((found) => found !== undefined);
}

/** Whether an update sets an index key to an empty text, in any of the forms `key = :v` and `#alias = :v`. */
function setsToEmpty(sent: z.infer<typeof request>, key: string): boolean {
  const aliases = Object.entries(sent.ExpressionAttributeNames)
    .filter(([, name]) => name === key)
    .map(([alias]) => alias);
  return [key, ...aliases].some((name) => {
    const [, value = ''] = new RegExp(`(?<![\\w#])${name}\\s*=\\s*(:\\w+)`).exec(sent.UpdateExpression) ?? [];
    return emptyText.safeParse(sent.ExpressionAttributeValues[value]).success;
  });
}

type Values = AbstractValueIterator<AbstractLevel<unknown>, unknown, unknown>;

/** Where the methods are, as functions of a store. */
interface Prototype {
  values: (this: AbstractLevel<unknown>, options?: AbstractValueIteratorOptions<unknown, unknown>) => Values;
}

/**
 * Values that are read from the store together, and their bytes. It would take one value first, and then 16 KB at a
 * time.
 */
const AT_ONCE = 1_000;
const BYTES_AT_ONCE = 256 * 1024;

/**
 * Makes iterators over values read many of them at once. Each read passes through another thread, which takes longer
 * than what it reads: a query of a few items takes one instead of two, and one of 160 KB two instead of twelve.
 */
export function readAhead(): void {
  const prototype: Prototype = AbstractLevel.prototype;
  const { values } = prototype;
  Object.defineProperty(AbstractLevel.prototype, 'values', {
    value(this: AbstractLevel<unknown>, options?: AbstractValueIteratorOptions<unknown, unknown>) {
      return values.call(this, { ...options, highWaterMarkBytes: BYTES_AT_ONCE });
    },
  });
  const read = new WeakMap<Values, unknown[]>();
  Object.defineProperty(AbstractValueIterator.prototype, 'next', {
    async value(this: Values) {
      const left = read.get(this) ?? [];
      if (left.length > 0) return left.pop();
      const part = (await this.nextv(AT_ONCE)).toReversed();
      read.set(this, part);
      return part.pop();
    },
  });
}

type ReadStore = AbstractLevel<unknown>;

/**
 * Makes the store read in the calling thread. By default it passes each read to another thread, which takes longer
 * than the read itself. The engine reads several times for each item that it writes. So a write costs a quarter less.
 */
export function readAtOnce(): void {
  Object.defineProperty(AbstractLevel.prototype, 'get', {
    async value(this: ReadStore, ...asked: Parameters<ReadStore['getSync']>) {
      const read = () => this.getSync(...asked);
      return this.status === 'opening' ? this.deferAsync(async () => read()) : read();
    },
  });
}

/**
 * Gives the store's iterators the `return()` that the table's engine calls when it has read enough. They do not have
 * it, so each query left an iterator open, and its snapshot of about 20 KB was never freed. `close()` frees it.
 */
export function closeEndedIterators(): void {
  for (const { prototype } of [AbstractKeyIterator, AbstractValueIterator]) {
    if ('return' in prototype) continue;
    Object.defineProperty(prototype, 'return', {
      value(this: { close(): Promise<void> }) {
        return this.close();
      },
    });
  }
}

/**
 * A file that is in the folder while an engine works on it. If it is there at a start, the engine before was killed.
 */
const MARK = 'in-use';
/** How many entries are written at a time. */
const BATCH = 1_000;

/** Marks the folder as in use until `ended` is called. */
export function markInUse(folder: string): { wasKilled: boolean; ended: () => void } {
  const mark = join(folder, MARK);
  const wasKilled = existsSync(mark);
  mkdirSync(folder, { recursive: true });
  writeFileSync(mark, '');
  return { wasKilled, ended: () => rmSync(mark, { force: true }) };
}

/**
 * Writes the indexes of the tables again from their items. The engine writes an item and its index entries one after
 * the other. A kill in between leaves an entry that does not fit its item, or an item without its entry, for good.
 * AWS has no such state, so our code does not handle it.
 */
export async function repairIndexes(folder: string, tables: readonly string[]): Promise<void> {
  const store = create({ path: folder });
  try {
    for (const name of tables) await mendTable(store, name);
  } finally {
    await store.db.close();
  }
}

async function mendTable(store: Store, name: string): Promise<void> {
  const getTable = promisify(store.getTable);
  const table = await getTable(name, false).catch(() => undefined);
  const indexes = table?.GlobalSecondaryIndexes ?? [];
  for (const { IndexName } of indexes) await store.db.clear(below(indexPrefix(name, IndexName)));
  let puts: IndexPut[] = [];
  for await (const item of store.db.values(below(`item-${name}~`))) {
    puts.push(...getIndexActions(indexes, undefined, item, table).puts);
    if (puts.length < BATCH) continue;
    await write(store, name, puts);
    puts = [];
  }
  await write(store, name, puts);
}

async function write(store: Store, table: string, puts: readonly IndexPut[]): Promise<void> {
  await store.db.batch(
    puts.map(({ index, key, item }) => ({
      type: 'put' as const,
      key: indexPrefix(table, index) + key,
      value: item,
    })),
  );
}

/** The engine keeps everything in one store, each table and index below a prefix of its own. */
function indexPrefix(table: string, index: string): string {
  return `index-global~${table}~${index}~`;
}

function below(prefix: string): { gte: string; lt: string } {
  return { gte: prefix, lt: `${prefix}\u00ff` };
}

import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { arnOf, type EngineAddress, localCredentials } from '../local-account.ts';
import type { AllowStatement } from './is-allowed.ts';
import { threadFile } from '../thread-file.ts';
import { indexKeysOf, type TableSpec } from './table-spec.ts';
import type { TableThreadStart } from './table-thread.ts';

/** DynamoDB on this machine: dynalite, in a thread of its own, with its data in a folder. */
export interface TableEngine extends EngineAddress {
  /** Rejects when the engine ends: by itself, or because it was stopped. */
  broken: Promise<never>;
  stop(): Promise<void>;
}

/**
 * Starts the engine and makes sure that the tables exist and can be used.
 *
 * @throws Error when a table in the folder has other keys than the stack now has.
 */
export async function startTableEngine(given: {
  folder: string;
  tables: readonly TableSpec[];
  /**
   * What each function may do, by its name. Clients that are no function, such as the command line, may do
   * everything.
   */
  permissions?: Readonly<Record<string, readonly AllowStatement[]>>;
}): Promise<TableEngine> {
  const start: TableThreadStart = {
    folder: given.folder,
    credentials: localCredentials.credentials,
    tables: given.tables.map((table) => ({ ...table, arn: arnOf('dynamodb', `table/${table.name}`) })),
    permissions: given.permissions ?? {},
    indexKeys: Object.fromEntries(given.tables.map((table) => [table.name, indexKeysOf(table)])),
  };
  const worker = new Worker(threadFile('table-thread', import.meta.url), {
    workerData: start,
    execArgv: [],
    // V8 would take several times as much for values that live for one request.
    resourceLimits: { maxYoungGenerationSizeMb: 12 },
  });
  const ended = Promise.withResolvers<void>();
  const broken = new Promise<never>((_resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => {
      ended.resolve();
      reject(new Error(`The table's engine ended with exit code ${code}`));
    });
  });
  broken.catch(() => undefined);
  const stop = async (): Promise<void> => {
    worker.postMessage('stop', []);
    await ended.promise;
  };
  try {
    const port = await Promise.race([
      broken,
      new Promise<number>((resolve) => worker.once('message', resolve)),
    ]);
    const url = `http://127.0.0.1:${port}`;
    await Promise.race([broken, createTables(url, given.tables)]);
    return { url, broken, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

async function createTables(url: string, tables: readonly TableSpec[]): Promise<void> {
  const client = new DynamoDBClient({ ...localCredentials, endpoint: url });
  try {
    for (const table of tables) {
      const found = await describe(client, table.name);
      if (found === undefined) await create(client, table);
      else if (found.shape !== shapeOf(table)) throw new Error(otherShape(table.name));
      if (!found?.isReady) await untilReady(client, table.name);
    }
  } finally {
    client.destroy();
  }
}

async function create(client: DynamoDBClient, table: TableSpec): Promise<void> {
  const indexes = table.indexes.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema: [...KeySchema],
    Projection: {
      ProjectionType: Projection.ProjectionType,
      ...(Projection.NonKeyAttributes ? { NonKeyAttributes: [...Projection.NonKeyAttributes] } : {}),
    },
  }));
  await client.send(
    new CreateTableCommand({
      TableName: table.name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...table.attributes],
      KeySchema: [...table.keys],
      ...(indexes.length === 0 ? {} : { GlobalSecondaryIndexes: indexes }),
    }),
  );
}

/**
 * A new table cannot be used at once, here as in AWS. How long to wait for it, and how often to check, in
 * milliseconds.
 */
const MAKING = 10_000;
const LOOK = 5;

async function untilReady(client: DynamoDBClient, name: string): Promise<void> {
  for (let looked = 0; looked * LOOK < MAKING; looked += 1) {
    if ((await describe(client, name))?.isReady) return;
    await pause(LOOK);
  }
  throw new Error(
    `The table ${name} in the data folder was never finished. Start with --fresh to delete the state of this folder.`,
  );
}

async function describe(
  client: DynamoDBClient,
  name: string,
): Promise<{ shape: string; isReady: boolean } | undefined> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    const { KeySchema = [], GlobalSecondaryIndexes: indexes = [] } = Table ?? {};
    const parts = [Table?.TableStatus, ...indexes.map(({ IndexStatus }) => IndexStatus)];
    return { shape: shapeText(KeySchema, indexes), isReady: parts.every((status) => status === 'ACTIVE') };
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ResourceNotFoundException') return undefined;
    throw cause;
  }
}

function shapeOf(table: TableSpec): string {
  return shapeText(table.keys, table.indexes);
}

interface Key {
  AttributeName?: string | undefined;
  KeyType?: string | undefined;
}

/** Keys and indexes as one text, to compare: `pk:HASH,sk:RANGE;work(workPk:HASH,workSk:RANGE)`. */
function shapeText(
  keys: readonly Key[],
  indexes: readonly { IndexName?: string | undefined; KeySchema?: readonly Key[] | undefined }[],
): string {
  const text = (list: readonly Key[]) => list.map((key) => `${key.AttributeName}:${key.KeyType}`).join(',');
  const named = indexes.map(({ IndexName, KeySchema = [] }) => `${IndexName}(${text(KeySchema)})`);
  return `${text(keys)};${named.toSorted().join(';')}`;
}

function otherShape(name: string): string {
  return (
    `The table ${name} in the data folder was made by another version of this program, with other keys or indexes. ` +
    'Start with --fresh to delete the state of this folder, or with --data and another folder to keep it.'
  );
}

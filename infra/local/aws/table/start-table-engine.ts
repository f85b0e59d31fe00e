import { Worker } from 'node:worker_threads';
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type EngineAddress, localCredentials } from '../local-account.ts';
import { indexKeysOf, type TableSpec } from './table-spec.ts';
import type { TableThreadStart } from './table-thread.ts';

/** DynamoDB on this machine: dynalite, in a thread of its own, with its data in a folder. */
export interface TableEngine extends EngineAddress {
  /** Rejects when the engine ends: by itself, or because it was stopped. */
  broken: Promise<never>;
  stop(): Promise<void>;
}

/**
 * Starts the engine and makes sure that the tables exist.
 *
 * @throws Error when a table in the folder has other keys than the stack now says.
 */
export async function startTableEngine(given: {
  folder: string;
  tables: readonly TableSpec[];
}): Promise<TableEngine> {
  const start: TableThreadStart = {
    folder: given.folder,
    indexKeys: Object.fromEntries(given.tables.map((table) => [table.name, indexKeysOf(table)])),
  };
  const worker = new Worker(new URL('./table-thread.ts', import.meta.url), {
    workerData: start,
    execArgv: [],
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
      else if (found !== shapeOf(table)) throw new Error(otherShape(table.name));
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

async function describe(client: DynamoDBClient, name: string): Promise<string | undefined> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    return shapeText(Table?.KeySchema ?? [], Table?.GlobalSecondaryIndexes ?? []);
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
    'Start with --fresh to begin anew, or with --data and another folder to keep it.'
  );
}

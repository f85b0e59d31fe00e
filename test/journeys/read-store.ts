import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { openStore, type Store } from '../../shared/store/open-store.ts';

/** Opens the table that a stopped stack left in its data folder. */
export async function readStore<T>(data: string, read: (store: Store) => Promise<T>): Promise<T> {
  const engine = await startTableEngine({ folder: join(data, 'table'), tables: [] });
  const client = new DynamoDBClient({ ...localCredentials, endpoint: engine.url });
  try {
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    return await read(openStore(dynamoTable(client, TableNames[0] ?? '')));
  } finally {
    client.destroy();
    await engine.stop();
  }
}

/** Everything SNS took: who kills a process between Publish and bookkeeping finds a message here twice. */
export async function readOutbox(data: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(data, 'outbox.ndjson'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

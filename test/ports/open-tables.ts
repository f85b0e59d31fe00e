import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { wholeStore } from '../store/memory-store.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { putRawItems, type RawItem, readRawItems } from './raw-items.ts';

/** Empty tables on the embedded engine, by name. */
export async function openTables(names: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-frozen-'));
  const engine = await startTableEngine({ folder, tables: names.map((name) => tableSpec(name)) });
  const client = new DynamoDBClient({ ...localCredentials, endpoint: engine.url });
  return {
    store: (table: string) => wholeStore(dynamoTable(client, table)),
    read: (table: string) => readRawItems(client, table),
    put: (table: string, items: readonly RawItem[]) => putRawItems(client, { table, items }),
    close: async () => {
      client.destroy();
      await engine.stop();
      await rm(folder, { recursive: true });
    },
  };
}

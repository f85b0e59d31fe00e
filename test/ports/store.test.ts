import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { memoryStore } from '../../infra/memory/memory-store.ts';
import { describeStore } from './store-suite.ts';
import { leaveShared } from './story-examples.ts';
import { tableSpec } from './table-spec.ts';
import { openVendorTable } from './vendor-table.ts';

describeStore('in memory', async () => {
  const store = memoryStore();
  return { store, leaveShared: store.leaveShared, close: async () => {} };
});

describeStore('in DynamoDB, on the embedded engine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-store-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const client = new DynamoDBClient({ ...localCredentials, endpoint: engine.url });
  return {
    store: openStore(dynamoTable(client, 'table')),
    leaveShared: (left) => leaveShared({ client, table: 'table' }, left),
    close: async () => {
      client.destroy();
      await engine.stop();
      await rm(folder, { recursive: true });
    },
  };
});

const vendor = process.env['DYNAMODB_LOCAL_URL'];
describe("the store: in DynamoDB, on the vendor's own local engine", () => {
  it.skipIf(vendor === undefined)('is held when DYNAMODB_LOCAL_URL names a running engine', () => {
    expect(URL.canParse(vendor ?? '')).toBe(true);
  });
});
if (vendor !== undefined) {
  describeStore("in DynamoDB, on the vendor's own local engine", async () => {
    const { client, name, close } = await openVendorTable(vendor, 'store');
    return {
      store: openStore(dynamoTable(client, name)),
      leaveShared: (left) => leaveShared({ client, table: name }, left),
      close,
    };
  });
}

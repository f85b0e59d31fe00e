import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { openStore } from '../../shared/aws/dynamo/open-store.ts';
import { memoryStore } from './memory-store.ts';
import { describeStore } from './store-suite.ts';
import { tableSpec } from './table-spec.ts';

describeStore('in memory', async () => ({ store: memoryStore(), close: async () => {} }));

describeStore('in DynamoDB, on the embedded engine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-store-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const client = new DynamoDBClient({ ...localCredentials, endpoint: engine.url });
  return {
    store: openStore(client, 'table'),
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
    const client = new DynamoDBClient({ endpoint: vendor });
    const name = `table-${process.pid}`;
    const { attributes, keys, indexes } = tableSpec(name);
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [...attributes],
        KeySchema: [...keys],
        GlobalSecondaryIndexes: indexes.map(({ IndexName, KeySchema }) => ({
          IndexName,
          KeySchema: [...KeySchema],
          Projection: { ProjectionType: 'ALL' },
        })),
      }),
    );
    return {
      store: openStore(client, name),
      close: async () => {
        await client.send(new DeleteTableCommand({ TableName: name }));
        client.destroy();
      },
    };
  });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { openRemovals } from '../../shared/store/open-removals.ts';
import { openReportStore } from '../../shared/store/open-report-store.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { memoryRemovals } from './memory-removals.ts';
import { memoryReports } from './memory-reports.ts';
import { memoryStore } from '../../infra/memory/memory-store.ts';
import { describeRemovals } from './removals-suite.ts';
import { leaveShared, type SharedStories } from './story-examples.ts';
import { tableSpec } from './table-spec.ts';
import { openVendorTable } from './vendor-table.ts';

describeRemovals('in memory', async () => {
  const store = memoryStore();
  const reports = memoryReports(store);
  return {
    store,
    reports,
    removals: memoryRemovals(store, reports),
    leaveShared: store.leaveShared,
    close: async () => {},
  };
});

function openAll(client: DynamoDBClient, table: string) {
  return {
    store: openStore(dynamoTable(client, table)),
    reports: openReportStore(dynamoTable(client, table)),
    removals: openRemovals(dynamoTable(client, table)),
    leaveShared: (left: SharedStories) => leaveShared({ client, table }, left),
  };
}

describeRemovals('in DynamoDB, on the embedded engine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-removals-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const client = new DynamoDBClient({ ...localCredentials, endpoint: engine.url });
  return {
    ...openAll(client, 'table'),
    close: async () => {
      client.destroy();
      await engine.stop();
      await rm(folder, { recursive: true });
    },
  };
});

const vendor = process.env['DYNAMODB_LOCAL_URL'];
if (vendor !== undefined) {
  describeRemovals("in DynamoDB, on the vendor's own local engine", async () => {
    const { client, name, close } = await openVendorTable(vendor, 'removals');
    return { ...openAll(client, name), close };
  });
}

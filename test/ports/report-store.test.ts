import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { openReportStore } from '../../shared/store/open-report-store.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { memoryReports } from './memory-reports.ts';
import { memoryStore } from '../../infra/memory/memory-store.ts';
import { describeReportStore } from './report-store-suite.ts';
import { tableSpec } from './table-spec.ts';
import { openVendorTable } from './vendor-table.ts';

describeReportStore('in memory', async () => {
  const store = memoryStore();
  return { store, reports: memoryReports(store), close: async () => {} };
});

describeReportStore('in DynamoDB, on the embedded engine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-reports-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const client = new DynamoDBClient({ ...localCredentials, endpoint: engine.url });
  return {
    store: openStore(dynamoTable(client, 'table')),
    reports: openReportStore(dynamoTable(client, 'table')),
    close: async () => {
      client.destroy();
      await engine.stop();
      await rm(folder, { recursive: true });
    },
  };
});

const vendor = process.env['DYNAMODB_LOCAL_URL'];
if (vendor !== undefined) {
  describeReportStore("in DynamoDB, on the vendor's own local engine", async () => {
    const { client, name, close } = await openVendorTable(vendor, 'reports');
    return {
      store: openStore(dynamoTable(client, name)),
      reports: openReportStore(dynamoTable(client, name)),
      close,
    };
  });
}

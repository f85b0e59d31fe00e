import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe } from 'vitest';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { memoryTable } from '../../shared/store/memory-table.ts';
import type { Table } from '../../shared/store/table.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { openVendorTable } from '../ports/vendor-table.ts';

interface OpenedTable {
  table: Table;
  close(): Promise<void>;
}

const TABLES: Record<string, () => Promise<OpenedTable>> = {
  'in memory': async () => ({ table: memoryTable(), close: async () => {} }),

  'in DynamoDB, on the embedded engine': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bellwether-table-'));
    const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
    const client = new DynamoDBClient({ ...localCredentials, endpoint: engine.url });
    return {
      table: dynamoTable(client, 'table'),
      close: async () => {
        client.destroy();
        await engine.stop();
        await rm(folder, { recursive: true });
      },
    };
  },
};

const vendor = process.env['DYNAMODB_LOCAL_URL'];
if (vendor !== undefined)
  TABLES["in DynamoDB, on the vendor's own local engine"] = async () => {
    const { client, name, close } = await openVendorTable(vendor, 'suite');
    return { table: dynamoTable(client, name), close };
  };

/**
 * Holds each table to a suite: that in memory, that of the embedded engine, and the vendor's where
 * `DYNAMODB_LOCAL_URL` names one.
 */
export function describeOnEachTable(what: string, suite: (table: () => Table) => void): void {
  describe.each(Object.entries(TABLES))(`${what} %s`, (_, open) => {
    let opened: OpenedTable;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened.close();
    });
    suite(() => opened.table);
  });
}

let names = 0;

/** A name that nobody else in this process uses. A later one of the same word comes later in the order of texts. */
export function fresh(word: string): string {
  return `${word}-${String((names += 1)).padStart(5, '0')}`;
}

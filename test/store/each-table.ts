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

type OpenTable = () => Promise<OpenedTable>;

const inMemory: OpenTable = async () => ({ table: memoryTable(), close: async () => {} });

const onEmbeddedEngine: OpenTable = async () => {
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
};

/** `npm run verify` names the vendor's own engine. */
const vendor = process.env['DYNAMODB_LOCAL_URL'];
const onVendorEngine = async (url: string): Promise<OpenedTable> => {
  const { client, name, close } = await openVendorTable(url, 'suite');
  return { table: dynamoTable(client, name), close };
};

/**
 * Holds tables to a suite: that in memory, the vendor's where `DYNAMODB_LOCAL_URL` names one, and with `embedded` that
 * of the embedded engine. Repositories use a table only as the suite of the table does, so they need no engine.
 */
export function describeOnEachTable(
  what: string,
  suite: (table: () => Table) => void,
  { embedded = false } = {},
): void {
  const tables: Record<string, OpenTable> = {
    'in memory': inMemory,
    ...(embedded && { 'in DynamoDB, on the embedded engine': onEmbeddedEngine }),
    ...(vendor !== undefined && {
      "in DynamoDB, on the vendor's own local engine": () => onVendorEngine(vendor),
    }),
  };
  describe.each(Object.entries(tables))(`${what} %s`, (_, open) => {
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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { DAY, SECOND } from '../../shared/domain/time/instant.ts';
import { readUnits, sizeOf } from './capacity.ts';
import { NOON } from './examples.ts';
import { openTableMeter, type TableMeter } from './table-meter.ts';
import { tableSpec } from './table-spec.ts';

let meter: TableMeter;
let dynamo: DynamoDBClient;
let close: () => Promise<void>;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-meter-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  meter = await openTableMeter(engine.url);
  dynamo = new DynamoDBClient({ ...localCredentials, endpoint: meter.url, maxAttempts: 1 });
  close = async () => {
    dynamo.destroy();
    await meter.close();
    await engine.stop();
    await rm(folder, { recursive: true });
  };
});
afterAll(() => close());

const key = (name: string) => ({ pk: { S: 'p' }, sk: { S: name } });
const text = (length: number) => ({ S: 'x'.repeat(length) });
const open = { workPk: { S: 'OPEN' }, workSk: { S: '1' } };
const put = (item: Record<string, any>) =>
  dynamo.send(new PutItemCommand({ TableName: 'table', Item: item }));

it('sizes items as AWS does', () => {
  expect(sizeOf({ pk: { S: 'é' }, n: { N: '-120.5' }, yes: { BOOL: true } })).toBe(2 + 2 + 1 + 4 + 3 + 1);
  expect(sizeOf({ l: { L: [{ S: 'ab' }, { NULL: true }] } })).toBe(1 + 3 + 1 + 2 + 1 + 1);
  expect(sizeOf({ m: { M: { k: { S: 'abc' } } } })).toBe(1 + 3 + 1 + 1 + 3);
  expect([0, 4096, 4097].map((bytes) => readUnits(bytes, true))).toEqual([1, 1, 2]);
  expect(readUnits(4097, false)).toBe(1);
});

it('counts a write by the larger state, and each index by what changes in it', async () => {
  meter.take();
  await put({ ...key('a'), body: text(2_000), ...open });
  expect(meter.take(), 'a new item of 2 KB with one index').toMatchObject({ requests: 1, writes: 3 });
  await put({ ...key('a'), body: text(2_000), ...open });
  expect(meter.take(), 'the same again changes no index').toMatchObject({ writes: 2 });
  const update = (expression: string, value?: string) =>
    dynamo.send(
      new UpdateItemCommand({
        TableName: 'table',
        Key: key('a'),
        UpdateExpression: expression,
        ...(value !== undefined && { ExpressionAttributeValues: { ':v': { S: value } } }),
      }),
    );
  await update('SET note = :v', 'n');
  expect(meter.take(), 'a changed attribute changes no index').toMatchObject({ writes: 2 });
  await update('SET workSk = :v', '2');
  expect(meter.take(), 'another index key: one entry goes, one comes').toMatchObject({ writes: 4 });
  await update('REMOVE workPk, workSk');
  expect(meter.take(), 'out of the index').toMatchObject({ writes: 3 });
  await dynamo.send(new DeleteItemCommand({ TableName: 'table', Key: key('a') }));
  expect(meter.take()).toMatchObject({ writes: 2 });
});

it('counts each item of a batch, failed conditions, and what is stored', async () => {
  meter.take();
  const requests = [1, 2].map((n) => ({ PutRequest: { Item: { ...key(`b${n}`), body: text(1_500) } } }));
  await dynamo.send(new BatchWriteItemCommand({ RequestItems: { table: requests } }));
  const { bytes, indexBytes, writes } = meter.take();
  expect({ bytes, indexBytes, writes }).toEqual({
    bytes: 2 * (1_500 + 4 + 2 + 1 + 2 + 2 + 100),
    indexBytes: 0,
    writes: 4,
  });
  const again = new PutItemCommand({
    TableName: 'table',
    Item: key('b1'),
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  await expect(dynamo.send(again)).rejects.toThrow('conditional');
  expect(meter.take(), 'the stored item is what a refused write costs').toMatchObject({ writes: 2 });
  await dynamo.send(
    new BatchGetItemCommand({
      RequestItems: { table: { Keys: [key('b1'), key('none')], ConsistentRead: true } },
    }),
  );
  expect(meter.take()).toMatchObject({ requests: 1, reads: 2 });
  await dynamo.send(new GetItemCommand({ TableName: 'table', Key: key('none') }));
  expect(meter.take()).toMatchObject({ reads: 0.5 });
});

it('counts what expires early by its share of the 400 days of a finding', async () => {
  const expiring = (days: number) => ({ ttl: { N: String((NOON + days * DAY) / SECOND) } });
  meter.take();
  await put({ ...key('long'), ...expiring(400) });
  const { bytes } = meter.take();
  await put({ ...key('half'), ...expiring(200) });
  expect(meter.take().bytes).toBeCloseTo(bytes / 2, 6);
});

it('counts a query by all that it reads together', async () => {
  for (const n of [1, 2, 3]) await put({ pk: { S: 'q' }, sk: { S: String(n) }, body: text(2_000) });
  meter.take();
  const query = (partition: string) =>
    dynamo.send(
      new QueryCommand({
        TableName: 'table',
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :p',
        ExpressionAttributeValues: { ':p': { S: partition } },
      }),
    );
  await query('q');
  expect(meter.take()).toMatchObject({ requests: 1, reads: 2 });
  await query('empty');
  expect(meter.take(), 'an empty answer costs what the smallest one costs').toMatchObject({ reads: 1 });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { openThrottledTable } from './throttled-table.ts';
import { tableSpec } from './table-spec.ts';

it('refuses what exceeds the units of a partition, of the table or of an index, until time has passed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-throttled-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  let now = 0;
  const table = await openThrottledTable(engine.url, { unitsASecond: 10, now: () => now });
  const dynamo = new DynamoDBClient({ ...localCredentials, endpoint: table.url, maxAttempts: 1 });
  onTestFinished(async () => {
    dynamo.destroy();
    await table.close();
    await engine.stop();
    await rm(folder, { recursive: true });
  });
  const key = (partition: string, name: string) => ({ pk: { S: partition }, sk: { S: name } });
  const body = (kilobytes: number) => ({ body: { S: 'x'.repeat(kilobytes * 1_024 - 100) } });
  const put = (item: object) => dynamo.send(new PutItemCommand({ TableName: 'table', Item: { ...item } }));
  const batch = (names: readonly string[], partition = 'a') => {
    const requests = names.map((name) => ({ PutRequest: { Item: { ...key(partition, name), ...body(4) } } }));
    return dynamo.send(new BatchWriteItemCommand({ RequestItems: { table: requests } }));
  };
  const busy = { name: 'ThrottlingException' };

  // A write is refused when nothing is left, not when it would take more than is left.
  await put({ ...key('a', '1'), ...body(9) });
  await put({ ...key('a', '2'), ...body(9) });
  await expect(put(key('a', '3'))).rejects.toMatchObject(busy);
  await expect(
    dynamo.send(new DeleteItemCommand({ TableName: 'table', Key: key('a', '1') })),
  ).rejects.toMatchObject(busy);
  await expect(batch(['3', '4'])).rejects.toMatchObject(busy);
  await put(key('b', '1'));
  expect(table.refused()).toBe(1 + 1 + 2);
  // 10 - 18 units, and 9 more after 0.9 s.
  now += 900;
  await put(key('a', '3'));
  await expect(put(key('a', '4'))).rejects.toMatchObject(busy);

  // A batch gives back what its busy partition does not take.
  const mixed = [key('a', '5'), key('b', '2')].map((Item) => ({ PutRequest: { Item } }));
  const { UnprocessedItems: left } = await dynamo.send(
    new BatchWriteItemCommand({ RequestItems: { table: mixed } }),
  );
  expect(left).toEqual({ table: [{ PutRequest: { Item: key('a', '5') } }] });

  // What an index does not take, the table does not take either.
  const open = { workPk: { S: 'OPEN' }, workSk: { S: '1' } };
  for (let n = 0; n < 10; n += 1) await put({ ...key(`c${n}`, '1'), ...open });
  await expect(put({ ...key('d', '1'), ...open })).rejects.toMatchObject(busy);
  await put(key('d', '1'));
  expect(table.busiest()).toMatchObject({ place: 'table', partition: 'a', units: 18 + 1 });
});

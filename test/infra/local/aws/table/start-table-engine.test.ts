import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BatchWriteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { create, type Store } from 'dynalite/db/index.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { arnOf, localCredentials } from '../../../../../infra/local/aws/local-account.ts';
import {
  startTableEngine,
  type TableEngine,
} from '../../../../../infra/local/aws/table/start-table-engine.ts';
import type { TableSpec } from '../../../../../infra/local/aws/table/table-spec.ts';

const TABLE: TableSpec = {
  name: 'watches',
  attributes: ['pk', 'sk', 'workPk', 'workSk'].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
  keys: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  indexes: [
    {
      IndexName: 'work',
      KeySchema: [
        { AttributeName: 'workPk', KeyType: 'HASH' },
        { AttributeName: 'workSk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
};

let folder: string;
let engine: TableEngine;
let client: DynamoDBClient;

async function start(tables = [TABLE]): Promise<void> {
  engine = await startTableEngine({ folder, tables });
  client = new DynamoDBClient({ ...localCredentials, endpoint: engine.url, maxAttempts: 1 });
}

async function stop(): Promise<void> {
  client.destroy();
  await engine.stop();
}

const item = (more: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries({ pk: 'a', sk: 'b', ...more }).map(([key, value]) => [key, { S: value }]),
  );

/** What the index of work holds. */
async function openItems() {
  const { Items } = await client.send(
    new QueryCommand({
      TableName: 'watches',
      IndexName: 'work',
      KeyConditionExpression: 'workPk = :open',
      ExpressionAttributeValues: { ':open': { S: 'OPEN' } },
    }),
  );
  return Items;
}

async function keyOfOnly(store: Store, prefix: string): Promise<string> {
  const keys: string[] = [];
  for await (const key of store.db.keys({ gte: prefix, lt: `${prefix}\u00ff` })) keys.push(key);
  expect(keys).toHaveLength(1);
  return keys.join();
}

/** A new folder, and its end. */
async function openFolder(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-table-'));
}
async function close(): Promise<void> {
  await stop();
  await rm(folder, { recursive: true });
}

describe('an engine with a table', () => {
  beforeEach(async () => {
    await openFolder();
    await start();
  });
  afterEach(close);

  it('keeps items and sparse index entries over a restart, and does not make the table again', async () => {
    await client.send(
      new PutItemCommand({ TableName: 'watches', Item: item({ workPk: 'OPEN', workSk: '1' }) }),
    );
    await client.send(new PutItemCommand({ TableName: 'watches', Item: item({ sk: 'c' }) }));
    await stop();
    await start();
    expect(await openItems()).toEqual([item({ workPk: 'OPEN', workSk: '1' })]);
  });

  it('repairs the indexes after it was killed between an item and its entry', async () => {
    await client.send(
      new PutItemCommand({ TableName: 'watches', Item: item({ workPk: 'OPEN', workSk: '1' }) }),
    );
    await client.send(new PutItemCommand({ TableName: 'watches', Item: item({ sk: 'c' }) }));
    await stop();
    const store = create({ path: folder });
    const entry = await keyOfOnly(store, 'index-global~watches~work~');
    await store.db.batch([
      { type: 'del', key: entry },
      { type: 'put', key: `${entry}stale`, value: item({ sk: 'c', workPk: 'OPEN', workSk: '0' }) },
    ]);
    await store.db.close();
    await writeFile(join(folder, 'in-use'), '');
    await start();
    expect(await openItems()).toEqual([item({ workPk: 'OPEN', workSk: '1' })]);
  });
});

describe('a request', () => {
  beforeAll(async () => {
    await openFolder();
    await start();
  });
  afterAll(close);

  it('refuses a folder whose table has other indexes than the stack', async () => {
    await stop();
    await expect(startTableEngine({ folder, tables: [{ ...TABLE, indexes: [] }] })).rejects.toThrow(
      /--fresh/,
    );
    await start();
  });
});

describe('a request', () => {
  beforeAll(async () => {
    await openFolder();
    await start();
  });
  afterAll(close);

  it('without the credentials of the stack is refused', async () => {
    const answer = await fetch(engine.url, { method: 'POST', body: '{}' });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('UnrecognizedClient'),
    ]);
  });

  it('refuses an item above 400 KB', async () => {
    const Item = item({ text: 'x'.repeat(400 * 1024) });
    await expect(client.send(new PutItemCommand({ TableName: 'watches', Item }))).rejects.toThrow(/size/);
  });

  it('refuses an empty index key however it is written, as AWS does', async () => {
    const put = client.send(new PutItemCommand({ TableName: 'watches', Item: item({ workPk: '' }) }));
    await expect(put).rejects.toMatchObject({ name: 'ValidationException' });
    const batch = { RequestItems: { watches: [{ PutRequest: { Item: item({ workSk: '' }) } }] } };
    await expect(client.send(new BatchWriteItemCommand(batch))).rejects.toThrow(/IndexKey: workSk/);
    const update = new UpdateItemCommand({
      TableName: 'watches',
      Key: item(),
      UpdateExpression: 'SET sent = :one, #w = :none',
      ExpressionAttributeNames: { '#w': 'workPk' },
      ExpressionAttributeValues: { ':one': { S: 'yes' }, ':none': { S: '' } },
    });
    await expect(client.send(update)).rejects.toThrow(/empty string value/);
    const { Item } = await client.send(new GetItemCommand({ TableName: 'watches', Key: item() }));
    expect(Item).toBeUndefined();
  });

  it('refuses the old item of a failed condition, which the engine would leave out without a word', async () => {
    const put = new PutItemCommand({
      TableName: 'watches',
      Item: item(),
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    await expect(client.send(put)).rejects.toThrow(/not known on this machine/);
  });
});

describe('an engine', () => {
  beforeEach(openFolder);
  afterEach(close);

  it('refuses a function what its role does not allow, and allows a client that is no function everything', async () => {
    const arn = arnOf('dynamodb', `table/${TABLE.name}`);
    const permissions = {
      pages: [{ actions: ['dynamodb:GetItem'], resources: [arn], leadingKeys: ['WATCH#*'] }],
    };
    engine = await startTableEngine({ folder, tables: [TABLE], permissions });
    client = new DynamoDBClient({ ...localCredentials, endpoint: engine.url, maxAttempts: 1 });
    const { credentials, region } = localCredentials;
    const as = (sessionToken: string) =>
      new DynamoDBClient({
        region,
        endpoint: engine.url,
        maxAttempts: 1,
        credentials: { ...credentials, sessionToken },
      });
    const get = (pk: string) =>
      new GetItemCommand({ TableName: TABLE.name, Key: { pk: { S: pk }, sk: { S: 'STATE' } } });
    const [pages, stranger] = [as('pages'), as('another-function')];
    await expect(pages.send(get('WATCH#acme'))).resolves.toMatchObject({});
    await expect(client.send(get('TROUBLES'))).resolves.toMatchObject({});
    for (const refused of [pages.send(get('TROUBLES')), stranger.send(get('WATCH#acme'))])
      await expect(refused).rejects.toMatchObject({
        name: 'AccessDeniedException',
        message: expect.stringContaining('dynamodb:GetItem'),
      });
    pages.destroy();
    stranger.destroy();
  });
});

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { localCredentials } from '../../../../infra/local/aws/local-account.ts';
import { listenOnLoopback } from '../../../../infra/local/listen-on-loopback.ts';
import { writeJsonBodies } from '../../../../shared/aws/dynamo/table-client.ts';

/** An item with every form of value that the table holds, and texts that JSON escapes. */
const ITEM = marshall(
  {
    pk: 'WATCH#a',
    text: 'line\nquote " and \\ – 日本 😀 \u2028 and half of a pair \ud83d',
    number: 1.5,
    isTrue: true,
    nothing: null,
    list: ['a', 1, { inner: [] }],
    texts: new Set(['a', 'ü']),
    numbers: new Set([1, 2]),
    left: undefined,
  },
  { removeUndefinedValues: true },
);
const BYTES = marshall({ pk: 'WATCH#b', bytes: new Uint8Array([1, 2, 3]), more: [new Uint8Array([4])] });

/** What a client of the SDK sends for some requests, by itself and with bodies written as JSON. */
async function sentBodies() {
  const bodies: { plain: unknown[]; json: unknown[] } = { plain: [], json: [] };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    bodies[request.url === '/json/' ? 'json' : 'plain'].push({
      target: request.headers['x-amz-target'],
      length: Number(request.headers['content-length']) === Buffer.byteLength(body),
      body: JSON.parse(body),
    });
    response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}');
  };
  const server = createServer((request, response) => void respond(request, response));
  const port = await listenOnLoopback(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  for (const kind of ['plain', 'json'] as const) {
    const endpoint = `http://127.0.0.1:${port}/${kind}`;
    const client = new DynamoDBClient({ ...localCredentials, endpoint, cacheMiddleware: true });
    if (kind === 'json') writeJsonBodies(client);
    const all = Object.values({ ITEM, BYTES });
    for (const Item of all) await client.send(new PutItemCommand({ TableName: 'table', Item }));
    const requests = all.map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { table: requests } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { table: requests.slice(0, 1) } }));
    const Keys = [{ pk: { S: 'a' } }, { pk: { B: new Uint8Array([9]) } }];
    await client.send(new BatchGetItemCommand({ RequestItems: { table: { Keys, ConsistentRead: true } } }));
    await client.send(new QueryCommand({ TableName: 'table', KeyConditionExpression: 'pk = :pk' }));
    client.destroy();
  }
  return bodies;
}

describe('bodies written as JSON', () => {
  it('say what those of the SDK say, with their length, also for bytes and for other requests', async () => {
    const { plain, json } = await sentBodies();
    expect(json).toHaveLength(6);
    expect(json).toEqual(plain);
    expect(json[0]).toEqual({
      target: 'DynamoDB_20120810.PutItem',
      length: true,
      body: { TableName: 'table', Item: ITEM },
    });
  });
});

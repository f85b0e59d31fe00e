import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { onTestFinished } from 'vitest';
import { localCredentials } from '../../../../infra/local/aws/local-account.ts';
import { listenOnLoopback } from '../../../../infra/local/listen-on-loopback.ts';
import { dynamoTable } from '../../../../shared/aws/dynamo/dynamo-table.ts';

/**
 * The table `table` over a server that gives these answers. Its waits are kept, not slept; `random` is their share of
 * the span. Ends with the test.
 */
export async function tableOver(answer: (request: any) => object, random = 1) {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = answer(await json(request));
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void respond(request, response));
  const port = await listenOnLoopback(server);
  const client = new DynamoDBClient({ ...localCredentials, endpoint: `http://127.0.0.1:${port}` });
  onTestFinished(async () => {
    client.destroy();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  return { table: dynamoTable(client, 'table', { sleep, random: () => random }), waits };
}

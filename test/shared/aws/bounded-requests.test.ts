import { createServer, type Server, type ServerResponse } from 'node:http';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localCredentials } from '../../../infra/local/aws/local-account.ts';
import { listenOnLoopback } from '../../../infra/local/listen-on-loopback.ts';
import { boundedRequests, withinCall, withinDeadline } from '../../../shared/aws/bounded-requests.ts';
import { MINUTE } from '../../../shared/domain/time/instant.ts';

describe('bounded requests', () => {
  let server: Server;
  let client: DynamoDBClient;
  /** Requests that have reached the table. */
  let received: ServerResponse[];
  /** What the table does with a request. */
  let answers: boolean | 'busy';
  let whenBusy: () => void;
  let arrived: PromiseWithResolvers<void>;

  let endpoint: string;

  const clientWith = (answer: number, maxAttempts = 2) =>
    new DynamoDBClient({
      ...localCredentials,
      ...boundedRequests({ connect: MINUTE, answer }),
      endpoint,
      maxAttempts,
    });

  beforeEach(async () => {
    received = [];
    answers = true;
    arrived = Promise.withResolvers();
    server = createServer((request, response) => {
      received.push(response);
      arrived.resolve();
      request.resume();
      if (answers === 'busy') {
        whenBusy();
        response.writeHead(500).end();
      } else if (answers) response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}');
    });
    endpoint = `http://127.0.0.1:${await listenOnLoopback(server)}`;
    client = clientWith(10 * MINUTE);
  });

  afterEach(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });

  const read = (from = client) => from.send(new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } }));
  const NOT_SENT = { name: 'RequestNotSent' };

  describe('a request', () => {
    it('that gets no answer is tried again after the limit of a try, and then given up', async () => {
      answers = false;
      const impatient = clientWith(200);
      await expect(read(impatient)).rejects.toMatchObject({ name: 'TimeoutError' });
      expect(received).toHaveLength(2);
      impatient.destroy();
    });

    it('is not tried again beyond the deadline of its call', async () => {
      answers = 'busy';
      let at = 0;
      whenBusy = () => void (at = MINUTE);
      const call = withinCall({ deadline: MINUTE, now: () => at }, () => read());
      await expect(call).rejects.toMatchObject(NOT_SENT);
      expect(received).toHaveLength(1);
    });
  });

  describe('a worker that is frozen between two requests', () => {
    it('sends nothing once it is thawed after its deadline', async () => {
      let at = 0;
      const call = withinCall({ deadline: MINUTE, now: () => at }, async () => {
        await read();
        at = 10 * MINUTE;
        await read();
      });
      await expect(call).rejects.toMatchObject(NOT_SENT);
      expect(received).toHaveLength(1);
    });

    it('sends nothing of a part that has an earlier deadline of its own', async () => {
      let at = 0;
      await withinCall({ deadline: 10 * MINUTE, now: () => at }, async () => {
        const part = withinDeadline(MINUTE, async () => {
          at = 2 * MINUTE;
          await read();
        });
        await expect(part).rejects.toMatchObject(NOT_SENT);
        await read();
      });
      expect(received).toHaveLength(1);
    });
  });

  describe('what a handler has left over when it returns', () => {
    const open = { deadline: Date.now() + 10 * MINUTE };

    it('sends nothing more, not even while the next call of the same process does', async () => {
      const thawed = Promise.withResolvers<void>();
      let left: Promise<unknown> = Promise.resolve();
      await withinCall(open, async () => {
        left = thawed.promise.then(() => read());
        // Whoever awaits it is gone.
        left.catch(() => undefined);
      });
      await withinCall(open, async () => {
        thawed.resolve();
        await expect(left).rejects.toMatchObject(NOT_SENT);
        await read();
      });
      expect(received).toHaveLength(1);
    });
  });
});

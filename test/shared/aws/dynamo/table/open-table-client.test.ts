import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenOnLoopback } from '../../../../../infra/local/http/listen-on-loopback.ts';
import { openTableClient } from '../../../../../shared/aws/dynamo/table/open-table-client.ts';
import { withinCall } from '../../../../../shared/aws/requests/call-scope.ts';
import { HOUR, MINUTE } from '../../../../../shared/domain/time/instant.ts';

type Answer = (response: ServerResponse) => unknown;

const NOON = Date.parse('2026-11-20T12:00:00Z');
const good: Answer = (response) => response.end('{"Item":{"pk":{"S":"a"}}}');
const refusal =
  (name: string, { status = 400, date = NOON } = {}): Answer =>
  (response) => {
    response.writeHead(status, { date: new Date(date).toUTCString() });
    response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'Why.' }));
  };

/** A client of a server that gives these answers, one after the other, and then good ones. Waits are kept, not slept. */
async function openWith(answers: Answer[]) {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    request.resume().once('end', () => (answers.shift() ?? good)(response));
  });
  const port = await listenOnLoopback(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const slept: number[] = [];
  const client = openTableClient(
    {
      endpoint: async () => new URL(`http://127.0.0.1:${port}`),
      region: async () => 'eu-west-1',
      credentials: async () => ({ accessKeyId: 'id', secretAccessKey: 'key', sessionToken: 'token' }),
      tries: async () => 3,
    },
    { now: () => NOON, waits: { sleep: async (time) => void slept.push(time), random: () => 1 } },
  );
  const read = () => client.request('GetItem', { TableName: 't', Key: { pk: { S: 'a' } } });
  return { read, received, slept };
}

describe('a request to the table', () => {
  it('is signed, and names its operation', async () => {
    const { read, received } = await openWith([]);
    expect(await read()).toEqual({ Item: { pk: { S: 'a' } } });
    expect(received).toMatchObject([
      {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.GetItem',
        'x-amz-date': '20261120T120000Z',
        'x-amz-security-token': 'token',
        authorization: expect.stringContaining('Credential=id/20261120/eu-west-1/dynamodb/aws4_request'),
      },
    ]);
  });

  it.each([
    ['DynamoDB fails', refusal('InternalServerError', { status: 500 }), [100, 200]],
    ['it throttles', refusal('ThrottlingException'), [500, 1_000]],
    ['the connection is cut', (response: ServerResponse) => response.destroy(), [100, 200]],
    [
      'the answer is cut',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 99 }).write('{');
        setImmediate(() => response.destroy());
      },
      [100, 200],
    ],
  ])('is sent again when %s, three times at most', async (_what, answer, waits) => {
    const mended = await openWith([answer, answer]);
    await mended.read();
    expect(mended.slept).toEqual(waits);
    const broken = await openWith([answer, answer, answer]);
    await expect(broken.read()).rejects.toBeInstanceOf(Error);
    expect(broken.received).toHaveLength(3);
  });

  it.each(['ConditionalCheckFailedException', 'ValidationException', 'AccessDeniedException'])(
    'is not sent again after %s, whose name the error has',
    async (name) => {
      const { read, received } = await openWith([refusal(name)]);
      await expect(read()).rejects.toMatchObject({ name, message: 'Why.' });
      expect(received).toHaveLength(1);
    },
  );

  it('is signed with the time of DynamoDB from the moment on that its own clock turns out to be wrong', async () => {
    const { read, received } = await openWith([
      refusal('InvalidSignatureException', { date: NOON + 2 * HOUR }),
    ]);
    await read();
    await read();
    const times = received.map((headers) => headers['x-amz-date']);
    expect(times).toEqual(['20261120T120000Z', '20261120T140000Z', '20261120T140000Z']);
  });

  it('with a wrong signature at the right time is refused', async () => {
    const { read } = await openWith([refusal('InvalidSignatureException')]);
    await expect(read()).rejects.toMatchObject({ name: 'InvalidSignatureException' });
  });
});

describe('a request of a call', () => {
  const NOT_SENT = { name: 'RequestNotSent' };

  it('is not sent, and not tried again, after its deadline', async () => {
    let at = 0;
    const late: Answer = (response) => {
      at = MINUTE;
      refusal('InternalServerError', { status: 500 })(response);
    };
    const { read, received } = await openWith([late]);
    const call = withinCall({ deadline: MINUTE, now: () => at }, read);
    await expect(call).rejects.toMatchObject(NOT_SENT);
    expect(received).toHaveLength(1);
  });

  it('gets no more time for an answer than its call has left', async () => {
    const { read } = await openWith([() => undefined]);
    const call = withinCall({ deadline: Date.now() + 50 }, read);
    await expect(call).rejects.toMatchObject({ name: expect.stringMatching(/TimeoutError|RequestNotSent/) });
  });

  it('that the handler leaves over is broken off, and sends nothing more', async () => {
    const arrived = Promise.withResolvers<void>();
    const { read, received } = await openWith([() => arrived.resolve()]);
    let left: Promise<unknown> = Promise.resolve();
    await withinCall({ deadline: Date.now() + HOUR }, async () => {
      left = read();
      left.catch(() => undefined);
      await arrived.promise;
    });
    await expect(left).rejects.toMatchObject(NOT_SENT);
    expect(received).toHaveLength(1);
  });
});

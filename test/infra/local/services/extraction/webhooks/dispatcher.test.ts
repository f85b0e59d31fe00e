import { createServer, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  buildRequest,
  createHttpSender,
} from '../../../../../../infra/local/services/extraction/webhooks/dispatcher.ts';
import type { Webhook } from '../../../../../../infra/local/services/extraction/stored.ts';

const MEGABYTE = 1024 * 1024;
const webhook: Webhook = {
  id: 'w',
  owner: { organization: 'acme', email: 'ann@acme.example', key: '****' },
  createdAt: 0,
  updatedAt: 0,
  name: 'Ours',
  url: 'https://hooks.example.com/x',
  type: 'generic',
  delivery_mode: 'full',
  method: 'POST',
  headers: {},
  params: {},
  auth: null,
  formatter_config: null,
  is_active: true,
  projectIds: [],
  deleted: false,
  assigned: [],
};

describe('the request to a receiver', () => {
  it('is cut to whole records when it is larger than 10 MB, and says so', () => {
    const records = Array.from({ length: 30 }, () => ({ text: 'x'.repeat(MEGABYTE) }));
    const { request, warning } = buildRequest(webhook, {
      event: 'job_completed',
      records_count: 30,
      records,
    });
    expect(Buffer.byteLength(request.body ?? '')).toBeLessThanOrEqual(10 * MEGABYTE);
    expect(JSON.parse(request.body ?? '').records).toHaveLength(7);
    expect(warning).toBe('body cut: 7 of 30 records');
  });
});

describe('http sender', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  /** A receiver on a real port that keeps what arrives. */
  async function openReceiver(answer: { status: number; body?: string; location?: string }) {
    const arrived: { request: IncomingMessage; body: string }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        arrived.push({ request, body });
        response
          .writeHead(answer.status, answer.location ? { location: answer.location } : {})
          .end(answer.body ?? '');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const address = server.address();
    return { arrived, port: typeof address === 'object' ? address!.port : 0 };
  }

  function openSender(allowLoopback: boolean) {
    const { send, close } = createHttpSender({ allowLoopback });
    closing.push(close);
    return send;
  }

  const post = (url: string) => ({ url, method: 'POST', headers: { 'x-a': 'b' }, body: '{}' });

  describe('the sender', () => {
    it('brings a request and gives back the answer', async () => {
      const { arrived, port } = await openReceiver({ status: 202, body: 'thanks' });
      const send = openSender(true);
      expect(await send(post(`http://127.0.0.1:${port}/x?y=1`))).toEqual({ status: 202, body: 'thanks' });
      expect(arrived[0]!.body).toBe('{}');
      expect(arrived[0]!.request).toMatchObject({ method: 'POST', url: '/x?y=1' });
      expect(arrived[0]!.request.headers['x-a']).toBe('b');
    });

    it('follows no redirect', async () => {
      const { arrived, port } = await openReceiver({ status: 302, location: '/elsewhere' });
      expect(await openSender(true)(post(`http://127.0.0.1:${port}/`))).toMatchObject({ status: 302 });
      expect(arrived).toHaveLength(1);
    });

    it('refuses a name that leads to this machine, unless that is allowed', async () => {
      const { arrived, port } = await openReceiver({ status: 200 });
      const answer = await openSender(false)(post(`http://localhost:${port}/`));
      expect(answer).toMatchObject({ failure: expect.stringContaining('not a public address') });
      expect(arrived).toEqual([]);
      expect(await openSender(true)(post(`http://localhost:${port}/`))).toMatchObject({ status: 200 });
    });

    it.each(['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]'])(
      'refuses the address %s, which is not looked up',
      async (host) => {
        const { arrived, port } = await openReceiver({ status: 200 });
        const answer = await openSender(false)(post(`http://${host}:${port}/`));
        expect(answer).toMatchObject({ failure: expect.stringContaining('not a public address') });
        expect(arrived).toEqual([]);
      },
    );
  });
});

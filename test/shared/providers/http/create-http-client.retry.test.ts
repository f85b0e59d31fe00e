import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ThrottledError, TransportError } from '../../../../shared/domain/lib/errors.ts';
import { DOING, READING } from '../../../../shared/providers/http/http-client.ts';
import { cutBody, hang, reset, scriptedServer, urlOf } from '../scripted-server.ts';
import { clientOf, errorOf, search } from './client-under-test.ts';

const fine = { json: { value: 1 } };

describe('a search', () => {
  it.each([
    ['a reset', reset],
    ['a cut body', cutBody],
    ['status 500', { status: 500 }],
    ['status 429', { status: 429 }],
    ['a body that breaks off under a right length', { body: '{"value": 1, "arti' }],
  ])('is asked again after %s, with a wait of our own', async (_, incident) => {
    const server = await scriptedServer(incident, incident, fine);
    const { client, clock } = clientOf(server.url);
    expect(await client.call(search())).toEqual({ value: 1 });
    expect(server.arrivals.map((arrival) => arrival.body)).toEqual(Array(3).fill('{"q":"acme"}'));
    expect(clock.waits).toEqual([500, 1000]);
  });

  it('that ran out of time is left to the caller, who can make it smaller', async () => {
    const server = await scriptedServer({ status: 408, json: { message: 'Request timeout' } }, fine);
    const { client } = clientOf(server.url);
    expect(await errorOf(client.call(search()))).toMatchObject({ timedOut: true, status: 408 });
    expect(server.arrivals).toHaveLength(1);
  });

  it('ends when one try takes too long, in headers or in the body', async () => {
    const half = (_: unknown, response: any) => response.writeHead(200).write('{');
    const server = await scriptedServer(hang, half);
    const { client } = clientOf(server.url);
    for (let n = 0; n < 2; n += 1) {
      const error = await errorOf(client.call(search({ tryLimit: 60 })));
      expect(error).toBeInstanceOf(TransportError);
      expect(error.timedOut).toBe(true);
    }
    expect(server.arrivals).toHaveLength(2);
  });

  it('that is only read is asked again after a time-out', async () => {
    const server = await scriptedServer(hang, { status: 408 }, fine);
    const { client } = clientOf(server.url);
    expect(await client.call(search({ ...READING, tryLimit: 300 }))).toEqual({ value: 1 });
  });
});

describe('what would be done twice', () => {
  it.each([
    ['a reset', reset],
    ['a cut body', cutBody],
    ['status 500', { status: 500 }],
    ['status 408', { status: 408 }],
    ['a hang', hang],
    ['an untimed 429', { status: 429 }],
  ])('is never sent again after %s', async (_, incident) => {
    const server = await scriptedServer(incident, fine);
    const { client } = clientOf(server.url);
    await errorOf(client.call(search({ ...DOING, tryLimit: 500 })));
    expect(server.arrivals).toHaveLength(1);
  });

  it('is sent again after a 429 that says when: nothing was taken', async () => {
    const server = await scriptedServer({ status: 429, headers: { 'retry-after': '3' } }, fine);
    const { client, clock } = clientOf(server.url);
    expect(await client.call(search(DOING))).toEqual({ value: 1 });
    expect(clock.waits).toEqual([3000]);
  });

  it('is sent again when no connection came about', async () => {
    const url = await closedPort();
    const { client, clock } = clientOf(url);
    const seen: boolean[] = [];
    const error = await errorOf(client.call(search(DOING), { observe: ({ sent }) => seen.push(sent) }));
    expect(error).toBeInstanceOf(TransportError);
    expect(error.message).toContain('cannot be reached');
    expect(clock.waits).toEqual([500, 1000]);
    expect(seen).toEqual([false, false, false]);
  });
});

describe("the server's own timing", () => {
  const at = (headers: Record<string, string>) => ({ status: 429, headers });
  it.each([
    ['an HTTP date', { 'retry-after': 'Sat, 21 Nov 2026 08:00:09 GMT' }, 9000],
    ['a date that is past', { 'retry-after': 'Sat, 21 Nov 2026 07:00:00 GMT' }, 0],
    ['seconds since 1970', { 'retry-after': String(Date.parse('2026-11-21T08:00:11Z') / 1000) }, 11_000],
    ['milliseconds since 1970', { 'x-ratelimit-reset': String(Date.parse('2026-11-21T08:00:04Z')) }, 4000],
    ['the reset of a limit', { 'x-ratelimit-reset': '12' }, 12_000],
    ['both, of which Retry-After counts', { 'retry-after': '2', 'x-ratelimit-reset': '12' }, 2000],
    ['a text that says nothing, so ours is taken', { 'retry-after': 'soon' }, 500],
  ])('is read as %s', async (_, headers, wait) => {
    const server = await scriptedServer(at(headers), fine);
    const { client, clock } = clientOf(server.url);
    await client.call(search());
    expect(clock.waits).toEqual(wait === 0 ? [] : [wait]);
  });

  it('is handed to the caller when it is longer than a call should wait, an hour at most', async () => {
    const server = await scriptedServer(at({ 'retry-after': '21' }), at({ 'retry-after': '864000' }));
    const { client, clock } = clientOf(server.url);
    const error = await errorOf(client.call(search()));
    expect(error).toBeInstanceOf(ThrottledError);
    expect(error.retryAfter).toBe(21_000);
    expect((await errorOf(client.call(search()))).retryAfter).toBe(3_600_000);
    expect(clock.waits).toEqual([]);
  });
});

describe('time', () => {
  it('is not waited beyond the deadline: the error so far is thrown', async () => {
    const server = await scriptedServer({ status: 429, headers: { 'retry-after': '5' } });
    const { client, clock } = clientOf(server.url);
    const error = await errorOf(client.call(search(), { deadline: clock.now() + 5100 }));
    expect(error).toBeInstanceOf(ThrottledError);
    expect(server.arrivals).toHaveLength(1);
    expect(clock.waits).toEqual([]);
  });

  it('bounds a try by the deadline', async () => {
    const server = await scriptedServer(hang);
    const { client, clock } = clientOf(server.url);
    const error = await errorOf(client.call(search(), { deadline: clock.now() + 300 }));
    expect(error).toMatchObject({ timedOut: true });
  });
});

async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = urlOf(server);
  await new Promise((resolve) => server.close(resolve));
  return url;
}

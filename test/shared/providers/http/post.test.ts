import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PublishRefused, PublishUnsure } from '../../../../shared/domain/lib/errors.ts';
import { createPost, waitIn } from '../../../../shared/providers/http/post.ts';

const NOW = 1_763_900_000_000;
const order = { body: '{}', headers: {}, service: 'the webhook' };
const open = createPost({ now: () => NOW, mayReach: (address) => address === '127.0.0.1' });

async function serve(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a post to an address of a user', () => {
  it.each([
    ['http://hooks.slack.com/services/T/B/secret', 'must begin with https://'],
    ['hooks.slack.com/services', 'is not valid'],
    ['https://10.1.2.3/', 'private network'],
    ['https://[::1]/', 'private network'],
    ['https://localhost:1/', 'private network'],
  ])('to %s is refused with what to do', async (address, text) => {
    const error = await createPost({ now: () => NOW })(address, order).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PublishRefused);
    expect(String(error)).toContain(text);
    expect(String(error)).not.toContain('secret');
  });

  it('follows no redirect', async () => {
    let reached = 0;
    const inside = await serve((_, answer) => {
      reached += 1;
      answer.end();
    });
    const outside = await serve((_, answer) => answer.writeHead(307, { location: inside }).end());
    await expect(open(outside, order)).rejects.toThrow('Redirects are not followed');
    expect(reached).toBe(0);
  });

  it('is refused for certain when nobody listens, and unsure when the answer does not come in time', async () => {
    await expect(open('http://127.0.0.1:1/', order)).rejects.toThrow(PublishRefused);
    const silent = await serve(() => undefined);
    const short = createPost({ now: () => NOW, mayReach: () => true, limit: 50 });
    await expect(short(silent, order)).rejects.toThrow(PublishUnsure);
  });

  it('is not begun after its deadline', async () => {
    await expect(open('http://127.0.0.1:1/', { ...order, deadline: NOW })).rejects.toThrow(
      'No time was left',
    );
  });

  it.each([
    ['{"retry_after": 1.5, "global": false}', 1_500],
    ['{"ok": false, "parameters": {"retry_after": 35}}', 35_000],
    ['{"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 2000}', 2_000],
    ['rate limit exceeded', 60_000],
  ])('waits as long as the answer %s says', async (body, retryAfter) => {
    const address = await serve((_, answer) => answer.writeHead(429).end(body));
    await expect(open(address, order)).rejects.toMatchObject({ retryAfter });
  });

  it('waits for a minute where the service does not say how long', () => {
    expect([waitIn('3'), waitIn(undefined), waitIn('soon'), waitIn('0')]).toEqual([
      3_000, 60_000, 60_000, 60_000,
    ]);
  });
});

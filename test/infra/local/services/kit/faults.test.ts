import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Faults,
  pathGlob,
  playFaults,
  readFaultFile,
} from '../../../../../infra/local/services/kit/faults.ts';
import { call, KEY, openHost, type OpenHost } from './http/open-host.ts';

describe('faults on requests', () => {
  let host: OpenHost;
  afterEach(() => host.close());
  const work = () => call(`${host.url}/news/work`);

  it('answers with the status, in the shape of the service or with the given body', async () => {
    host = await openHost();
    host.faults.play([
      { times: 1, fault: { status: 503, retryAfter: 7 } },
      { times: 1, fault: { status: 500, body: '<html>bad gateway</html>' } },
      { times: 1, fault: { status: 429, body: { detail: 'slow down' } } },
    ]);
    const first = await work();
    expect([first.status, first.headers.get('retry-after'), first.body.status_code]).toEqual([503, '7', 503]);
    expect(await work()).toMatchObject({ status: 500, text: '<html>bad gateway</html>' });
    expect(await work()).toMatchObject({ status: 429, body: { detail: 'slow down' } });
    expect(await work()).toMatchObject({ status: 200, body: { worked: 1 } });
  });

  it('delays, resets before any work, loses the answer after it, and answers in another shape', async () => {
    host = await openHost();
    const faults = [{ delay: 31_000 }, 'reset', 'lost', { shape: 'wrong' }] as const;
    host.faults.play(faults.map((fault) => ({ times: 1, fault })));
    expect((await work()).status).toBe(200);
    expect(host.slept).toEqual([31_000]);
    await expect(work()).rejects.toThrow(/fetch failed/);
    expect(host.worked()).toBe(1);
    await expect(work()).rejects.toThrow(/fetch failed/);
    expect(host.worked()).toBe(2);
    const { status, body } = await work();
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('worked');
  });

  it.each([0.5, 3, 1_000_000])('cuts the answer off (%d)', async (cut) => {
    host = await openHost();
    host.faults.play([{ fault: { cut } }]);
    const answer = await request(`${host.url}/news/big`, { headers: KEY });
    expect(answer.statusCode).toBe(200);
    await expect(answer.body.text()).rejects.toThrow(/closed|terminated|aborted|ended/);
  });

  it('hangs until the caller gives up, and still closes', async () => {
    host = await openHost();
    host.faults.play([{ fault: 'hang' }]);
    await expect(call(`${host.url}/news/work`, { signal: AbortSignal.timeout(50) })).rejects.toThrow(
      /timeout/,
    );
    const pending = work().catch(() => 'dropped');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await host.close();
    expect(await pending).toBe('dropped');
    host = await openHost();
  });

  it('chooses by service, path and method', async () => {
    host = await openHost();
    host.faults.play([
      { service: 'extraction', fault: { status: 500 } },
      { path: '/echo/{id}', method: 'POST', fault: { status: 502 } },
    ]);
    expect((await work()).status).toBe(200);
    expect((await call(`${host.url}/news/echo/9`, { method: 'POST' })).status).toBe(502);
    expect((await call(`${host.url}/jobs/svc/refused`)).status).toBe(500);
  });
});

describe('rules', () => {
  const ask = { service: 'news', method: 'GET', path: '/search' } as const;
  const playing = (...[rules, seed]: Parameters<Faults['play']>) => {
    const faults = playFaults();
    faults.play(rules, seed);
    return faults;
  };
  it('let some pass, then hit some', () => {
    const faults = playing([{ after: 2, times: 3, fault: 'reset' }]);
    const hits = Array.from({ length: 8 }, () => (faults.next(ask) ? 'x' : '.')).join('');
    expect(hits).toBe('..xxx...');
  });

  it('take the first that hits', () => {
    const faults = playing([
      { path: '/other', fault: 'hang' },
      { path: '/sea*', fault: 'reset' },
      { fault: 'lost' },
    ]);
    expect(faults.next(ask)).toBe('reset');
    expect(faults.next({ ...ask, path: '/a.b' })).toBe('lost');
  });
});

function write(content: string, name = 'faults.yaml'): string {
  const file = join(mkdtempSync(join(tmpdir(), 'faults-')), name);
  writeFileSync(file, content);
  return file;
}

describe('fault files', () => {
  it('are YAML or JSON, a list or rules with a seed', () => {
    const list = readFaultFile(
      write('- {service: news, path: /search, times: 2, fault: {status: 429, retryAfter: 3}}'),
    );
    expect(list.rules).toEqual([
      {
        service: 'news',
        path: '/search',
        after: 0,
        times: 2,
        probability: 1,
        fault: { status: 429, retryAfter: 3 },
      },
    ]);
    expect(readFaultFile(write('{"seed": 9, "rules": [{"fault": "hang"}]}', 'faults.json'))).toMatchObject({
      seed: 9,
    });
  });

  it.each([
    ['- {fault: explode}', /rules\.0\.fault: expected "reset"/],
    ['- {sevrice: news, fault: reset}', /sevrice/],
    ['- {path: /search, fault: job-never-ends}', /rules\.0: a fault by name has no path/],
    ['[', /neither JSON nor YAML/],
  ])('are refused when they say %s', (content, message) => {
    const file = write(content);
    expect(() => readFaultFile(file)).toThrow(message);
    expect(() => readFaultFile(file)).toThrow(file);
  });
});

it.each([
  ['/search', '/search', true],
  ['/api/{name}', '/api/x', true],
  ['/api/{name}', '/api/x/y', false],
  ['/api/{name}/jobs', '/api/x/jobs', true],
  ['/a/*/c/*/e', '/a/c/c/c/c/e', true],
  ['/a/*/c/*/e', '/a/b/c/d/f', false],
])('%s covers %j: %s', (pattern, path, covers) => {
  expect(pathGlob(pattern)(path)).toBe(covers);
});

import { Hono } from 'hono';
import { hostServices } from '../../../../../../infra/local/services/kit/http/host-services.ts';
import { singleKey } from '../../../../../../infra/local/services/kit/plan.ts';
import {
  type LocalService,
  readJson,
  type ServiceApp,
} from '../../../../../../infra/local/services/kit/http/local-service.ts';
import {
  detailErrors,
  RequestRefused,
  statusErrors,
} from '../../../../../../infra/local/services/kit/http/refusal.ts';
import type { UsageLimits } from '../../../../../../infra/local/services/kit/usage.ts';
import { testDeps } from '../test-deps.ts';

export type OpenHost = Awaited<ReturnType<typeof openHost>>;

/** Two small services on one port: `/news` with every kind of route, `/jobs` with the other error shape. */
export async function openHost({
  limits = {},
  bodyLimit = 1_000_000,
  sleep,
}: {
  limits?: UsageLimits;
  bodyLimit?: number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
} = {}) {
  let worked = 0;
  const slept: number[] = [];
  const deps = testDeps();
  const { usage } = deps;
  const news: ServiceApp = new Hono();
  news.on(['GET', 'POST'], '/work', (call) => call.json({ worked: (worked += 1) }));
  news.post('/echo/:id', async (call) =>
    call.json({ id: call.req.param('id'), body: (await readJson(call)) as object }),
  );
  news.get('/big', (call) => call.json({ words: 'lorem ipsum '.repeat(1_000) }));
  news.get('/broken', () => Promise.reject(new Error('nobody foresaw this')));
  news.get('/circle', (call) => call.json(1n));
  news.get('/left', (call) => call.json({ used: usage.used('news') }));
  news.get('/health', (call) => call.json({ ok: true }));
  const jobs: ServiceApp = new Hono();
  jobs.get('/svc/refused', () => {
    throw new RequestRefused(422, 'limit is wrong', {
      issues: [{ loc: ['body', 'limit'], msg: 'too small', type: 'too_small' }],
    });
  });
  const newsService: LocalService = {
    name: 'news',
    prefix: '/news',
    keys: singleKey({ header: 'x-api-token', key: 'good' }),
    errors: statusErrors,
    limits,
    openPaths: ['/health'],
    uncountedPaths: ['/left'],
    app: news,
  };
  const jobsService: LocalService = {
    name: 'extraction',
    prefix: '/jobs',
    keys: singleKey({ header: 'x-api-key', key: 'good' }),
    errors: detailErrors,
    limits: {},
    app: jobs,
  };
  const host = await hostServices([newsService, jobsService], {
    ...deps,
    bodyLimit,
    sleep: sleep ?? (async (ms) => void slept.push(ms)),
  });
  /** `worked`: how often the handler of `/work` has run. */
  return { ...deps, ...host, slept, worked: () => worked, used: () => usage.used('news') };
}

export const KEY = { 'x-api-token': 'good' };

/** One JSON call; the body is undefined where the answer is not JSON. */
export async function call(
  url: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; body: any; text: string }> {
  const answer = await fetch(url, {
    ...init,
    headers: { ...KEY, ...init.headers },
  });
  const text = await answer.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: answer.status, headers: answer.headers, body, text };
}

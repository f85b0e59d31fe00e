import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { explainFailure } from '../../../../infra/local/services/explain-failure.ts';
import { playFaults } from '../../../../infra/local/services/kit/faults.ts';
import { DEFAULT_PLAN } from '../../../../infra/local/services/kit/plan.ts';
import {
  openServices,
  type RunningServices,
  type ServicesOptions,
  startServices,
} from '../../../../infra/local/services/start-services.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');
const dir = mkdtempSync(join(tmpdir(), 'start-'));
const written = (name: string, ...lines: object[]) => {
  writeFileSync(join(dir, name), lines.map((line) => JSON.stringify(line)).join('\n'));
  return [join(dir, name)];
};
const TITLES = [
  'Data breach at Acme Corp exposes 590,000 customer accounts',
  'Globex wins a prize for its bridge',
  'Initech confirms data breach, 40,000 customer records stolen',
];
const CORPUS = written(
  'corpus.ndjson',
  ...TITLES.map((title, index) => ({
    id: `a${index}`,
    title,
    content: `${title}. The company told its customers on Friday.`,
    link: `https://news.example/${index}`,
    domain_url: 'news.example',
    language: 'en',
    rank: 100,
    published_date: `2026-11-20 1${index}:00:00`,
  })),
);

let services: RunningServices;
afterEach(() => services.close());

const options = (more: Partial<ServicesOptions>): ServicesOptions => ({
  port: 0,
  corpus: CORPUS,
  shiftToNow: false,
  allowLoopback: false,
  plan: DEFAULT_PLAN,
  faults: playFaults(),
  extraction: { walk: { by: 'call' } },
  clock: { now: () => NOW },
  newId: randomUUID,
  log: () => {},
  ...more,
});
const start = async (more: Partial<ServicesOptions> = {}) => startServices(options(more));

/** A call of a service by its path on the common port; POST where there is a body. */
async function call(path: string, body?: object, key?: string): Promise<{ status: number; body: any }> {
  const isJobs = /^\/(?:jobs|svc)/.test(path);
  const own = isJobs ? services.jobs.key : path.startsWith('/news') ? services.news.key : services.events.key;
  const answer = await fetch(`http://127.0.0.1:${services.port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', [isJobs ? 'x-api-key' : 'x-api-token']: key ?? own },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

describe('while the corpus is loaded', () => {
  it('requests wait for all of it', async () => {
    const opened = await openServices(options({}));
    services = opened;
    let isLoaded = false;
    void opened.loaded.then(() => (isLoaded = true));
    expect(isLoaded).toBe(false);
    const { body } = await call('/news/search', { q: 'Acme OR Globex OR Initech', from_: '30d' });
    expect([body.total_hits, isLoaded]).toEqual([3, true]);
  });

  it('closing ends it, and a corpus that cannot be read is known once the port is open', async () => {
    const closed = await openServices(options({}));
    await closed.close();
    await expect(closed.loaded).rejects.toThrow(/abort/);
    const opened = await openServices(options({ corpus: [join(dir, 'absent.ndjson')] }));
    services = opened;
    await expect(opened.loaded).rejects.toThrow(/absent\.ndjson: the file cannot/);
  });
});

it('skipped lines and a corpus without ranks are reported; with strict such lines are refused', async () => {
  const line = (id: string, more: object) => ({ id, published_date: '2026-11-20', ...more });
  const said: string[] = [];
  const log = (text: string) => said.push(text);
  const corpus = written('odd.ndjson', line('a', { title: 'x', rank: 1 }), line('b', { title: null }));
  services = await start({ corpus, log });
  expect(said[0]).toBe('1 of 2 lines of the corpus was skipped:');
  expect(said.at(-1)).toMatch(/^1 articles/);
  await expect(start({ corpus, strict: true })).rejects.toThrow(/odd\.ndjson, line 2: article\.title/);
  await services.close();
  services = await start({ corpus: written('bare.ndjson', line('a', { title: 'x' })), log });
  expect(said.filter((text) => text.includes('ranked_only: false'))).toHaveLength(1);
});

it('paths, people and strictness follow the plan', async () => {
  const keys = [{ key: 'key-of-vic', organization: 'acme', active: true }];
  const vic = {
    email: 'vic@acme.example',
    known: true,
    organizations: ['acme'],
    roles: { acme: 'viewer' as const },
    keys,
  };
  const extraction = { ...DEFAULT_PLAN.extraction, accounts: [vic] };
  services = await start({ plan: { ...DEFAULT_PLAN, strict: true, extraction } });
  const statuses = async (...calls: Parameters<typeof call>[]) => {
    const found: number[] = [];
    for (const one of calls) found.push((await call(...one)).status);
    return found;
  };
  const query = { query: 'Layoffs' };
  const fixed: Parameters<typeof call>[] = [
    ['/svc/validate', query],
    ['/news/api/search', { q: 'Acme' }],
    ['/health'],
  ];
  expect(await statuses(...fixed, ['/svc/validate', query, 'nobody'], ['/svcs/validate', query])).toEqual([
    200, 200, 200, 401, 404,
  ]);
  expect(
    await statuses(
      ['/jobs/svc/validate', query, 'key-of-vic'],
      ['/jobs/svc/submit', query, 'key-of-vic'],
      ['/jobs/svc/submit', { ...query, limit: 10 }],
      ['/jobs/svc/submit', { ...query, limit: 9 }],
    ),
  ).toEqual([200, 403, 200, 422]);
  await services.close();
  services = await start({ plan: { ...DEFAULT_PLAN, fixedPaths: false } });
  expect(await statuses(...fixed)).toEqual([404, 404, 404]);
});

describe('the three services together', () => {
  it('keep jobs in the data folder, let it go when they close, and say why they cannot start', async () => {
    const data = join(dir, 'data');
    services = await start({ data });
    const { job_id } = (await call('/jobs/svc/submit', { query: 'Data breaches' })).body;
    const failure = async (more: Partial<ServicesOptions>) =>
      explainFailure(await start(more).catch((error) => error));
    expect(await failure({ data })).toMatch(/data is in use by another process/);
    expect(await failure({ port: services.port })).toMatch(/^The port is in use/);
    expect(await failure({ corpus: ['absent.ndjson'] })).toMatch(/^absent\.ndjson: the file cannot be read/);
    expect(explainFailure(new TypeError('nobody foresaw this'))).toMatch(/TypeError: nobody.*\n\s+at /);
    await services.close();
    services = await start({ data });
    expect((await call('/jobs/svc/jobs/user')).body.jobs).toMatchObject([{ job_id }]);
  });
});

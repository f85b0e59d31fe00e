import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { explainFailure } from '../../../../infra/local/services/explain-failure.ts';
import { chanceFrom } from '../../../../infra/local/services/kit/clock.ts';
import { playFaults } from '../../../../infra/local/services/kit/faults.ts';
import { DEFAULT_PLAN } from '../../../../infra/local/services/kit/plan.ts';
import { createExtractionClient } from '../../../../shared/providers/extraction/client/create-extraction-client.ts';
import { testClock } from '../../../shared/providers/test-clock.ts';
import {
  openServices,
  type RunningServices,
  type ServicesOptions,
  startServices,
} from '../../../../infra/local/services/start-services.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');
const dir = mkdtempSync(join(tmpdir(), 'start-'));
const CORPUS = join(dir, 'corpus.ndjson');
const TITLES = [
  'Data breach at Acme Corp exposes 590,000 customer accounts',
  'Globex wins a prize for its bridge',
  'Initech confirms data breach, 40,000 customer records stolen',
];
writeFileSync(
  CORPUS,
  TITLES.map((title, index) =>
    JSON.stringify({
      id: `a${index}`,
      title,
      content: `${title}. The company told its customers on Friday.`,
      link: `https://news.example/${index}`,
      domain_url: 'news.example',
      language: 'en',
      rank: 100,
      published_date: `2026-11-20 1${index}:00:00`,
    }),
  ).join('\n'),
);

let services: RunningServices;
afterEach(() => services.close());

function options(more: Partial<ServicesOptions>): ServicesOptions {
  return {
    port: 0,
    corpus: [CORPUS],
    shiftToNow: false,
    allowLoopback: false,
    plan: DEFAULT_PLAN,
    faults: playFaults(),
    extraction: { walk: { by: 'call' } },
    clock: { now: () => NOW },
    chance: chanceFrom(1),
    newId: randomUUID,
    log: () => {},
    ...more,
  };
}

async function start(more: Partial<ServicesOptions> = {}): Promise<RunningServices> {
  return startServices(options(more));
}

describe('while the corpus is loaded', () => {
  it('requests wait for all of it', async () => {
    const opened = await openServices(options({}));
    services = opened;
    let isLoaded = false;
    void opened.loaded.then(() => (isLoaded = true));
    expect(isLoaded).toBe(false);
    const headers = { 'content-type': 'application/json', 'x-api-token': opened.news.key };
    const body = '{"q":"Acme OR Globex OR Initech","from_":"30d"}';
    const answer = await fetch(`${opened.news.url}/search`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ total_hits: 3 });
    expect(isLoaded).toBe(true);
  });

  it('a corpus that cannot be read is known once the port is open', async () => {
    const opened = await openServices(options({ corpus: [join(dir, 'absent.ndjson')] }));
    services = opened;
    await expect(opened.loaded).rejects.toThrow(/absent\.ndjson: the file cannot/);
  });

  it('closing ends it', async () => {
    const opened = await openServices(options({}));
    await opened.close();
    await expect(opened.loaded).rejects.toThrow(/abort/);
    services = await start();
  });
});

describe('what is said of a corpus at the start', () => {
  const line = (id: string, more: object) => JSON.stringify({ id, published_date: '2026-11-20', ...more });
  const written = (name: string, ...lines: string[]) => {
    writeFileSync(join(dir, name), lines.join('\n'));
    return [join(dir, name)];
  };

  it('skipped lines are reported, and refused with strict', async () => {
    const corpus = written('odd.ndjson', line('a', { title: 'x', rank: 1 }), line('b', { title: null }));
    const said: string[] = [];
    services = await start({ corpus, log: (text) => said.push(text) });
    expect(said[0]).toBe('1 of 2 lines of the corpus was skipped:');
    expect(said.at(-1)).toMatch(/^1 articles/);
    await expect(start({ corpus, strict: true })).rejects.toThrow(/odd\.ndjson, line 2: article\.title/);
  });

  it('a corpus without ranks is invisible to the usual searches', async () => {
    const said: string[] = [];
    const log = (text: string) => said.push(text);
    services = await start({ corpus: written('bare.ndjson', line('a', { title: 'x' })), log });
    expect(said.filter((text) => text.includes('ranked_only: false'))).toHaveLength(1);
    await services.close();
    said.length = 0;
    const some = written('some.ndjson', line('a', { title: 'x' }), line('b', { title: 'y', rank: 7 }));
    services = await start({ corpus: some, log });
    expect(said).toEqual([expect.stringMatching(/^2 articles/)]);
  });
});

it('serves the fixed paths that clients of others append, unless the plan ends that', async () => {
  services = await start();
  const ask = async (path: string, header: string, key: string) => {
    const headers = { 'content-type': 'application/json', [header]: key };
    const root = `http://127.0.0.1:${services.port}`;
    const answer = await fetch(`${root}${path}`, {
      method: 'POST',
      headers,
      body: path.startsWith('/news') ? '{"q":"Acme"}' : '{"query":"Layoffs"}',
    });
    return answer.status;
  };
  const statuses = async () => [
    await ask('/svc/validate', 'x-api-key', services.jobs.key),
    await ask('/svc/validate', 'x-api-key', 'nobody'),
    await ask('/news/api/search', 'x-api-token', services.news.key),
    await ask('/svcs/validate', 'x-api-key', services.jobs.key),
  ];
  expect(await statuses()).toEqual([200, 401, 200, 404]);
  const client = createExtractionClient({
    baseUrl: `http://127.0.0.1:${services.port}`,
    key: services.jobs.key,
    clock: testClock(),
  });
  expect(await client.jobs.validate({ query: 'Layoffs at banks' })).toMatchObject({ status: 'good' });
  await client.close();
  await services.close();
  services = await start({ plan: { ...DEFAULT_PLAN, fixedPaths: false } });
  expect(await statuses()).toEqual([404, 404, 404, 404]);
});

it('takes people and strictness from the plan', async () => {
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
  const { url, prefix, key } = services.jobs;
  const statusOf = async (path: string, body: object, as: string) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': as };
    const answer = await fetch(`${url}${prefix}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return answer.status;
  };
  expect(await statusOf('/validate', { query: 'Layoffs' }, 'key-of-vic')).toBe(200);
  expect(await statusOf('/submit', { query: 'Layoffs' }, 'key-of-vic')).toBe(403);
  expect(await statusOf('/submit', { query: 'Layoffs', limit: 10 }, key)).toBe(200);
  expect(await statusOf('/submit', { query: 'Layoffs', limit: 9 }, key)).toBe(422);
});

async function call(url: string, { key, body }: { key: object; body?: object }): Promise<any> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...key },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** Polls a job until it ends; each poll is a step. */
async function finish(jobId: string): Promise<string> {
  const { url, prefix, key } = services.jobs;
  for (let polls = 0; polls < 60; polls += 1) {
    const { status } = await call(`${url}${prefix}/status/${jobId}`, { key: { 'x-api-key': key } });
    if (status === 'completed' || status === 'failed') return status;
  }
  return 'unfinished';
}

describe('the three services together', () => {
  it('answer from one corpus: articles, the events they tell of, and records extracted from them', async () => {
    services = await start();
    const { news, events, jobs } = services;
    const articles = await call(`${news.url}/search`, {
      key: { 'x-api-token': news.key },
      body: { q: '"data breach"', from_: '2026-11-19' },
    });
    expect(articles.articles.map(({ id }: any) => id).toSorted()).toEqual(['a0', 'a2']);
    const breaches = await call(`${events.url}/api/events_search`, {
      key: { 'x-api-token': events.key },
      body: {
        event_type: 'data_breach',
        additional_filters: { company_name: 'acme' },
        attach_articles_data: true,
      },
    });
    expect([breaches.events[0].company_name, breaches.articles[0].id]).toEqual(['Acme Corp', 'a0']);
    const key = { 'x-api-key': jobs.key };
    const body = { query: 'Data breaches', limit: 10, start_date: '2026-11-19', end_date: '2026-11-21' };
    const { job_id: id } = await call(`${jobs.url}${jobs.prefix}/submit`, { key, body });
    expect(await finish(id)).toBe('completed');
    const { all_records: records } = await call(`${jobs.url}${jobs.prefix}/pull/${id}`, { key });
    const links = records.flatMap(({ citations }: any) => citations.map(({ link }: any) => link)).toSorted();
    expect(links).toEqual(['https://news.example/0', 'https://news.example/2']);
  });

  it('keep jobs in the data folder, and let it go when they close', async () => {
    const data = join(dir, 'data');
    services = await start({ data });
    const key = { 'x-api-key': services.jobs.key };
    const submit = `${services.jobs.url}/svc/submit`;
    const { job_id: id } = await call(submit, { key, body: { query: 'Data breaches', limit: 10 } });
    await services.close();
    services = await start({ data });
    const { jobs } = await call(`${services.jobs.url}/svc/jobs/user`, { key });
    expect(jobs.map((job: any) => job.job_id)).toEqual([id]);
  });

  it('say why they cannot start', async () => {
    const data = join(dir, 'taken');
    services = await start({ data });
    const failure = async (more: Partial<ServicesOptions>) =>
      explainFailure(await start(more).catch((error) => error));
    expect(await failure({ data })).toMatch(/taken is in use by another process/);
    expect(await failure({ port: services.port })).toMatch(/^The port is in use/);
    expect(await failure({ corpus: ['absent.ndjson'] })).toMatch(/^absent\.ndjson: the file cannot be read/);
    expect(explainFailure(new TypeError('nobody foresaw this'))).toMatch(/TypeError: nobody.*\n\s+at /);
  });
});

import { describe, expect, it } from 'vitest';
import type { ExtractionClient } from '../../../../shared/providers/extraction/client/create-extraction-client.ts';
import { scriptedServer, type ScriptedServer } from '../scripted-server.ts';
import { extractionClient } from './extraction-fixtures.ts';

/** An answer that every reader takes. */
const TAKEN_BY_ALL = {
  job_id: 'j',
  id: 'i',
  monitor_id: 'm',
  dataset_id: 'd',
  project_id: 'p',
  status: 'completed',
  webhook: { id: 'w' },
};

const REF = { resource_type: 'monitor', resource_id: 'm/1' } as const;
const HOOK = { name: 'Ours', url: 'https://hooks.acme.example/in' };

type Calls = [ask: (client: ExtractionClient) => Promise<unknown>, sent: string, body?: unknown][];

const JOBS: Calls = [
  [({ jobs }) => jobs.submit({ query: 'q' }), 'POST /submit', { query: 'q' }],
  [({ jobs }) => jobs.initialize({ query: 'q' }), 'POST /initialize', { query: 'q' }],
  [({ jobs }) => jobs.validate({ query: 'q' }), 'POST /validate', { query: 'q' }],
  [
    ({ jobs }) => jobs.continue({ job_id: 'j', new_limit: 50 }),
    'POST /continue',
    { job_id: 'j', new_limit: 50 },
  ],
  [({ jobs }) => jobs.status('j'), 'GET /status/j'],
  [({ jobs }) => jobs.pull('j'), 'GET /pull/j?page=1&page_size=100'],
  [
    ({ jobs }) => jobs.list({ page: 2, mode: 'base', ownership: 'own', search: 'a b', project_id: 'p' }),
    'GET /jobs/user?page=2&mode=base&ownership=own&search=a+b&project_id=p',
  ],
  [({ jobs }) => jobs.remove('j'), 'DELETE /jobs/j'],
];

const MONITORS: Calls = [
  [
    ({ monitors }) =>
      monitors.create({ reference_job_id: 'j', schedule: 'every day at 9 AM UTC', backfill: false }),
    'POST /monitors/create',
    { reference_job_id: 'j', schedule: 'every day at 9 AM UTC', backfill: false },
  ],
  [({ monitors }) => monitors.list({ project_id: 'p' }), 'GET /monitors?project_id=p'],
  [({ monitors }) => monitors.runs('m', { sort: 'desc' }), 'GET /monitors/m/jobs?sort=desc'],
  [({ monitors }) => monitors.pull('m'), 'GET /monitors/pull/m'],
  [
    ({ monitors }) =>
      monitors.change('m', { change: { schedule: 'every Monday', timezone: 'Europe/Paris' } }),
    'PATCH /monitors/m',
    { schedule: 'every Monday', timezone: 'Europe/Paris' },
  ],
  [({ monitors }) => monitors.enable('m'), 'POST /monitors/m/enable', { backfill: true }],
  [({ monitors }) => monitors.disable('m'), 'POST /monitors/m/disable'],
  [({ monitors }) => monitors.remove('m'), 'DELETE /monitors/m'],
];

const WEBHOOKS: Calls = [
  [({ webhooks }) => webhooks.create(HOOK), 'POST /webhooks', HOOK],
  [({ webhooks }) => webhooks.list({ project_id: 'p' }), 'GET /webhooks?project_id=p'],
  [({ webhooks }) => webhooks.read('w'), 'GET /webhooks/w'],
  [
    ({ webhooks }) => webhooks.change('w', { change: { name: 'Theirs' } }),
    'PATCH /webhooks/w',
    { name: 'Theirs' },
  ],
  [({ webhooks }) => webhooks.remove('w'), 'DELETE /webhooks/w'],
  [
    ({ webhooks }) => webhooks.test('w', { payload: { a: 1 } }),
    'POST /webhooks/w/test',
    { payload: { a: 1 } },
  ],
  [({ webhooks }) => webhooks.assign('w', { resource: REF }), 'POST /webhooks/w/resources', REF],
  [
    ({ webhooks }) => webhooks.assignments('w', { query: { resource_type: 'job', page: 3 } }),
    'GET /webhooks/w/resources?resource_type=job&page=3',
  ],
  [({ webhooks }) => webhooks.history({ webhook_id: 'w' }), 'GET /webhook-history?webhook_id=w'],
];

const ENTITY = { name: 'Acme', additional_attributes: { company_attributes: { domain: 'acme.example' } } };

const ENTITIES: Calls = [
  [({ entities }) => entities.list({ project_id: 'p' }), 'GET /entities?project_id=p'],
  [({ entities }) => entities.createMany([ENTITY]), 'POST /entities/batch', { entities: [ENTITY] }],
  [({ entities }) => entities.change('e', { change: { name: 'B' } }), 'PATCH /entities/e', { name: 'B' }],
  [({ entities }) => entities.remove('e'), 'DELETE /entities/e'],
];

const DATASETS: Calls = [
  [({ datasets }) => datasets.list({ ownership: 'shared' }), 'GET /datasets?ownership=shared'],
  [
    ({ datasets }) => datasets.create({ name: 'Cars', entity_ids: ['e'] }),
    'POST /datasets',
    { name: 'Cars', entity_ids: ['e'] },
  ],
  [({ datasets }) => datasets.read('d'), 'GET /datasets/d'],
  [({ datasets }) => datasets.remove('d'), 'DELETE /datasets/d'],
  [
    ({ datasets }) => datasets.putIn('d', { entity_ids: ['e'] }),
    'POST /datasets/d/entities',
    { entity_ids: ['e'] },
  ],
];

const PROJECTS: Calls = [
  [({ projects }) => projects.list({ search: 'a' }), 'GET /projects?search=a'],
  [({ projects }) => projects.create({ name: 'P' }), 'POST /projects', { name: 'P' }],
  [({ projects }) => projects.remove('p'), 'DELETE /projects/p?delete_resources=false'],
  [({ projects }) => projects.resources('p', { query: { page: 2 } }), 'GET /projects/p/resources?page=2'],
];

const ACCOUNT: Calls = [
  [(client) => client.userLimits(), 'POST /user/limits'],
  [(client) => client.sourceGroups({ page: 1 }), 'GET /source-groups?page=1'],
];

const ALL = [...JOBS, ...MONITORS, ...WEBHOOKS, ...ENTITIES, ...DATASETS, ...PROJECTS, ...ACCOUNT];

const sentTo = (server: ScriptedServer, n = 0) => {
  const { method, url } = server.arrivals[n]!;
  return `${method} ${url.pathname}${url.search}`;
};

describe('an operation goes out as described', () => {
  it.each(ALL)('%s: %s', async (ask, sent, body) => {
    const server = await scriptedServer({ json: TAKEN_BY_ALL });
    const { client } = extractionClient(server.url, { prefix: '', organizationId: 'org-1' });
    await ask(client);
    expect(sentTo(server)).toBe(sent);
    const [arrival] = server.arrivals;
    expect(arrival?.headers).toMatchObject({ 'x-api-key': 'k-3', 'x-organization-id': 'org-1' });
    expect(arrival?.body === '' ? undefined : JSON.parse(arrival!.body)).toEqual(body);
  });

  it.each(ALL)('%s: %s, below the prefix, and its error names it without its ids', async (ask, sent) => {
    const server = await scriptedServer({ status: 418, json: { detail: 'no' } });
    const { client } = extractionClient(`${server.url}/`, { prefix: '/v9/jobs/' });
    const error: any = await ask(client).catch((thrown: unknown) => thrown);
    expect(sentTo(server)).toBe(sent.replace(' ', ' /v9/jobs'));
    expect(error).toMatchObject({ service: 'extraction', status: 418, refusal: 'request' });
    expect(error.operation).not.toContain('%2F');
  });

  it('is below /svc unless another prefix is set, without an organization unless one is set', async () => {
    const server = await scriptedServer({ json: TAKEN_BY_ALL });
    const { client } = extractionClient(server.url);
    await client.jobs.status('j');
    expect(sentTo(server)).toBe('GET /svc/status/j');
    expect(server.arrivals[0]?.headers['x-organization-id']).toBeUndefined();
  });

  it('has a path of its own', () => {
    const paths = new Set(
      ALL.map(([, sent]) =>
        sent.split('?')[0]!.replaceAll(/\/(j|m|w|e|d|p|m%2F1|monitor\/m%2F1)(?=\/|$)/g, '/*'),
      ),
    );
    expect(paths.size).toBe(ALL.length);
  });
});

describe('what makes or starts something is sent once', () => {
  const once =
    /^POST \/(submit|continue|monitors\/(create|m\/enable)|webhooks(\/w\/test)?|entities\/batch|datasets|projects)$/;
  it.each(ALL)('%s: %s', async (ask, sent) => {
    const server = await scriptedServer({ status: 500 });
    const { client } = extractionClient(server.url);
    await ask(client).catch(() => {});
    expect(server.arrivals).toHaveLength(once.test(sent) ? 1 : 3);
  });
});

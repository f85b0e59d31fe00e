import { expect } from 'vitest';
import { SECOND } from '../open-extraction.ts';
import {
  ARTICLES,
  finished,
  gets,
  keep,
  list,
  QUERY,
  refused,
  type Scenarios,
  type Step,
  submit,
} from '../scenario.ts';

const attributes = (company_attributes: object) => ({ additional_attributes: { company_attributes } });
const entity = (body: object, name = 'entity'): Step => [
  'POST /entities',
  { name: 'Acme', ...body },
  200,
  { id: keep(name), status: 'pending' },
];
const dataset = (body: object = {}, name = 'dataset'): Step => [
  'POST /datasets',
  { name: 'Watched', ...body },
  200,
  { id: keep(name) },
];
const status = (...statuses: string[]): Step => [
  'GET /datasets/$dataset/status',
  200,
  { dataset_id: '$dataset', history: statuses.map((one) => ({ status: one })) },
];

/** An upload of a CSV; without one the form has no file. */
function upload(
  path: string,
  csv: string | undefined,
  fields: Record<string, string> = { name: 'Uploaded' },
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (csv !== undefined) form.set('file', new Blob([csv], { type: 'text/csv' }), 'companies.csv');
  return [`POST ${path}`, form] as const;
}
const report = (total_rows: number, valid_rows: number, ...skipped_rows: object[]) => ({
  validation_report: { total_rows, valid_rows, skipped_count: skipped_rows.length, skipped_rows },
});
const CSV =
  '\uFEFFname,domain,description,alternative_names,key_persons\nAcme,acme.example,"Shops, many",Acme Stores; ACME ,Jane Doe\nGlobex,,,,\n,globex.example,,,\n';

export const RESOURCES: Scenarios = {
  'entities are refused for what is wrong': [
    ...refused('POST /entities', { name: 'A' }, [
      [422, { name: '' }, { entity_type: 'ship' }, { external_entity_id: 'x'.repeat(256) }, { domain: 7 }],
      [422, attributes({ alternative_names: 'B' })],
    ]),
    ...[attributes({ domain: 'a.example' }), { domain: 'a.example' }].map(
      (company): Step => [
        'POST /entities',
        { name: 'Ann', entity_type: 'person', ...company },
        400,
        { message: expect.any(String), status: 'Bad request', status_code: 400 },
      ],
    ),
  ],
  'entities get ready, are shown under older names too, and change': [
    ['POST /entities', { name: 'Ann', type: 'person' }, 200, { id: keep('ann') }],
    [
      'GET /entities/$ann',
      200,
      { type: 'person', entity_type: 'person', domain: null, alternative_names: [] },
    ],
    entity({
      description: 'Shops',
      external_entity_id: 'x-1',
      ...attributes({ domain: 'acme.example', key_persons: ['Jane Doe'] }),
    }),
    2 * SECOND,
    ['GET /entities/$entity', 200, { status: 'enriching' }],
    [
      'PATCH /entities/$entity',
      { name: 'Acme Corp', ...attributes({ domain: 'acme-corp.example' }) },
      200,
      {
        id: '$entity',
        name: 'Acme Corp',
        entity_type: 'company',
        description: 'Shops',
        external_entity_id: 'x-1',
        organization_id: 'acme',
        domain: 'acme-corp.example',
        key_persons: [],
        created_at: '2026-11-21T08:00:00',
        updated_at: '2026-11-21T08:00:02',
      },
    ],
    [
      'PATCH /entities/$entity',
      { alternative_names: ['Stores'], external_entity_id: null },
      200,
      {
        external_entity_id: null,
        ...attributes({ domain: 'acme-corp.example', alternative_names: ['Stores'] }),
      },
    ],
    4 * SECOND,
    ['GET /entities/$entity', 200, { status: 'ready' }],
    ...refused('PATCH /entities/$entity', {}, [[422, { name: 7 }, { external_entity_id: 'x'.repeat(256) }]]),
    ['GET /entities/nobody', 404],
    ['PATCH /entities/nobody', {}, 404],
  ],
  'entities are made in a batch, all or none': [
    [
      'POST /entities/batch',
      { entities: [{ name: 'A' }, { name: 'B' }] },
      200,
      { count: 2, entities: [{ status: 'pending' }, {}] },
    ],
    [
      'POST /entities/batch',
      { entities: [{ name: 'C' }, { name: 'D', entity_type: 'person', ...attributes({}) }] },
      400,
    ],
    ['POST /entities/batch', { entities: [] }, 422],
    ['POST /entities/batch', { entities: Array.from({ length: 1_001 }, () => ({ name: 'A' })) }, 400],
    ['GET /entities', 200, { total: 2 }],
  ],
  'entities are listed with filters and in order': [
    ...['Beta', 'Alpha', 'Gamma'].flatMap((name): Step[] => [
      entity({ name, ...(name === 'Gamma' && { entity_type: 'person' }) }),
      3 * SECOND,
    ]),
    ...gets([
      [
        '/entities',
        200,
        { page: 1, page_size: 100, total_pages: 1, ...list('entities', 'name', ['Gamma', 'Alpha', 'Beta']) },
      ],
      ['/entities?sort_by=name&sort_order=asc', 200, list('entities', 'name', ['Alpha', 'Beta', 'Gamma'])],
      ['/entities?search=ALP', 200, list('entities', 'name', ['Alpha'])],
      ['/entities?entity_type=person', 200, list('entities', 'name', ['Gamma'])],
      ['/entities?status=ready', 200, list('entities', 'name', ['Alpha', 'Beta'])],
      ['/entities?page=2&page_size=2', 200, list('entities', 'name', ['Beta'])],
      ['/entities?page_size=501', 422],
      ['/entities?project_id=nobody', 404],
    ]),
  ],
  'entities are deleted, also out of datasets': [
    entity({}),
    dataset({ entity_ids: ['$entity'] }),
    ['DELETE /entities/$entity', 204],
    ['GET /entities/$entity', 404],
    ['DELETE /entities/$entity', 404],
    ['GET /datasets/$dataset', 200, { entity_count: 0 }],
  ],
  'datasets are made from entities that exist, listed, changed and deleted': [
    entity(attributes({ domain: 'acme.example', description: 'Shops' })),
    [
      'POST /datasets',
      { name: 'Watched', entity_ids: ['$entity', '$entity'], description: 'Ours' },
      200,
      {
        id: keep('dataset'),
        name: 'Watched',
        description: 'Ours',
        entity_count: 1,
        entity_status_breakdown: { pending: 1 },
        latest_status: 'pending',
        health_score: 50,
        health_breakdown: { domain: 100, description: 100, alternative_names: 0, key_persons: 0 },
      },
    ],
    ...refused('POST /datasets', { name: 'D' }, [
      [400, { entity_ids: ['nobody'] }],
      [422, { name: '' }],
      [404, { project_id: 'nobody' }],
    ]),
    10 * SECOND,
    dataset({ name: 'Second' }, 'second'),
    ...gets([
      ['/datasets', 200, { page: 1, ...list('datasets', 'name', ['Second', 'Watched']) }],
      ['/datasets?latest_status=ready', 200, list('datasets', 'name', ['Watched'])],
    ]),
    ['PATCH /datasets/$dataset', { name: 'Renamed' }, 200, { id: '$dataset', name: 'Renamed' }],
    ['RESTART 0'],
    ['GET /datasets/$dataset', 200, { name: 'Renamed', latest_status: 'ready' }],
    ['DELETE /datasets/$dataset', 204],
    ['DELETE /datasets/$dataset', 404],
    ['GET /datasets/$dataset', 404],
    ['GET /datasets', 200, list('datasets', 'name', ['Second'])],
  ],
  'datasets take entities in, give them up and list them; they get ready anew': [
    entity({ name: 'Alpha', external_entity_id: 'x' }, 'a'),
    entity({ name: 'Beta' }, 'b'),
    dataset({ entity_ids: ['$a'] }),
    status('pending'),
    6 * SECOND,
    status('pending', 'enriching', 'ready'),
    [
      'POST /datasets/$dataset/entities',
      { entity_ids: ['$a', '$b'] },
      200,
      { dataset_id: '$dataset', affected_count: 1 },
    ],
    ['GET /datasets/$dataset', 200, { latest_status: 'pending' }],
    2 * SECOND,
    status('pending', 'enriching', 'ready', 'pending', 'enriching'),
    ...refused('POST /datasets/$dataset/entities', {}, [
      [400, { entity_ids: ['nobody'] }],
      [422, { entity_ids: [] }],
    ]),
    [
      'POST /datasets/$dataset/entities/list',
      { search: 'alp' },
      200,
      {
        total: 1,
        page: 1,
        page_size: 100,
        entities: [
          {
            id: '$a',
            name: 'Alpha',
            entity_type: 'company',
            external_entity_id: 'x',
            status: 'ready',
            attributes: {},
          },
        ],
      },
    ],
    [
      'POST /datasets/$dataset/entities/list',
      { sort_by: 'name', sort_order: 'asc' },
      200,
      list('entities', 'name', ['Alpha', 'Beta']),
    ],
    [
      'DELETE /datasets/$dataset/entities',
      { entity_ids: ['$b', 'nobody'] },
      200,
      { dataset_id: '$dataset', affected_count: 1 },
    ],
    ['DELETE /datasets/nobody/entities', { entity_ids: ['$b'] }, 404],
    ['GET /datasets/nobody/status', 404],
    ['PATCH /datasets/nobody', {}, 404],
    ['POST /datasets/nobody/entities/list', {}, 404],
  ],
  'a CSV makes a dataset or adds to one, and tells which rows were skipped and why': [
    [
      ...upload('/datasets/upload', CSV),
      200,
      {
        dataset_id: keep('dataset'),
        dataset_name: 'Uploaded',
        entities_created: 2,
        ...report(3, 2, { row: 2, reason: 'domain is empty' }),
      },
    ],
    [
      'POST /datasets/$dataset/entities/list',
      { sort_by: 'name', sort_order: 'asc' },
      200,
      {
        entities: [
          {
            name: 'Acme',
            attributes: {
              domain: 'acme.example',
              description: 'Shops, many',
              alternative_names: ['Acme Stores', 'ACME'],
              key_persons: ['Jane Doe'],
            },
          },
          { name: 'globex.example' },
        ],
      },
    ],
    [
      ...upload('/datasets/$dataset/upload', 'Domain,Name\na.example,A\n', {}),
      200,
      { dataset_id: '$dataset', entities_created: 1, ...report(1, 1) },
    ],
    [...upload('/datasets/upload', undefined), 422],
    [...upload('/datasets/upload', CSV, { name: 'D', project_id: 'nobody' }), 404],
    [...upload('/datasets/$dataset/upload', undefined), 422],
    [...upload('/datasets/nobody/upload', CSV), 404],
  ],
  'a watchlist gives each company its records, with connected entities and scores': [
    [
      'POST /entities/batch',
      {
        entities: ['Acme', 'Globex'].map((name) => ({
          name,
          external_entity_id: `x-${name}`,
          domain: `${name.toLowerCase()}.example`,
        })),
      },
      200,
      { entities: [{ id: keep('acme') }, { id: keep('globex') }] },
    ],
    dataset({ entity_ids: ['$acme', '$globex'] }),
    [
      'POST /submit',
      { ...QUERY, connected_dataset_ids: ['$dataset'] },
      400,
      { detail: expect.stringContaining('not ready') },
    ],
    10 * SECOND,
    ...finished({ connected_dataset_ids: ['$dataset'] }),
    [
      'GET /pull/$job',
      200,
      {
        connected_dataset_ids: ['$dataset'],
        connected_datasets: [{ id: '$dataset', name: 'Watched', is_deleted: false }],
        all_records: expect.arrayContaining([
          expect.objectContaining({
            record_title: ARTICLES[0]?.title,
            connected_entities: [
              {
                entity_id: expect.any(String),
                name: 'Acme',
                type: 'company',
                association_type: 'event_associated',
                external_entity_id: 'x-Acme',
                ed_score: expect.any(Number),
                relation: expect.any(String),
                company: {
                  domain: 'acme.example',
                  alternative_names: [],
                  key_persons: [],
                  description: null,
                },
              },
            ],
          }),
        ]),
      },
    ],
    dataset({ entity_ids: ['$acme'] }, 'one'),
    10 * SECOND,
    ...(
      [
        [{ ed_score_min: 1 }, 2],
        [{ ed_association_type: 'event_associated' }, 1],
        [{ ed_score_min: 10 }, 0],
      ] as const
    ).flatMap(([body, valid_records]): Step[] => [
      ...finished({ connected_dataset_ids: ['$one'], ...body }),
      ['GET /pull/$job', 200, { valid_records }],
    ]),
    ...finished({ connected_dataset_ids: ['$one'], query: 'all news about my companies' }),
    [
      'GET /pull/$job',
      200,
      {
        is_all_news_query: true,
        validators: [],
        all_records: [{ tags: { event_type: 'security/data_breach', sector: 'retail' } }, {}],
      },
    ],
    [
      'GET /pull/$job/csv',
      200,
      expect.stringMatching(/,citations,event_associated_entities,mention_entities\n/),
    ],
    ['DELETE /datasets/$one', 204],
    ['GET /pull/$job', 200, { connected_datasets: [{ id: '$one', is_deleted: true }] }],
    ['POST /submit', { ...QUERY, connected_dataset_ids: ['$one'] }, 400],
  ],
};

const PROJECT: Step[] = [
  [
    'POST /projects',
    { name: 'Press', description: 'Ours' },
    201,
    { success: true, name: 'Press', project_id: keep('project') },
  ],
];
/** A project with a completed job, a monitor, a dataset and a webhook. */
const FULL: Step[] = [
  ...PROJECT,
  [
    'POST /webhooks',
    { name: 'W', url: 'https://hooks.example.com/x', project_id: '$project' },
    201,
    { webhook: { id: keep('hook') } },
  ],
  ...finished({ project_id: '$project' }),
  [
    'POST /monitors/create',
    { reference_job_id: '$job', schedule: 'daily', backfill: false, project_id: '$project' },
    200,
    { monitor_id: keep('monitor') },
  ],
  dataset({ project_id: '$project' }),
];
const add = (
  project: string,
  ...outcomes: [type: string, id: string, success: boolean, exists: boolean][]
): Step => [
  `POST /projects/${project}/resources`,
  { resources: outcomes.map(([resource_type, resource_id]) => ({ resource_type, resource_id })) },
  200,
  {
    success: outcomes.every(([, , success]) => success),
    results: outcomes.map(([, , success, already_exists]) => ({ success, already_exists })),
  },
];

export const PROJECTS: Scenarios = {
  'projects are made, read, changed and listed': [
    ...PROJECT,
    [
      'GET /projects/$project',
      200,
      { success: true, project_id: '$project', name: 'Press', description: 'Ours', resources_count: 0 },
    ],
    ['PATCH /projects/$project', { name: 'News' }, 200, { success: true, project_id: '$project' }],
    ['POST /projects', { name: 'Other' }, 201],
    [
      'GET /projects?search=news',
      200,
      { total: 1, page: 1, total_pages: 1, projects: [{ project_id: '$project', name: 'News' }] },
    ],
    ...refused('POST /projects', {}, [[422, {}, { name: '' }]]),
    ['GET /projects?page=0', 422],
    ['PATCH /projects/nobody', {}, 404],
  ],
  'projects that do not exist are 404, those of another organization 403': [
    ...PROJECT,
    ...['', '/overview', '/resources'].flatMap((path): Step[] => [
      [`GET /projects/nobody${path}`, 404],
      [`eve GET /projects/$project${path}`, 403],
    ]),
    ['eve POST /webhooks', { name: 'W', url: 'https://a.example.com', project_id: '$project' }, 403],
    ['eve POST /submit', { ...QUERY, project_id: '$project' }, 403],
    ['eve GET /projects', 200, { total: 0 }],
    ...['jobs/user', 'monitors', 'datasets', 'entities', 'webhooks'].map(
      (path): Step => [`eve GET /${path}?project_id=$project`, 403],
    ),
  ],
  'projects count and list what they hold, and narrow every other list': [
    ...FULL,
    [
      'GET /projects/$project/overview',
      200,
      {
        project_id: '$project',
        overview: {
          jobs: { completed: 1 },
          monitors: { enabled: 1 },
          datasets: { total: 1, pending: 1 },
          monitor_groups: { total: 0 },
          webhooks: { total: 1, active: 1 },
        },
      },
    ],
    ['GET /projects/$project', 200, { resources_count: 4 }],
    [
      'GET /projects/$project/resources',
      200,
      {
        total: 4,
        resources: [
          {
            resource_type: 'job',
            resource_id: '$job',
            name: QUERY.query,
            created_at: keep('at'),
            metadata: { status: 'completed' },
          },
          { resource_type: 'monitor', resource_id: '$monitor' },
          { resource_type: 'dataset', resource_id: '$dataset' },
          { resource_type: 'webhook', resource_id: '$hook' },
        ],
      },
    ],
    ['GET /projects/$project/resources?resource_type=dataset', 200, { total: 1 }],
    submit(),
    ['POST /webhooks', { name: 'W', url: 'https://hooks.example.com/x' }, 201],
    entity({}),
    ['GET /entities?project_id=$project', 200, { total: 0 }],
    ['POST /datasets/$dataset/entities', { entity_ids: ['$entity'] }, 200],
    ...gets(
      ['jobs/user', 'monitors', 'datasets', 'entities', 'webhooks'].map((path) => [
        `/${path}?project_id=$project`,
        200,
        { total: 1 },
      ]),
    ),
  ],
  'projects take resources in, each with an outcome of its own, and give them up': [
    ...PROJECT,
    ['POST /projects', { name: 'Second' }, 201, { project_id: keep('other') }],
    submit(),
    [
      'POST /webhooks',
      { name: 'W', url: 'https://hooks.example.com/x' },
      201,
      { webhook: { id: keep('hook') } },
    ],
    add('$project', ['job', '$job', true, false], ['webhook', '$hook', true, false]),
    add(
      '$project',
      ['job', '$job', true, true],
      ['webhook', '$hook', true, true],
      ['dataset', 'nobody', false, false],
    ),
    add(
      '$other',
      ['job', '$job', false, false],
      ['webhook', '$hook', true, false],
      ['monitor_group', 'x', false, false],
    ),
    [
      'POST /projects/$project/resources',
      { resources: [{ resource_type: 'entity', resource_id: '$job' }] },
      422,
    ],
    ...['job/$job', 'webhook/$hook'].flatMap((path): Step[] => [
      [`DELETE /projects/$project/resources/${path}`, 200, { success: true }],
      [`DELETE /projects/$project/resources/${path}`, 404],
    ]),
    ['DELETE /projects/$project/resources/planet/x', 422],
    ['GET /status/$job', 200],
  ],
  'a project is deleted alone by default': [
    ...FULL,
    [
      'DELETE /projects/$project',
      200,
      {
        success: true,
        project_id: '$project',
        deleted_resources: { job: 0, monitor: 0, dataset: 0, webhook_unlinked: 1 },
      },
    ],
    ['DELETE /projects/$project', 404],
    ...gets(['/status/$job', '/webhooks/$hook', '/datasets/$dataset'].map((path) => [path, 200])),
    ['POST /projects', { name: 'Next' }, 201, { project_id: keep('other') }],
    add('$other', ['job', '$job', true, false]),
  ],
  'a project is deleted with what it held when that is asked for, but never with webhooks': [
    ...FULL,
    [
      'DELETE /projects/$project?delete_resources=true',
      200,
      { deleted_resources: { job: 1, monitor: 1, dataset: 1, webhook_unlinked: 1 } },
    ],
    ...gets([
      ['/status/$job', 404],
      ['/datasets/$dataset', 404],
      ['/monitors', 200, { total: 0 }],
      ['/webhooks/$hook', 200],
    ]),
  ],
};

const person = (name: string, more: object = {}) => ({
  email: `${name}@acme.example`,
  organizations: ['acme'],
  keys: [{ key: `key-of-${name}`, organization: 'acme', active: true }],
  ...more,
});
const accounts = [
  person('ann'),
  person('bob'),
  person('vic', { roles: { acme: 'viewer' } }),
  person('root', { roles: { acme: 'admin' } }),
  person('who', { known: false }),
  person('off', { keys: [{ key: 'key-of-off', organization: 'acme', active: false }] }),
  person('dan', {
    organizations: ['acme', 'globex'],
    keys: ['acme', 'globex'].map((organization) => ({
      key: `key-of-dan${organization}`,
      organization,
      active: true,
    })),
  }),
];
const shared = (permission: string) => ({
  sharing_info: { shared_at: '2026-11-21T08:00:00.000Z', permission, shared_by: 'ann@acme.example' },
});

export const PEOPLE: Scenarios = {
  'who calls is known by key and organization': {
    accounts,
    steps: [
      ['nobody GET /jobs/user', 401],
      ['who GET /jobs/user', 401, { detail: expect.stringContaining('who@acme.example') }],
      ['off GET /jobs/user', 401],
      ['ann@acme GET /jobs/user', 200],
      ['ann@globex GET /jobs/user', 403],
      ['danacme@globex GET /jobs/user', 401],
    ],
  },
  'a viewer reads, a member has his own, an admin manages everything': {
    accounts,
    steps: [
      submit(),
      ['bob GET /status/$job', 403],
      ['bob GET /jobs/user', 200, { total: 0 }],
      [
        'POST /webhooks',
        { name: 'W', url: 'https://hooks.example.com/x' },
        201,
        { webhook: { id: keep('hook') } },
      ],
      ['vic GET /jobs/user', 200],
      ['vic POST /validate', { query: 'Layoffs' }, 200],
      ['vic POST /submit', QUERY, 403],
      ['vic DELETE /jobs/$job', 403],
      ['root PATCH /webhooks/$hook', { name: 'Of root' }, 200],
      ['root GET /pull/$job', 200, shared('manage')],
      ['root DELETE /jobs/$job', 200],
    ],
  },
  'what members share is listed with who shared it': {
    settings: { sharing: 'view' },
    steps: [
      submit(),
      [
        'POST /webhooks',
        { name: 'W', url: 'https://hooks.example.com/x' },
        201,
        { webhook: { id: keep('hook') } },
      ],
      ['bob GET /pull/$job', 200, shared('view')],
      ['bob GET /jobs/user?ownership=shared', 200, { jobs: [{ job_id: '$job', ...shared('view') }] }],
      ['bob GET /jobs/user?ownership=own', 200, { total: 0 }],
      ['bob DELETE /jobs/$job', 404],
      ['eve GET /status/$job', 403],
    ],
  },
};

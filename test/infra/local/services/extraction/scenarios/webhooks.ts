import { expect } from 'vitest';
import { article, HOUR, SECOND } from '../open-extraction.ts';
import {
  finished,
  gets,
  keep,
  QUERY,
  refused,
  type Scenarios,
  type Step,
  submit,
  without,
} from '../scenario.ts';

const ARTICLES = [
  article('Retailer Acme hit by data breach, 40 million cards stolen'),
  article('Supermarket Globex admits a security breach'),
];
const [ACME, GLOBEX] = ARTICLES.map(({ title }) => title);
const HOOK = { name: 'Ours', url: 'https://hooks.example.com/x' };
const create = (more: object = {}, name = 'hook'): Step => [
  'POST /webhooks',
  { ...HOOK, ...more },
  201,
  { success: true, webhook: { id: keep(name) } },
];
const custom = (template: string, more = {}) => ({ type: 'custom', formatter_config: { template, ...more } });
const bodies = (...all: object[]): Step => ['SENT', ...all.map((body) => ({ body }))];
const history = (query: string, ...items: object[]): Step => [
  `GET /webhook-history?${query}`,
  200,
  { items },
];
/** Answers each request with the next status. */
const answering = (...statuses: number[]) => {
  const left = [...statuses];
  return () => ({ status: left.shift() ?? 200, body: 'ok' });
};
const job = { resource_type: 'job', resource_id: '$job' };

export const WEBHOOKS: Scenarios = {
  'a webhook is refused for what is wrong': [
    ...refused('POST /webhooks', HOOK, [
      [
        422,
        ...['hello', 'http://hooks.example.com/x', 'https://93.184.216.34/x', 'https://0x7f.1/x'].map(
          (url) => ({ url }),
        ),
      ],
      [
        422,
        ...['https://[::1]/x', 'https://localhost/x', 'https://printer.local/x', 'https://intranet/x'].map(
          (url) => ({ url }),
        ),
      ],
      [422, { url: 'https://a:b@hooks.example.com/x' }, { name: '' }, { type: 'pigeon' }, { type: 'slack' }],
      [422, custom('é'.repeat(5_121)), custom('{% if %}'), custom('x', { content_type: 'image/png' })],
      [422, { headers: { 'x-a': 'b\r\nx-c: d' } }, { auth: { type: 'digest', token: 'x' } }],
      [422, { auth: { type: 'bearer' } }, { method: 'TRACE' }, { delivery_mode: 'slowly' }],
      [404, { project_id: 'nobody' }],
    ]),
    create(),
    ...refused('PATCH /webhooks/$hook', {}, [
      [422, { url: 'https://10.0.0.1' }, { is_active: 'perhaps' }, { auth: { type: 'digest' } }],
    ]),
    ['PATCH /webhooks/nobody', {}, 404],
  ],
  'a webhook is made with defaults, changed, listed and deleted': [
    [
      'POST /webhooks',
      HOOK,
      201,
      {
        success: true,
        webhook: {
          ...HOOK,
          id: keep('hook'),
          type: 'generic',
          delivery_mode: 'full',
          method: 'POST',
          is_active: true,
          headers: {},
          params: {},
          auth: null,
          formatter_config: null,
          organization_id: 'acme',
          created_by_user_id: 'ann@acme.example',
          created_at: '2026-11-21T08:00:00',
        },
      },
    ],
    [
      'POST /webhooks',
      { ...HOOK, url: 'https://hooks.slack.com/services/x' },
      201,
      { webhook: { type: 'slack' } },
    ],
    ['POST /webhooks', { ...HOOK, ...custom('x'), type: undefined }, 201, { webhook: { type: 'custom' } }],
    [
      'POST /webhooks',
      { ...HOOK, type: 'custom' },
      201,
      { webhook: { type: 'custom', formatter_config: null } },
    ],
    ['PATCH /webhooks/$hook', { auth: { type: 'bearer', token: 'secret' } }, 200],
    [
      'PATCH /webhooks/$hook',
      { name: 'Other', auth: null, is_active: false },
      200,
      { webhook: { name: 'Other', auth: null, is_active: false, url: HOOK.url } },
    ],
    ...gets([
      ['/webhooks?search=other', 200, { total: 1, page: 1, total_pages: 1, webhooks: [{ id: '$hook' }] }],
      ['/webhooks/$hook', 200, { success: true, webhook: { name: 'Other' } }],
    ]),
    ['DELETE /webhooks/$hook', 204],
    ['GET /webhooks/$hook', 404],
    ['DELETE /webhooks/$hook', 404],
  ],
  'a strict service wants a template, and a history of one thing': {
    settings: { strict: true },
    steps: [
      ['POST /webhooks', { ...HOOK, type: 'custom' }, 422],
      ...gets(['', '?resource_type=job', '?resource_id=b'].map((query) => [`/webhook-history${query}`, 422])),
    ],
  },
  'secrets are masked in every answer': [
    [
      { type: 'bearer', token: 'a-long-secret' },
      { type: 'bearer', token: '****cret' },
    ],
    [
      { type: 'api_key', header: 'x-key', value: 'short' },
      { type: 'api_key', header: 'x-key', value: '****' },
    ],
    [
      { type: 'basic', username: 'ann', password: 'a-long-password' },
      { type: 'basic', username: 'ann', password: '****word' },
    ],
  ].flatMap(([auth, shown]): Step[] => [
    create({ auth }),
    ['GET /webhooks/$hook', 200, { webhook: { auth: shown } }],
    ['PATCH /webhooks/$hook', { name: 'New' }, 200, { webhook: { auth: shown } }],
    ['GET /webhooks', 200, { webhooks: expect.arrayContaining([expect.objectContaining({ auth: shown })]) }],
  ]),
  'a job that is over is delivered with all records and the proof of who sends': {
    articles: ARTICLES,
    steps: [
      create({
        auth: { type: 'bearer', token: 'secret-token' },
        headers: { 'X-Team': 'press' },
        params: { from: 'jobs' },
      }),
      ...finished({ webhook_ids: ['$hook'] }),
      ['GET /pull/$job', 200, { all_records: keep('records') }],
      [
        'SENT',
        {
          method: 'POST',
          url: 'https://hooks.example.com/x?from=jobs',
          headers: {
            authorization: 'Bearer secret-token',
            'x-team': 'press',
            'content-type': 'application/json',
          },
          body: {
            event: 'job_completed',
            job_id: '$job',
            status: 'completed',
            ...QUERY,
            records_count: 2,
            records: '$records',
          },
        },
      ],
    ],
  },
  'records go one by one, by a template, as text, or without a body': {
    articles: ARTICLES,
    steps: [
      create({ delivery_mode: 'per_record', auth: { type: 'api_key', header: 'X-Key', value: 'v' } }, 'each'),
      create(
        {
          auth: { type: 'basic', username: 'ann', password: 'pass' },
          ...custom(
            '{{ event }}: {{ records_count }} {% for r in records %}<{{ r.record_title | escape }}>{% endfor %}',
            {
              content_type: 'text/plain',
            },
          ),
        },
        'template',
      ),
      create({ url: 'https://hooks.slack.com/services/x' }, 'chat'),
      create({ method: 'GET' }, 'get'),
      ...finished({ webhook_ids: ['$each', '$template', '$chat', '$get'] }),
      [
        'SENT',
        { headers: { 'x-key': 'v' }, body: { records_count: 1, record: { record_title: ACME } } },
        { body: without('records') },
        {
          body: `job_completed: 2 <${ACME}><${GLOBEX}>`,
          headers: { 'content-type': 'text/plain', authorization: `Basic ${btoa('ann:pass')}` },
        },
        { body: { text: `job_completed: 2 records\n- ${ACME}\n- ${GLOBEX}` } },
        { method: 'GET', body: undefined },
      ],
    ],
  },
  'a delivery is tried at 1, 5 and 25 seconds, and each attempt is in the history': {
    articles: ARTICLES,
    settings: { turns: 1 },
    receiver: answering(500, 302, 404),
    steps: [
      create(),
      submit({ webhook_ids: ['$hook'] }),
      32 * SECOND,
      bodies(),
      SECOND,
      bodies({}),
      3 * SECOND,
      bodies(),
      SECOND,
      bodies({}),
      19 * SECOND,
      bodies(),
      SECOND,
      bodies({}),
      HOUR,
      bodies(),
      [
        'GET /webhook-history?webhook_id=$hook',
        200,
        {
          mode: 'webhook',
          webhook_id: '$hook',
          total: 3,
          page: 1,
          page_size: 50,
          total_pages: 1,
          items: [
            {
              id: 3,
              attempt_number: 3,
              status_code: 404,
              delivery_status: 'FAILED',
              ...job,
              webhook_id: '$hook',
              additional_info: { job_id: '$job', records_count: 2 },
              timestamp: expect.any(String),
              error_message: 'The receiver answered 404',
              warning_message: null,
            },
            { attempt_number: 2, status_code: 302, delivery_status: 'FAILED' },
            { attempt_number: 1, status_code: 500, delivery_status: 'FAILED' },
          ],
        },
      ],
      ['GET /webhook-history', 200, { mode: 'all', total: 3 }],
      ...gets(
        [
          'webhook_id=$hook&resource_type=job&resource_id=$job',
          'webhook_id=$hook&resource_type=test',
          'resource_type=x',
        ].map((query) => [`/webhook-history?${query}`, 422]),
      ),
      ['GET /webhook-history?webhook_id=nobody', 404],
    ],
  },
  'the first answer of 2xx ends a delivery, and a restart does not lose it': {
    articles: ARTICLES,
    settings: { turns: 1 },
    receiver: answering(503, 204),
    steps: [
      create(),
      submit({ webhook_ids: ['$hook'] }),
      33 * SECOND,
      bodies({}),
      ['RESTART 0'],
      HOUR,
      bodies({}),
      [
        'GET /webhook-history?resource_type=job&resource_id=$job',
        200,
        { mode: 'resource', ...job, total: 2 },
      ],
      history(
        'webhook_id=$hook',
        { delivery_status: 'SUCCESS', attempt_number: 2 },
        { delivery_status: 'FAILED' },
      ),
    ],
  },
  'nothing is delivered while a webhook is off, nor what a fault loses': {
    articles: ARTICLES,
    steps: [
      create(),
      ['PATCH /webhooks/$hook', { is_active: false }, 200],
      ['POST /webhooks/$hook/test', {}, 422],
      ...finished({ webhook_ids: ['$hook'] }),
      ['PATCH /webhooks/$hook', { is_active: true }, 200],
      ['PLAY', { fault: 'webhook-never-sent', times: 1 }],
      ...finished({ webhook_ids: ['$hook'] }),
      bodies(),
      ...finished({ webhook_ids: ['$hook'] }),
      bodies({}),
    ],
  },
  'a test brings a payload, or a sample, and tells the answer': {
    receiver: answering(201, 403),
    steps: [
      create(),
      [
        'POST /webhooks/$hook/test',
        { payload: { hello: 'there' } },
        200,
        { success: true, message: 'Test delivered', http_status_code: 201, response_body: 'ok' },
      ],
      ['POST /webhooks/$hook/test', 200, { success: false, http_status_code: 403 }],
      bodies({ hello: 'there' }, { event: 'test', records_count: 1 }),
      history('resource_type=test&resource_id=$hook', { attempt_number: 1, delivery_status: 'FAILED' }, {}),
      ['POST /webhooks/nobody/test', {}, 404],
      ...[
        '{% for i in (1..1000000000) %}x{% endfor %}',
        '{% for i in (1..3000) %}{% for j in (1..3000) %}{% for k in (1..3000) %}x{% endfor %}{% endfor %}{% endfor %}',
      ].flatMap((template): Step[] => [
        create(custom(template)),
        [
          'POST /webhooks/$hook/test',
          { payload: {} },
          200,
          { success: false, http_status_code: null, message: expect.stringContaining('template failed') },
        ],
      ]),
      bodies(),
    ],
  },
  'assignments are made once, listed from both sides, and ended': [
    create(),
    submit(),
    [
      'POST /webhooks/$hook/resources',
      job,
      201,
      {
        success: true,
        already_existed: false,
        mapping: { webhook_id: '$hook', ...job, assigned_at: expect.any(String) },
      },
    ],
    ['POST /webhooks/$hook/resources', job, 200, { already_existed: true }],
    ...gets([
      ['/webhooks/$hook/resources?resource_type=job', 200, { total: 1, page: 1, resources: [job] }],
      ['/webhooks/$hook/resources?resource_type=monitor', 200, { total: 0 }],
      ['/webhooks/nobody/resources', 404],
      ['/resources/job/$job/webhooks', 200, { total: 1, webhooks: [{ id: '$hook' }] }],
      ['/resources/job/$job/webhooks?is_active=false', 200, { total: 0 }],
      ['/resources/job/nobody/webhooks', 404],
    ]),
    ['DELETE /webhooks/$hook/resources/job/$job', 204],
    ['DELETE /webhooks/$hook/resources/job/$job', 204],
    ['DELETE /webhooks/nobody/resources/job/$job', 404],
    ['GET /webhooks/$hook/resources', 200, { total: 0 }],
    ...refused('POST /webhooks/$hook/resources', { resource_id: 'nobody' }, [
      [404, ...['job', 'monitor', 'monitor_group'].map((resource_type) => ({ resource_type }))],
      [422, { resource_type: 'planet' }],
    ]),
    ...[201, 201, 201, 201, 201, 400].flatMap((status): Step[] => [
      create(),
      ['POST /webhooks/$hook/resources', job, status],
    ]),
  ],
  'a delivery by hand goes to the webhook that is named, or to all': {
    articles: ARTICLES,
    steps: [
      create({}, 'one'),
      create({}, 'two'),
      ...finished({ webhook_ids: ['$one', '$two'] }),
      bodies({}, {}),
      ['POST /webhook/trigger/job/$job?webhook_id=$one', 200, { success: true }],
      bodies(),
      SECOND,
      bodies({}),
      ['POST /webhook/trigger/job/$job', 200],
      SECOND,
      bodies({}, {}),
      ['POST /webhook/trigger/job/$job?job_id=other', 404],
      ['POST /webhook/trigger/job/nobody', 404],
      submit(),
      ['POST /webhook/trigger/job/$job', 404],
      ['POST /webhook/trigger/job/$job?webhook_id=$one', 404],
    ],
  },
};

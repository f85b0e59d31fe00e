import { expect } from 'vitest';
import { article, DAY, HOUR, MINUTE, SECOND, START } from '../open-extraction.ts';
import {
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

/** One breach before the start, then one on each of the next days; on the second day the first one is told again. */
const ARTICLES = [
  article('Retailer Acme hit by data breach'),
  article('Supermarket Globex admits a security breach', { discoveredAt: START + 20 * HOUR }),
  article('Retailer Acme hit by data breach', { discoveredAt: START + 44 * HOUR }),
  article('Department store Initech reports ransomware attack', { discoveredAt: START + 45 * HOUR }),
];
const TITLES = ARTICLES.map(({ title }) => title);
const titled = (...numbers: number[]) => numbers.map((at) => ({ record_title: TITLES[at] }));

const create = (body: object = {}, name = 'id'): Step => [
  'POST /monitors/create',
  { reference_job_id: '$job', schedule: 'every day at 9 AM UTC', backfill: false, ...body },
  200,
  { monitor_id: keep(name), status: 'Monitor Created Successfully' },
];
/** A monitor, daily at nine, over a finished job, with a webhook. */
const MONITOR: Step[] = [
  ...finished(),
  [
    'POST /webhooks',
    { name: 'Ours', url: 'https://hooks.example.com/x' },
    201,
    { webhook: { id: keep('hook') } },
  ],
  create({ webhook_ids: ['$hook'] }),
];
const runs = (...statuses: string[]): Step => [
  'GET /monitors/$id/jobs',
  200,
  statuses.map((status) => ({ status })),
];
const shows = (fields: object): Step => ['GET /monitors', 200, { monitors: [fields] }];
const patch = (body: object, status = 200): Step => ['PATCH /monitors/$id', body, status];

export const MONITORS: Scenarios = {
  'a monitor is refused for what is wrong': {
    articles: ARTICLES,
    steps: [
      ...finished(),
      ...refused('POST /monitors/create', { reference_job_id: '$job', schedule: 'daily' }, [
        [422, { schedule: 'whenever' }, { schedule: 'every 6 hours' }, { schedule: undefined }],
        [422, { timezone: 'Mars/Olympus' }, { limit: 0 }, { webhook_ids: ['1', '2', '3', '4', '5', '6'] }],
        [404, { reference_job_id: 'nobody' }, { webhook_ids: ['nobody'] }, { project_id: 'nobody' }],
      ]),
      submit({ mode: 'lite' }, 'lite'),
      HOUR,
      ['POST /monitors/create', { reference_job_id: '$lite', schedule: 'daily' }, 400],
      8 * DAY,
      ['POST /monitors/create', { reference_job_id: '$job', schedule: 'daily' }, 400],
      create({ limit: 1 }),
    ],
  },
  'slots: a monitor that is switched off keeps its own, a deleted one does not': {
    plan: { monitorSlots: 1 },
    steps: [
      ...MONITOR,
      [
        'POST /monitors/create',
        { reference_job_id: '$job', schedule: 'daily' },
        429,
        { detail: expect.stringContaining('Monitor_Active_Slots') },
      ],
      ['POST /monitors/$id/disable', 200],
      ['POST /monitors/create', { reference_job_id: '$job', schedule: 'daily' }, 429],
      ['POST /monitors/$id/enable', 200],
      ['DELETE /monitors/$id', 200],
      create(),
    ],
  },
  'the list shows a monitor with its schedule in words': [
    ...finished(),
    [
      'POST /webhooks',
      { name: 'W', url: 'https://a.example.com', auth: { type: 'bearer', token: 'a-secret' } },
      201,
      { webhook: { id: keep('hook') } },
    ],
    create({
      schedule: 'every weekday at 7:00 in Europe/Paris',
      timezone: 'Asia/Tokyo',
      limit: 20,
      webhook_ids: ['$hook'],
    }),
    [
      'GET /monitors',
      200,
      {
        total_monitors: 1,
        total: 1,
        page: 1,
        total_pages: 1,
        monitors: [
          {
            monitor_id: '$id',
            reference_job_id: '$job',
            reference_job_query: QUERY.query,
            enabled: true,
            schedule: '0 7 * * 1-5',
            schedule_human_readable: 'Every weekday at 07:00 (Europe/Paris)',
            timezone: 'Europe/Paris',
            limit: 20,
            webhook: {
              url: 'https://a.example.com',
              method: 'POST',
              headers: {},
              params: {},
              auth: ['bearer', '****'],
            },
            user_key: '****-ann',
            created_at: expect.any(String),
          },
        ],
      },
    ],
    ...gets([['/monitors?ownership=nobody', 422]]),
    ['eve GET /monitors', 200, { total_monitors: 0 }],
  ],
  'webhooks get the reference job first, then only what is new': {
    articles: ARTICLES,
    steps: [
      ...MONITOR,
      26 * HOUR,
      DAY,
      [
        'SENT',
        ...[[0], [1], [3]].map((numbers) => ({
          body: {
            event: 'monitor_run_completed',
            monitor_id: '$id',
            reference_job_id: '$job',
            latest_job_id: expect.any(String),
            records_count: 1,
            cron_expression: '0 9 * * *',
            timezone: 'UTC',
            records: titled(...numbers),
          },
        })),
      ],
      [
        'GET /monitors/pull/$id',
        200,
        {
          monitor_id: '$id',
          status: 'Done',
          records: 3,
          limit: null,
          cron_expression: '0 9 * * *',
          timezone: 'UTC',
          is_all_news_query: false,
          connected_datasets: [],
          reference_job: { ...QUERY, context: null, source_groups: [] },
          run_info: { first_run: '2026-11-21T09:00:00.000Z', last_run: '2026-11-23T09:00:00.000Z' },
          all_records: [
            {
              ...titled(0)[0],
              added_on: expect.stringContaining('2026-11-21'),
              updated_on: expect.stringContaining('2026-11-23'),
              citations: [
                { job_id: '$job' },
                {
                  id: expect.any(String),
                  link: ARTICLES[2]?.link,
                  added_on: expect.stringContaining('2026-11-23'),
                },
              ],
            },
            ...titled(1, 3),
          ],
        },
      ],
      ['GET /monitors/pull/$id/csv', 200, expect.stringMatching(/^record_id,.*added_on.*\n.*Initech.*\n$/)],
      ['POST /webhook/trigger/monitor/$id?webhook_id=$hook', 200, { success: true }],
      ['POST /webhook/trigger/monitor/$id', { job_id: '$job' }, 200],
      ['POST /webhook/trigger/monitor/$id?job_id=$job', 200],
      10 * SECOND,
      ['SENT', ...[3, 0, 0].map((at) => ({ body: { records: titled(at) } }))],
      ...refused('POST /webhook/trigger/monitor/$id', {}, [
        [404, { job_id: 'nobody' }, { webhook_id: 'nobody' }],
      ]),
    ],
  },
  'runs are listed by start, and are in no list of jobs': [
    ...MONITOR,
    ['GET /monitors/$id/jobs', 200, []],
    50 * MINUTE + SECOND,
    [
      'GET /monitors/$id/jobs',
      200,
      [{ job_id: keep('run'), start_date: '2026-11-21T09:00:00.000Z', end_date: null, status: 'running' }],
    ],
    DAY,
    runs('job_completed', 'running'),
    ['GET /monitors/$id/jobs?sort=up', 422],
    ['GET /jobs/user', 200, { total: 1 }],
    ['GET /pull/$run', 200, { status: 'completed' }],
    ['GET /monitors/nobody/jobs', 404],
  ],
  'the history has counts and what became of each delivery': {
    articles: ARTICLES,
    receiver: ({ url }) => ({ status: url.endsWith('/bad') ? 503 : 200, body: '' }),
    steps: [
      ...MONITOR,
      ['GET /monitors/pull/$id/csv', 404],
      [
        'POST /webhooks',
        { name: 'Bad', url: 'https://hooks.example.com/bad' },
        201,
        { webhook: { id: keep('bad') } },
      ],
      ['POST /webhooks/$bad/resources', { resource_type: 'monitor', resource_id: '$id' }, 201],
      26 * HOUR,
      [
        'GET /monitors/$id/status',
        200,
        {
          success: true,
          monitor_id: '$id',
          total_statuses: 6,
          statuses: [
            {
              id: 6,
              status: 'dump',
              additional_information: {
                job_id: expect.any(String),
                nb_existing_records: 1,
                nb_final_records: 2,
                webhook: { success: false, status_code: 503, error_message: 'The receiver answered 503' },
                webhooks: [
                  { webhook_id: '$hook', success: true, status_code: 200, error_message: null },
                  { webhook_id: '$bad', success: false, status_code: 503 },
                ],
              },
            },
            {
              id: 5,
              status: 'scheduled',
              additional_information: {
                job_id: expect.any(String),
                start_date: '2026-11-21T09:00:00.000Z',
                end_date: '2026-11-22T09:00:00.000Z',
              },
            },
            ...['dump', 'scheduled', 'dump', 'created'].map((status) => ({ status })),
          ],
        },
      ],
      ['GET /monitors/nobody/status', 404],
    ],
  },
  'a backfill fills the gap since the reference job at once': {
    articles: ARTICLES,
    steps: [
      ...finished({ start_date: '2026-11-20T00:00:00Z', end_date: '2026-11-21T08:00:00Z' }),
      2 * DAY,
      create({ schedule: 'weekly', backfill: undefined }),
      ['GET /monitors/$id/jobs', 200, [{ job_id: keep('run') }]],
      ['GET /pull/$run', 200, { date_range: { start_date: '2026-11-21T08:00:00.000Z' } }],
      10 * MINUTE,
      ['GET /monitors/pull/$id', 200, { records: 3 }],
    ],
  },
  'the time of a failed run is covered by the next one': {
    articles: ARTICLES,
    steps: [
      ...MONITOR,
      ['PLAY', { fault: 'job-fails', times: 1 }],
      2 * HOUR,
      DAY,
      runs('failed', 'job_completed'),
      ['GET /monitors/pull/$id', 200, { records: 2 }],
    ],
  },
  'one run makes up for the times that were missed': {
    articles: ARTICLES,
    steps: [
      ...MONITOR,
      [`RESTART ${5 * DAY}`],
      10 * MINUTE,
      runs('job_completed'),
      ['GET /monitors/pull/$id', 200, { records: 3 }],
      DAY,
      runs('job_completed', 'job_completed'),
    ],
  },
  'a change takes a schedule; the zone counts only with one, and loses against the text': [
    ...MONITOR,
    [
      'PATCH /monitors/$id',
      { timezone: 'Asia/Tokyo' },
      200,
      { monitor_id: '$id', status: 'Monitor updated Successfully' },
    ],
    shows({ schedule: '0 9 * * *', timezone: 'UTC' }),
    patch({ schedule: 'every Monday at 6:00', timezone: 'Asia/Tokyo', limit: 9 }),
    shows({ schedule: '0 6 * * 1', timezone: 'Asia/Tokyo', limit: 9 }),
    patch({ schedule: 'every Monday at 6:00 UTC', timezone: 'Asia/Tokyo' }),
    shows({ timezone: 'UTC' }),
    ...refused('PATCH /monitors/$id', {}, [
      [422, { schedule: 'every 2 hours' }, { schedule: 'now and then' }, { limit: 0 }],
      [404, { webhook_ids: ['nobody'] }],
    ]),
    ['PATCH /monitors/nobody', {}, 404],
    patch({ schedule: 'every day at 10:00' }),
    90 * MINUTE,
    runs(),
    HOUR,
    runs('job_completed'),
  ],
  'a change replaces all webhooks, and an empty list clears them': [
    ...MONITOR,
    ['POST /webhooks', { name: 'B', url: 'https://b.example.com' }, 201, { webhook: { id: keep('other') } }],
    ['GET /resources/monitor/$id/webhooks', 200, list('webhooks', 'id', ['$hook'])],
    patch({ webhook_ids: ['$other'] }),
    ['GET /resources/monitor/$id/webhooks', 200, list('webhooks', 'id', ['$other'])],
    patch({ webhook_ids: [] }),
    ['GET /resources/monitor/$id/webhooks', 200, { webhooks: [] }],
  ],
  'a monitor stops while it is off; switched on it catches up, or leaves the time out': {
    articles: ARTICLES,
    steps: [
      ...MONITOR,
      ['POST /monitors/$id/disable', 200, { success: true, monitor_id: '$id' }],
      ['POST /monitors/$id/disable', 200],
      2 * DAY,
      runs(),
      shows({ enabled: false }),
      ['POST /monitors/$id/enable', { backfill: 'perhaps' }, 422],
      ['POST /monitors/$id/enable', 200, { success: true, monitor_id: '$id' }],
      10 * MINUTE,
      runs('job_completed'),
      ['GET /monitors/pull/$id', 200, { records: 3 }],
      ['POST /monitors/$id/disable', 200],
      2 * DAY,
      ['POST /monitors/$id/enable', { backfill: false }, 200],
      runs('job_completed'),
      [
        'GET /monitors/$id/status',
        200,
        {
          statuses: ['enable', 'disable', 'dump', 'scheduled', 'enable', 'disable', 'dump', 'created'].map(
            (status) => ({ status }),
          ),
        },
      ],
      ...['enable', 'disable'].map((word): Step => [`POST /monitors/nobody/${word}`, 404]),
    ],
  },
  'a deleted monitor is gone, and its deletion answers the same again': [
    ...MONITOR,
    ['bob DELETE /monitors/$id', 404],
    ['DELETE /monitors/$id', 200, { success: true, monitor_id: '$id' }],
    ['DELETE /monitors/$id', 200, { success: true, monitor_id: '$id' }],
    ...gets([
      ['/monitors/$id/status', 404],
      ['/monitors/pull/$id', 404],
      ['/monitors', 200, { total_monitors: 0 }],
    ]),
    ['DELETE /monitors/nobody', 404],
    3 * DAY,
    ['SENT'],
  ],
  'without credits monitors are switched off, with one mail a day at most': {
    articles: ARTICLES,
    plan: { monthlyCredits: 20 },
    steps: [
      ...MONITOR,
      create({}, 'second'),
      3 * DAY,
      ['GET /monitors', 200, { monitors: [{ enabled: false }, { enabled: false }] }],
      ['MAILS', { to: 'ann@acme.example', subject: 'Your monitors are paused' }],
      ['POST /monitors/$id/enable', 402],
      ['POST /monitors/create', { reference_job_id: '$job', schedule: 'daily', backfill: false }, 402],
      10 * DAY,
      ['POST /monitors/$id/enable', 200],
    ],
  },
};

import { expect } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../open-extraction.ts';
import { article } from '../open-extraction.ts';
import {
  ARTICLES,
  finished,
  gets,
  keep,
  list,
  QUERY,
  refused,
  type Scenarios,
  submit,
  without,
} from '../scenario.ts';

const item = { name: 'a', description: 'd' };
const credits = (current_usage: number, value: number) => ({
  features: expect.arrayContaining([
    expect.objectContaining({ code: 'monthly_free_credits', current_usage, value }),
  ]),
});

export const JOBS: Scenarios = {
  'submit refuses what is wrong': [
    ...refused('POST /submit', QUERY, [
      [
        422,
        { query: undefined },
        { query: '' },
        { query: 7 },
        { limit: 0 },
        { limit: 1.5 },
        { limit: 1_001 },
      ],
      [422, { mode: 'full' }, { validators: [] }, { validators: [{ ...item, name: ' ' }] }],
      [
        422,
        { validators: [{ ...item, type: 'number' }] },
        { validators: [item, item] },
        { enrichments: [item] },
      ],
      [422, { ed_association_type: 'mention' }, { fetch_all_watchlist_news: true }, { ed_score_min: 11 }],
      [
        422,
        { ed_score_min: 0, connected_dataset_ids: ['x'] },
        { webhook_ids: ['1', '2', '3', '4', '5', '6'] },
      ],
      [422, { ed_association_type: 'none', connected_dataset_ids: ['x'] }],
      [422, { source_groups: Array.from({ length: 21 }, (_, n) => `g${n}`) }],
      [422, ...['*', 'All news.', 'everything', 'all company news'].map((query) => ({ query }))],
      [
        400,
        { source_groups: ['nobody'] },
        { connected_dataset_ids: ['nobody'] },
        { start_date: 'yesterday' },
      ],
      [400, { end_date: '2026-11-20T00:00:00Z' }, { start_date: '2026-11-20', end_date: '2026-11-19' }],
      [400, { start_date: '2026-12-01' }, { start_date: '2026-12-01', end_date: '2026-12-03' }],
      [
        400,
        { start_date: '2026-10-01', end_date: '2026-11-20' },
        { start_date: '2026-07-01', end_date: '2026-07-05' },
      ],
      [404, { webhook_ids: ['nobody'] }, { project_id: 'nobody' }],
    ]),
    [
      'POST /submit',
      { ...QUERY, enrichments: [{ name: '', description: 'd', type: 'text' }] },
      422,
      { detail: [{ loc: ['body', 'enrichments', 0, 'name'] }] },
    ],
  ],
  'submit takes what is right': {
    plan: { jobSlots: 10 },
    steps: [
      submit(),
      ...gets([
        [
          '/pull/$job',
          200,
          { date_range: { start_date: '2026-11-16T08:00:00.000Z', end_date: '2026-11-21T08:00:00.000Z' } },
        ],
      ]),
      submit({
        context: null,
        limit: null,
        mode: null,
        validators: null,
        start_date: null,
        project_id: null,
      }),
      submit({ start_date: '2026-08-23', end_date: '2026-08-30' }),
      submit({ query: 'all news about Acme' }),
    ],
  },
  'slots are busy until a job ends': {
    plan: { jobSlots: 1 },
    steps: [
      submit(),
      ['POST /submit', QUERY, 429, { detail: expect.stringContaining('Jobs_Concurrency') }],
      HOUR,
      submit(),
    ],
  },
  'credits are used up until the next month': {
    plan: { monthlyCredits: 15 },
    steps: [
      ...finished(),
      ...gets([['/pull/$job', 200, { valid_records: 2 }]]),
      ['POST /user/limits', 200, credits(15, 15)],
      ['POST /submit', QUERY, 402],
      11 * DAY,
      submit(),
    ],
  },
  'initialize proposes criteria, fields and dates, and makes no job': [
    [
      'POST /initialize',
      { query: 'Layoffs at banks', context: 'in Asia' },
      200,
      {
        query: 'Layoffs at banks',
        context: 'in Asia',
        validators: expect.arrayContaining([
          expect.objectContaining({ name: 'is_about_layoff', type: 'boolean' }),
        ]),
        enrichments: expect.arrayContaining([expect.objectContaining({ name: 'jobs_cut', type: 'number' })]),
        start_date: '2026-11-16T08:00:00.000Z',
        date_modification_message: [],
      },
    ],
    ['GET /jobs/user', 200, { total: 0 }],
    ['POST /initialize', { query: 'all news', fetch_all_watchlist_news: true }, 200, { validators: [] }],
    ...refused('POST /initialize', QUERY, [
      [422, { query: undefined }, { start_date: 7 }],
      [400, { start_date: 'soon' }],
    ]),
    [
      'POST /initialize',
      { ...QUERY, start_date: '2026-01-01', end_date: '2026-11-20' },
      200,
      {
        start_date: keep('from'),
        end_date: keep('to'),
        date_modification_message: [expect.stringContaining('start_date was moved')],
      },
    ],
    submit({ start_date: '$from', end_date: '$to' }),
    [
      'POST /initialize',
      { ...QUERY, start_date: '2026-12-01', end_date: '2026-12-05' },
      200,
      { date_modification_message: [expect.stringContaining('start_date was moved')] },
    ],
  ],
  'validate gives advice': [
    ...(
      [
        ['Data breaches at retailers in Europe', 'good', []],
        ['news', 'critical', ['too_short']],
        ['latest company announcements', 'critical', ['too_vague']],
        ['layoffs, lawsuits and acquisitions at banks', 'needs_work', ['multiple_event_types']],
        ['articles about layoffs at banks', 'needs_work', ['article_request']],
        ['What is the history of lawsuits against banks', 'needs_work', ['static_content']],
        ['layoffs at banks in 2015', 'needs_work', ['wrong_timeframe']],
        [
          `layoffs of ${'brewers bakers butchers gardeners tailors sailors miners painters plumbers '.repeat(10)}`,
          'needs_work',
          ['too_specific', 'too_long'],
        ],
      ] as const
    ).map(
      ([query, status, issues]) =>
        [
          'POST /validate',
          { query },
          200,
          {
            status,
            issues,
            title: expect.any(String),
            confidence: expect.closeTo(0.7, 0),
            suggestions: issues.map((issue) => ({ issue, message: expect.any(String) })),
          },
        ] as const,
    ),
    ['POST /validate', { query: 7 }, 422],
  ],
  'a job walks its stages by the clock, and back for a broader search': {
    settings: { turns: 2 },
    steps: [
      submit(),
      8 * SECOND,
      [
        'GET /status/$job',
        200,
        {
          job_id: '$job',
          status: 'fetching',
          steps: ['submitted', 'analyzing', 'fetching', 'clustering', 'enriching', 'completed', 'failed'].map(
            (status, index) => ({ status, order: index + 1, completed: index < 2 }),
          ),
        },
      ],
      submit({}, 'other'),
      [
        'STATES $other',
        'submitted',
        'analyzing',
        'fetching',
        'clustering',
        'enriching',
        'fetching',
        'clustering',
        'enriching',
        'completed',
      ],
      ['GET /status/$other', 200, { steps: Array.from({ length: 7 }, (_, at) => ({ completed: at < 6 })) }],
      ['GET /status/nobody', 404],
    ],
  },
  'a job fails with its error': {
    index: { find: () => Promise.reject(new Error('the index is down')) },
    steps: [
      ...finished(),
      ['GET /pull/$job', 200, { status: 'failed', error: 'fetching: the index is down', all_records: [] }],
      [
        'GET /status/$job',
        200,
        { steps: [true, true, false, false, false, false, true].map((completed) => ({ completed })) },
      ],
      ['GET /pull/$job/csv', 409],
      ['POST /continue', { job_id: '$job' }, 400],
    ],
  },
  'faults make jobs fail, never end, and be listed late': [
    ['PLAY', { fault: { 'job-fails': { in: 'clustering', error: 'no clusters today' } }, times: 1 }],
    ...finished(),
    ['GET /pull/$job', 200, { status: 'failed', error: 'clustering: no clusters today' }],
    ['PLAY', { fault: 'job-never-ends', times: 1 }],
    submit({}, 'stuck'),
    ...finished({}, 'free'),
    ['GET /status/$stuck', 200, { status: 'enriching' }],
    ['GET /status/$free', 200, { status: 'completed' }],
    ['PLAY', { fault: { 'job-list-lags': { ms: MINUTE } } }],
    submit(),
    ['GET /jobs/user', 200, { total: 3 }],
    MINUTE,
    ['GET /jobs/user', 200, { total: 4 }],
  ],
  'records cite every article and follow the question': {
    articles: [...ARTICLES, article('Acme hit by breach: 40 million cards stolen from retailer')],
    steps: [
      ...finished({ limit: 10 }),
      [
        'GET /pull/$job',
        200,
        {
          job_id: '$job',
          ...QUERY,
          context: null,
          status: 'completed',
          error: null,
          mode: 'base',
          limit: 10,
          validators: [{ name: 'is_about_data_breach' }, { name: 'matches_question' }],
          duration: expect.stringMatching(/^\d+m$/),
          candidate_records: expect.any(Number),
          valid_records: 2,
          progress_validated: expect.any(Number),
          page: 1,
          total_pages: 1,
          connected_dataset_ids: [],
          is_all_news_query: false,
          source_groups: [],
          all_records: [
            {
              record_id: expect.stringMatching(/^\d{19}$/),
              record_title: ARTICLES[0]?.title,
              enrichment: { records_affected: 40_000_000, event_date: '2026-11-20' },
              enrichment_confidence: { records_affected: 0.7 },
              citations: [
                {
                  title: ARTICLES[0]?.title,
                  link: ARTICLES[0]?.link,
                  published_date: '2026-11-21T07:00:00.000Z',
                },
                {},
              ],
            },
            without('tags', 'connected_entities'),
          ],
        },
      ],
      ...gets([
        ['/pull/$job?page=2&page_size=1', 200, { page: 2, total_pages: 2, all_records: [{}] }],
        ['/pull/$job?page=3&page_size=1', 200, { all_records: [] }],
        ['/pull/$job?page_size=0', 422],
        ['/pull/nobody', 404],
      ]),
    ],
  },
  'records come in parts while enriching': {
    settings: { batch: 1, turns: 1 },
    steps: [
      submit(),
      32 * SECOND,
      [
        'GET /pull/$job',
        200,
        { status: 'enriching', candidate_records: 2, progress_validated: 1, valid_records: 1 },
      ],
      ['GET /pull/$job/csv', 409],
      ['RESTART 0'],
      ['GET /pull/$job', 200, { status: 'enriching', valid_records: 1, all_records: [{}] }],
      10 * SECOND,
      ['GET /pull/$job', 200, { status: 'completed', valid_records: 2, all_records: [{}, {}] }],
    ],
  },
  'a lite job has titles and citations only, and pays for each search': {
    settings: { turns: 1 },
    steps: [
      ...finished({ mode: 'lite' }),
      [
        'GET /pull/$job',
        200,
        {
          mode: 'lite',
          validators: [],
          enrichments: [],
          progress_validated: null,
          all_records: [{ enrichment: {}, citations: [{}] }, { enrichment: {} }],
        },
      ],
    ],
  },
  'own criteria, fields, templates and source groups hold': {
    articles: [
      ...ARTICLES,
      article('Retailer Umbra says ransomware led to a data breach', { domain: 'wire.example' }),
    ],
    settings: {
      sourceGroups: [{ slug: 'wires', name: 'Wires', description: 'Agencies', domains: ['wire.example'] }],
    },
    steps: [
      ...finished({
        validators: [{ name: 'ransomware', description: 'True when ransomware is mentioned' }],
        enrichments: [{ name: 'attack', description: 'Kind, one of: ransomware, leak', type: 'option' }],
        summary_template: '[ATTACK] at [OUR SHOP]',
        schema: '[TITLE]!',
      }),
      [
        'GET /pull/$job',
        200,
        {
          validators: [{ name: 'ransomware', type: 'boolean' }],
          all_records: [
            {
              enrichment: {
                attack: 'ransomware',
                template_based_summary: 'ransomware at unknown',
                schema_based_summary: 'Retailer Umbra says ransomware led to a data breach!',
              },
            },
          ],
        },
      ],
      ...finished({ source_groups: ['wires'] }),
      ['GET /pull/$job', 200, { source_groups: ['wires'], valid_records: 1 }],
      ...gets([
        [
          '/source-groups?page_size=1',
          200,
          { total: 1, page: 1, page_size: 1, source_groups: [{ slug: 'wires', name: 'Wires' }] },
        ],
        ['/source-groups', 200, { source_groups: [without('domains')] }],
        ['/source-groups?page=0', 422],
      ]),
    ],
  },
  'continue goes on and leaves earlier records alone': {
    articles: ['Acme', 'Globex', 'Initech', 'Umbra'].map((name) =>
      article(`${name} tells customers of its shops about a data breach at the retailer`),
    ),
    plan: { recordsPerJob: 50 },
    steps: [
      submit({ limit: 2 }),
      ['POST /continue', { job_id: '$job', new_limit: 3 }, 400],
      HOUR,
      ['GET /pull/$job', 200, { status: 'completed', limit: 2, all_records: [keep('one'), keep('two')] }],
      ...refused('POST /continue', { job_id: '$job' }, [
        [400, { new_limit: 2 }, { new_limit: 51 }],
        [422, { new_limit: 'x' }],
        [404, { job_id: 'nobody' }],
      ]),
      [
        'POST /continue',
        { job_id: '$job', new_limit: 3 },
        200,
        { job_id: '$job', previous_limit: 2, new_limit: 3, status: 'accepted' },
      ],
      ['GET /status/$job', 200, { status: 'enriching' }],
      HOUR,
      ['GET /pull/$job', 200, { status: 'completed', limit: 3, all_records: ['$one', '$two', {}] }],
      ['POST /continue', { job_id: '$job' }, 200, { new_limit: 50 }],
    ],
  },
  'the list of jobs has the newest first, in pages, with filters': [
    ['POST /submit', { query: 'Layoffs at banks' }, 200],
    SECOND,
    ['POST /submit', { query: 'Strikes', mode: 'lite' }, 200],
    SECOND,
    ['POST /submit', { query: 'Layoffs at mines' }, 200],
    [
      'GET /jobs/user',
      200,
      {
        total: 3,
        page: 1,
        page_size: 100,
        total_pages: 1,
        jobs: [
          {
            query: 'Layoffs at mines',
            status: 'submitted',
            mode: 'base',
            user_key: '****-ann',
            created_at: keep('at'),
          },
          { query: 'Strikes' },
          { query: 'Layoffs at banks' },
        ],
      },
    ],
    ...gets([
      ['/jobs/user?mode=lite', 200, list('jobs', 'query', ['Strikes'])],
      ['/jobs/user?search=LAYOFFS', 200, list('jobs', 'query', ['Layoffs at mines', 'Layoffs at banks'])],
      ['/jobs/user?ownership=mine', 422],
    ]),
  ],
  'a deleted job is gone, and its deletion answers the same again': [
    submit(),
    ['bob DELETE /jobs/$job', 404],
    ['DELETE /jobs/$job', 200, { success: true, job_id: '$job' }],
    ['DELETE /jobs/$job', 200, { success: true, job_id: '$job' }],
    HOUR,
    ...gets([
      ['/status/$job', 404],
      ['/pull/$job', 404],
      ['/pull/$job/csv', 404],
      ['/jobs/user', 200, { total: 0 }],
    ]),
    ['DELETE /jobs/nobody', 404],
  ],
  'a job goes on after a restart, and makes up for the time it was away': [
    submit(),
    20 * SECOND,
    ['GET /status/$job', 200, { status: 'clustering' }],
    ['RESTART 0'],
    ['GET /status/$job', 200, { status: 'clustering' }],
    [`RESTART ${HOUR}`],
    0,
    ['GET /pull/$job', 200, { status: 'completed', valid_records: 2 }],
  ],
  'the plan gives its limits and their use': {
    plan: { jobSlots: 2, monitorSlots: 5, recordsPerJob: 300, monthlyCredits: 6_000 },
    steps: [
      submit(),
      [
        'POST /user/limits',
        200,
        {
          features: [
            ['Jobs_Concurrency', 2, 1] as const,
            ['Job_Max_Results', 300, null] as const,
            ['Job_Lookback_Days', 90, null] as const,
            ['Monitor_Active_Slots', 5, 0] as const,
            ['monthly_free_credits', 6_000, 0] as const,
          ].map(([code, value, current_usage]) => ({ code, value, current_usage, name: expect.any(String) })),
        },
      ],
      ['nobody POST /user/limits', 401],
    ],
  },
};

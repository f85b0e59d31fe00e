import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ACCOUNTS,
  article,
  DAY,
  HOUR,
  openExtraction,
  type OpenExtraction,
  SECOND,
  START,
} from '../open-extraction.ts';

const ARTICLES = [
  article('Retailer Acme hit by data breach, 40 million cards stolen', {
    content: 'Acme Corp of acme.example said hackers stole 40 million cards.',
  }),
  article('Retailer Globex admits a data breach', {
    content: 'The chain Globex, a rival of Acme Corp, said so.',
  }),
];

let extraction: OpenExtraction;
const call: OpenExtraction['call'] = (...args) => extraction.call(...args);
const submit = (body: object, headers?: Record<string, string>) =>
  call('POST', '/svc/submit', { query: 'Data breaches at retailers', ...body }, headers);

/** A service for the tests of one group: some move its clock. */
function openForGroup(): void {
  beforeAll(async () => {
    extraction = await openExtraction({ articles: ARTICLES, plan: { jobSlots: 40 } });
  });
  afterAll(() => extraction.close());
}

describe('submit', () => {
  openForGroup();

  it.each([
    ['no query', { query: undefined }, 422],
    ['an empty query', { query: '' }, 422],
    ['a query that is no text', { query: 7 }, 422],
    ['a limit below 1', { limit: 0 }, 422],
    ['dates that lie in the future', { start_date: '2026-12-01', end_date: '2026-12-03' }, 400],
    ['a limit above the plan', { limit: 1_001 }, 422],
    ['another mode', { mode: 'full' }, 422],
    ['no validators', { validators: [] }, 422],
    ['a validator without a name', { validators: [{ name: ' ', description: 'd' }] }, 422],
    ['a validator of another type', { validators: [{ name: 'a', description: 'd', type: 'number' }] }, 422],
    [
      'validators of one name',
      {
        validators: [
          { name: 'a', description: 'd' },
          { name: 'a', description: 'e' },
        ],
      },
      422,
    ],
    ['an enrichment without a type', { enrichments: [{ name: 'a', description: 'd' }] }, 422],
    ['an enrichment without a name', { enrichments: [{ name: '', description: 'd', type: 'text' }] }, 422],
    ['an association without datasets', { ed_association_type: 'mention' }, 422],
    ['watchlist news without datasets', { fetch_all_watchlist_news: true }, 422],
    ['a score above 10', { ed_score_min: 11 }, 422],
    ['21 source groups', { source_groups: Array.from({ length: 21 }, (_, n) => `g${n}`) }, 422],
    ['an unknown source group', { source_groups: ['nobody'] }, 400],
    ['6 webhooks', { webhook_ids: ['1', '2', '3', '4', '5', '6'] }, 422],
    ['an unknown webhook', { webhook_ids: ['nobody'] }, 404],
    ['an unknown dataset', { connected_dataset_ids: ['nobody'] }, 400],
    ['an unknown project', { project_id: 'nobody' }, 404],
    ['a date that is none', { start_date: 'yesterday' }, 400],
    ['an end without a start', { end_date: '2026-11-20T00:00:00Z' }, 400],
    ['a start after the end', { start_date: '2026-11-20', end_date: '2026-11-19' }, 400],
    ['a start in the future', { start_date: '2026-12-01' }, 400],
    ['more than 30 days', { start_date: '2026-10-01', end_date: '2026-11-20' }, 400],
    ['a start before the look-back', { start_date: '2026-07-01', end_date: '2026-07-05' }, 400],
  ])('refuses %s', async (_, body, status) => {
    const answer = await submit(body);
    expect(answer.status).toBe(status);
    const said = status === 422 ? Object.keys(answer.body.detail[0]).join(' ') : typeof answer.body.detail;
    expect(said).toBe(status === 422 ? 'loc msg type' : 'string');
  });

  it('names the field that is wrong', async () => {
    const { body } = await submit({ enrichments: [{ name: '', description: 'd', type: 'text' }] });
    expect(body.detail[0].loc).toEqual(['body', 'enrichments', 0, 'name']);
  });

  it.each([
    ['nothing more', {}],
    [
      'null for everything optional',
      { context: null, limit: null, mode: null, validators: null, start_date: null, project_id: null },
    ],
    ['unknown fields', { colour: 'blue' }],
    ['exactly 30 days until now', { start_date: '2026-10-22T08:00:00Z' }],
    ['the last day of the look-back', { start_date: '2026-08-23', end_date: '2026-08-30' }],
  ])('takes %s', async (_, body) => {
    const answer = await submit(body);
    expect(answer).toMatchObject({ status: 200, body: { job_id: expect.stringMatching(/^[\da-f-]{36}$/) } });
  });

  it('searches the last five days when no dates are given', async () => {
    const { body } = await submit({});
    const { body: pulled } = await call('GET', `/svc/pull/${body.job_id}`);
    expect(pulled.date_range).toEqual({
      start_date: '2026-11-16T08:00:00.000Z',
      end_date: '2026-11-21T08:00:00.000Z',
    });
  });

  it('is refused with 429 and its limit code when every slot is busy, until a job ends', async () => {
    const small = await openExtraction({ plan: { jobSlots: 1 } });
    const ask = () => small.call('POST', '/svc/submit', { query: 'Layoffs' });
    expect((await ask()).status).toBe(200);
    const busy = await ask();
    expect(busy.status).toBe(429);
    expect(busy.body.detail).toContain('Jobs_Concurrency');
    await small.clock.advance(HOUR);
    expect((await ask()).status).toBe(200);
    await small.close();
  });

  it('is refused when the credits of the month are used up, and taken again in the next', async () => {
    const poor = await openExtraction({ articles: ARTICLES, plan: { monthlyCredits: 20 } });
    const id = await poor.finishedJob();
    expect((await poor.call('GET', `/svc/pull/${id}`)).body.valid_records).toBe(2);
    expect((await poor.call('POST', '/svc/submit', { query: 'Layoffs' })).status).toBe(402);
    await poor.clock.advance(11 * DAY);
    expect((await poor.call('POST', '/svc/submit', { query: 'Layoffs' })).status).toBe(200);
    await poor.close();
  });
});

describe('initialize', () => {
  openForGroup();

  it('proposes criteria, fields and dates, and makes no job', async () => {
    const before = (await call('GET', '/svc/jobs/user')).body.total;
    const { status, body } = await call('POST', '/svc/initialize', {
      query: 'Layoffs at banks',
      context: 'in Asia',
    });
    expect(status).toBe(200);
    expect(body.validators[0]).toMatchObject({ name: 'is_about_layoff', type: 'boolean' });
    expect(body.enrichments.map(({ name }: any) => name)).toContain('jobs_cut');
    expect(body).toMatchObject({
      query: 'Layoffs at banks',
      context: 'in Asia',
      date_modification_message: [],
    });
    expect((await call('GET', '/svc/jobs/user')).body.total).toBe(before);
  });

  it('moves dates that submit would refuse, says how, and submit takes them', async () => {
    const { body } = await call('POST', '/svc/initialize', {
      query: 'Layoffs',
      start_date: '2025-01-01',
      end_date: '2026-11-20',
    });
    expect(body.date_modification_message.join(' ')).toContain('30 days');
    const { start_date, end_date } = body;
    expect((await submit({ start_date, end_date })).status).toBe(200);
  });

  it('proposes no criteria for all news of a watchlist', async () => {
    const { body } = await call('POST', '/svc/initialize', {
      query: 'all news',
      fetch_all_watchlist_news: true,
    });
    expect(body.validators).toEqual([]);
  });

  it('refuses a body without a query', async () => {
    expect((await call('POST', '/svc/initialize', {})).status).toBe(422);
  });
});

describe('validate', () => {
  openForGroup();

  it.each([
    ['Data breaches at retailers in Europe', 'good', []],
    ['all news', 'good', []],
    ['news', 'critical', ['too_short']],
    ['', 'critical', ['too_short']],
    ['latest company announcements', 'critical', ['too_vague']],
    ['Acme Corp in Paris', 'needs_work', ['missing_event_type']],
    ['layoffs, lawsuits and acquisitions at banks', 'needs_work', ['multiple_event_types']],
    ['articles about layoffs at banks', 'needs_work', ['article_request']],
    ['What is the history of lawsuits against banks', 'needs_work', ['static_content']],
    ['layoffs at banks in 2015', 'needs_work', ['wrong_timeframe']],
  ])('%j is %s', async (query, status, issues) => {
    const { body } = await call('POST', '/svc/validate', { query });
    expect(body).toMatchObject({ status, issues, title: expect.any(String) });
    expect(body.suggestions.map(({ issue }: any) => issue)).toEqual(issues);
    expect(body.confidence).toBeGreaterThan(0);
    expect(body.confidence).toBeLessThanOrEqual(1);
  });

  it('calls a very long and a very specific query what it is', async () => {
    const { body } = await call('POST', '/svc/validate', {
      query: `layoffs of ${'brewers bakers butchers gardeners tailors sailors miners painters plumbers '.repeat(10)}`,
    });
    expect(body.issues).toEqual(['too_specific', 'too_long']);
  });
});

describe('the list of jobs', () => {
  openForGroup();

  it('shows the newest first, in pages, with filters', async () => {
    const own = await openExtraction({ plan: { jobSlots: 9 } });
    for (const [query, mode] of [
      ['Layoffs at banks', 'base'],
      ['Strikes', 'lite'],
      ['Layoffs at mines', 'base'],
    ] as const) {
      await own.call('POST', '/svc/submit', { query, mode });
      await own.clock.advance(SECOND);
    }
    const queries = async (query: string) =>
      (await own.call('GET', `/svc/jobs/user${query}`)).body.jobs.map((job: any) => job.query);
    expect(await queries('')).toEqual(['Layoffs at mines', 'Strikes', 'Layoffs at banks']);
    expect(await queries('?mode=lite')).toEqual(['Strikes']);
    expect(await queries('?search=LAYOFFS')).toEqual(['Layoffs at mines', 'Layoffs at banks']);
    expect(await queries('?page=2&page_size=2')).toEqual(['Layoffs at banks']);
    expect(await queries('?ownership=shared')).toEqual([]);
    expect((await own.call('GET', '/svc/jobs/user?project_id=nobody')).status).toBe(404);
    const { body } = await own.call('GET', '/svc/jobs/user?page_size=2');
    expect(body).toMatchObject({ total: 3, page: 1, page_size: 2, total_pages: 2 });
    expect(body.jobs[0]).toMatchObject({
      status: 'submitted',
      mode: 'base',
      user_key: '****-ann',
      created_at: expect.any(String),
    });
    expect((await own.call('GET', '/svc/jobs/user?page_size=1001')).status).toBe(422);
    expect((await own.call('GET', '/svc/jobs/user?ownership=mine')).status).toBe(422);
    await own.close();
  });
});

describe('deleting a job', () => {
  openForGroup();

  it('hides it, and answers the same again', async () => {
    const { body } = await submit({});
    const first = await call('DELETE', `/svc/jobs/${body.job_id}`);
    expect(first).toMatchObject({ status: 200, body: { success: true, job_id: body.job_id } });
    expect((await call('DELETE', `/svc/jobs/${body.job_id}`)).status).toBe(200);
    expect((await call('GET', `/svc/status/${body.job_id}`)).status).toBe(404);
    expect((await call('GET', `/svc/pull/${body.job_id}`)).status).toBe(404);
    await extraction.clock.advance(HOUR);
    expect((await call('GET', `/svc/status/${body.job_id}`)).status).toBe(404);
  });

  it('is refused with 404 for an unknown job and for one of somebody else', async () => {
    const { body } = await submit({});
    expect((await call('DELETE', '/svc/jobs/nobody')).status).toBe(404);
    expect(
      (await call('DELETE', `/svc/jobs/${body.job_id}`, undefined, { 'x-api-key': 'key-of-bob' })).status,
    ).toBe(404);
  });
});

describe('CSV of a job', () => {
  openForGroup();

  it('has a row for each record, its fields as columns and its citations as JSON', async () => {
    const id = await extraction.finishedJob();
    const { text, type, status } = await call('GET', `/svc/pull/${id}/csv`);
    expect(status).toBe(200);
    expect(type).toContain('text/csv');
    const rows: Record<string, string>[] = parse(text, { columns: true });
    expect(rows).toHaveLength(2);
    expect(Object.keys(rows[0]!)).toEqual([
      'record_id',
      'record_title',
      'company',
      'records_affected',
      'attack_kind',
      'event_date',
      'summary',
      'citations',
    ]);
    expect(rows[0]!['records_affected']).toBe('40000000');
    expect(JSON.parse(rows[0]!['citations']!)[0].link).toBe(ARTICLES[0]!.link);
    expect(JSON.parse(rows[0]!['company']!).metadata.name).toBe('Acme Corp');
  });

  it('is refused before the job has completed', async () => {
    const { body } = await submit({});
    expect((await call('GET', `/svc/pull/${body.job_id}/csv`)).status).toBe(409);
  });
});

describe('a watchlist', () => {
  openForGroup();

  const datasetOf = async (open: OpenExtraction, names: string[]) => {
    const made = await open.call('POST', '/svc/entities/batch', {
      entities: names.map((name) => ({
        name,
        external_entity_id: `x-${name}`,
        additional_attributes: { company_attributes: { domain: `${name.toLowerCase()}.example` } },
      })),
    });
    const ids = made.body.entities.map((entity: any) => entity.id);
    const { body } = await open.call('POST', '/svc/datasets', { name: 'Watched', entity_ids: ids });
    return String(body.id);
  };

  it('must be ready before a job may use it', async () => {
    const id = await datasetOf(extraction, ['Acme']);
    const early = await submit({ connected_dataset_ids: [id] });
    expect(early).toMatchObject({ status: 400, body: { detail: expect.stringContaining('not ready') } });
    await extraction.clock.advance(10 * SECOND);
    expect((await submit({ connected_dataset_ids: [id] })).status).toBe(200);
  });

  it('gives each company its records, with connected entities and scores', async () => {
    const id = await datasetOf(extraction, ['Acme', 'Globex']);
    await extraction.clock.advance(10 * SECOND);
    const job = await extraction.finishedJob({ connected_dataset_ids: [id] });
    const { body } = await call('GET', `/svc/pull/${job}`);
    expect(body.connected_datasets).toEqual([{ id, name: 'Watched', is_deleted: false }]);
    expect(body.is_all_news_query).toBe(false);
    const [acme] = body.all_records;
    expect(acme.connected_entities[0]).toMatchObject({
      name: 'Acme',
      type: 'company',
      association_type: 'event_associated',
      external_entity_id: 'x-Acme',
      company: { domain: 'acme.example', alternative_names: [], key_persons: [] },
    });
    expect(acme.connected_entities[0].ed_score).toBeGreaterThanOrEqual(2);
    expect(acme.tags).toBeUndefined();
    const globex = body.all_records.find((record: any) => record.record_title.includes('Globex'));
    expect(
      globex.connected_entities.map((entity: any) => `${entity.name} ${entity.association_type}`),
    ).toEqual(['Acme mention', 'Globex event_associated']);
  });

  it('narrows to main actors and scores, and shows in the CSV and in a deleted dataset', async () => {
    const id = await datasetOf(extraction, ['Acme']);
    await extraction.clock.advance(10 * SECOND);
    const titles = async (body: object) => {
      const job = await extraction.finishedJob({ connected_dataset_ids: [id], ...body });
      return (await call('GET', `/svc/pull/${job}`)).body.all_records.map(
        (record: any) => record.record_title,
      );
    };
    expect(await titles({ ed_score_min: 1 })).toHaveLength(2);
    expect(await titles({ ed_association_type: 'event_associated' })).toEqual([ARTICLES[0]!.title]);
    expect(await titles({ ed_association_type: 'mention', ed_score_min: 1 })).toHaveLength(2);
    expect(await titles({ ed_association_type: 'mention' })).toHaveLength(2);
    expect(await titles({})).toHaveLength(2);
    expect(await titles({ ed_score_min: 10 })).toEqual([]);
    const job = await extraction.finishedJob({ connected_dataset_ids: [id] });
    const [row] = parse<Record<string, string>>((await call('GET', `/svc/pull/${job}/csv`)).text, {
      columns: true,
    });
    expect(JSON.parse(row!['event_associated_entities']!)).toHaveLength(1);
    expect(JSON.parse(row!['mention_entities']!)).toEqual([]);
    await call('DELETE', `/svc/datasets/${id}`);
    expect((await call('GET', `/svc/pull/${job}`)).body.connected_datasets).toEqual([
      { id, name: 'Watched', is_deleted: true },
    ]);
    expect((await submit({ connected_dataset_ids: [id] })).status).toBe(400);
  });

  it('may ask for all news, which are tagged', async () => {
    const id = await datasetOf(extraction, ['Globex']);
    await extraction.clock.advance(10 * SECOND);
    const ask = { connected_dataset_ids: [id] };
    for (const body of [
      { ...ask, query: '*' },
      { ...ask, query: 'anything', fetch_all_watchlist_news: true },
    ]) {
      const { body: pulled } = await call('GET', `/svc/pull/${await extraction.finishedJob(body)}`);
      expect(pulled).toMatchObject({ is_all_news_query: true, validators: [] });
      expect(pulled.all_records.map((record: any) => record.tags)).toEqual([
        { event_type: 'security/data_breach', sector: 'retail' },
      ]);
    }
  });
});

describe('who may call', () => {
  openForGroup();

  it.each([
    ['no key', { 'x-api-key': '' }, 401],
    ['an unknown key', { 'x-api-key': 'nobody' }, 401],
    ['an organization that the person is not in', { 'x-organization-id': 'globex' }, 403],
    ['the own organization', { 'x-organization-id': 'acme' }, 200],
  ])('%s', async (_, headers, status) => {
    const answer = await call('GET', '/svc/jobs/user', undefined, headers);
    expect(answer.status).toBe(status);
    expect(typeof answer.body.detail).toBe(status === 200 ? 'undefined' : 'string');
  });

  it('liveness needs no key and lies outside the prefix', async () => {
    const anonymous = { 'x-api-key': '' };
    expect((await call('GET', '/health', undefined, anonymous)).body).toEqual({ healthy: true });
    expect((await call('GET', '/version', undefined, anonymous)).body).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
  });

  it('what others made is refused, unless the organization shares it', async () => {
    const { body } = await submit({});
    const asBob = { 'x-api-key': 'key-of-bob' };
    expect((await call('GET', `/svc/status/${body.job_id}`, undefined, asBob)).status).toBe(403);
    const sharing = await openExtraction({ accounts: ACCOUNTS, settings: { sharing: 'view' } });
    const made = await sharing.call('POST', '/svc/submit', { query: 'Layoffs' });
    const id = made.body.job_id;
    const { body: pulled } = await sharing.call('GET', `/svc/pull/${id}`, undefined, asBob);
    expect(pulled.sharing_info).toEqual({
      shared_at: new Date(START).toISOString(),
      permission: 'view',
      shared_by: 'ann@acme.example',
    });
    expect((await sharing.call('GET', '/svc/jobs/user?ownership=shared', undefined, asBob)).body.total).toBe(
      1,
    );
    expect((await sharing.call('GET', '/svc/jobs/user?ownership=own', undefined, asBob)).body.total).toBe(0);
    expect((await sharing.call('DELETE', `/svc/jobs/${id}`, undefined, asBob)).status).toBe(404);
    expect(
      (await sharing.call('GET', `/svc/status/${id}`, undefined, { 'x-api-key': 'key-of-eve' })).status,
    ).toBe(403);
    await sharing.close();
  });
});

describe('plan', () => {
  openForGroup();

  it('tells its limits and their use', async () => {
    const own = await openExtraction({
      plan: { jobSlots: 2, monitorSlots: 5, recordsPerJob: 300, monthlyCredits: 6_000 },
    });
    await own.call('POST', '/svc/submit', { query: 'Layoffs' });
    const { body } = await own.call('POST', '/svc/user/limits');
    expect(body.features.map(({ code, value, current_usage }: any) => [code, value, current_usage])).toEqual([
      ['Jobs_Concurrency', 2, 1],
      ['Job_Max_Results', 300, null],
      ['Job_Lookback_Days', 90, null],
      ['Monitor_Active_Slots', 5, 0],
      ['monthly_free_credits', 6_000, 0],
    ]);
    await own.close();
  });

  it('refuses what it lacks with 403', async () => {
    const own = await openExtraction({
      settings: { withheld: ['monitors', 'datasets', 'webhooks', 'projects', 'continue'] },
    });
    for (const path of [
      '/svc/monitors',
      '/svc/datasets',
      '/svc/entities',
      '/svc/webhooks',
      '/svc/projects',
    ]) {
      expect((await own.call('GET', path)).status).toBe(403);
    }
    expect((await own.call('POST', '/svc/continue', { job_id: 'x' })).status).toBe(403);
    await own.close();
  });

  it('lists the source groups', async () => {
    const { body } = await call('GET', '/svc/source-groups?page_size=1');
    expect(body).toMatchObject({
      total: 2,
      page: 1,
      page_size: 1,
      source_groups: [{ slug: 'newswires', name: 'News wires', description: expect.any(String) }],
    });
    expect(body.source_groups[0]).not.toHaveProperty('domains');
  });
});

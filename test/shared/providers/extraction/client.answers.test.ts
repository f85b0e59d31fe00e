import { describe, expect, it } from 'vitest';
import {
  BadShapeError,
  GoneError,
  RefusedError,
  ThrottledError,
} from '../../../../shared/domain/lib/errors.ts';
import { featureOf } from '../../../../shared/providers/extraction/client/account.ts';
import { errorOf } from '../http/client-under-test.ts';
import { recordOf, scripted } from './extraction-fixtures.ts';

const MONITOR = { reference_job_id: 'j', schedule: 'every day' };

describe('a monitor', () => {
  it('that was not made although the status is one of success is a refusal with its reason', async () => {
    const { client } = await scripted({ json: { monitor_id: null, status: 'Reference job is lite' } });
    const error = await errorOf(client.monitors.create(MONITOR));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error.message).toContain('Reference job is lite');
  });

  it('finds no free slot by waiting, but obeys a server that says when', async () => {
    const full = { status: 429, json: { detail: 'Monitor_Active_Slots in use' } };
    const { server, client, clock } = await scripted(
      full,
      full,
      { status: 429, headers: { 'retry-after': '2' } },
      { json: { monitor_id: 'm' } },
    );
    expect(await errorOf(client.monitors.create(MONITOR))).toMatchObject({ refusal: 'plan', status: 429 });
    expect(await errorOf(client.monitors.enable('m'))).toMatchObject({ refusal: 'plan' });
    expect(await client.monitors.create(MONITOR)).toEqual({ monitor_id: 'm' });
    expect(clock.waits).toEqual([2000]);
    expect(server.arrivals).toHaveLength(4);
  });

  it.each([['total_monitors'], ['total']])('stands in a list whose size is called %s', async (name) => {
    const monitors = [
      { monitor_id: 'm', enabled: 'false', schedule: '0 9 * * *', webhook: { auth: ['a', 'b'] } },
      {},
    ];
    const { client } = await scripted({ json: { [name]: 7, monitors } });
    expect(await client.monitors.list()).toMatchObject({
      total: 7,
      dropped: 1,
      monitors: [{ monitor_id: 'm', enabled: false }],
    });
  });

  it.each([
    ['a bare array', (jobs: unknown) => jobs],
    ['an object', (jobs: unknown) => ({ monitor_id: 'm', total_jobs: 1, jobs })],
  ])('has runs in %s', async (_, shape) => {
    const runs = [
      { job_id: 'j', start_date: '2026-11-20T08:00:00', end_date: null, status: 'job_completed' },
      {},
    ];
    const { server, client } = await scripted({ json: shape(runs) });
    expect(await client.monitors.runs('m')).toEqual([
      { job_id: 'j', start_date: Date.parse('2026-11-20T08:00:00Z'), status: 'job_completed' },
    ]);
    expect(server.arrivals[0]?.url.search).toBe('?sort=asc');
  });

  it('that has not run yet has no runs; other troubles are thrown', async () => {
    const { client } = await scripted({ status: 404, json: { detail: 'No runs' } }, { status: 410 });
    expect(await client.monitors.runs('m')).toEqual([]);
    expect(await errorOf(client.monitors.runs('m'))).toBeInstanceOf(GoneError);
  });

  it('gives the records of all runs, and how they went', async () => {
    const { client } = await scripted(
      {
        json: {
          monitor_id: 'm',
          status: 'Done',
          records: 1,
          all_records: [recordOf('r1', { updated_on: '2026-11-20' })],
          run_info: { first_run: '2026-11-01', last_run: null },
          reference_job: { query: 'q', source_groups: null },
        },
      },
      {
        json: {
          success: true,
          statuses: [
            {
              status: 'dump',
              created_at: '2026-11-20',
              additional_information: { nb_final_records: 3, webhook: { success: false, status_code: 500 } },
            },
            { status: 'created', additional_information: null },
          ],
        },
      },
    );
    expect(await client.monitors.pull('m')).toMatchObject({
      records_count: 1,
      records: [{ record_id: 'r1', updated_on: Date.parse('2026-11-20T00:00:00Z') }],
      run_info: { first_run: Date.parse('2026-11-01T00:00:00Z') },
      reference_job: { query: 'q', source_groups: [] },
    });
    expect((await client.monitors.history('m')).statuses).toMatchObject([
      {
        status: 'dump',
        additional_information: { nb_final_records: 3, webhook: { success: false, status_code: 500 } },
      },
      { status: 'created' },
    ]);
  });
});

describe('a webhook', () => {
  it('comes out of its wrapping; without one the shape is bad', async () => {
    const webhook = { id: 5, name: 'Ours', auth: null, is_active: true, formatter_config: null };
    const { client } = await scripted(
      { status: 201, json: { success: true, message: 'm', webhook } },
      { json: {} },
    );
    expect(await client.webhooks.create({ name: 'Ours', url: 'https://a.example' })).toMatchObject({
      id: '5',
      is_active: true,
    });
    expect(await errorOf(client.webhooks.read('w'))).toBeInstanceOf(BadShapeError);
  });

  it('is tested, assigned and triggered', async () => {
    const { client } = await scripted(
      { json: { success: false, message: 'no route', http_status_code: null, response_body: { a: 1 } } },
      { status: 201, json: { success: true, already_existed: true, mapping: { id: 'x', resource_id: 'm' } } },
      { json: { success: true, message: 'queued' } },
    );
    expect(await client.webhooks.test('w')).toMatchObject({
      success: false,
      message: 'no route',
      response_body: { a: 1 },
    });
    const resource = { resource_type: 'monitor', resource_id: 'm' } as const;
    expect(await client.webhooks.assign('w', { resource })).toMatchObject({ already_existed: true });
    expect(await client.webhooks.trigger(resource, { webhook_id: 'w' })).toEqual({
      success: true,
      message: 'queued',
    });
  });

  it('has a history of attempts, which is asked by webhook or by resource', async () => {
    const item = {
      id: 1,
      delivery_status: 'FAILED',
      attempt_number: 2,
      status_code: null,
      warning_message: 'cut',
      timestamp: '2026-11-20 08:00:00',
    };
    const { server, client } = await scripted({ json: { mode: 'resource', total: 1, items: [item] } });
    const history = await client.webhooks.history({ resource_type: 'monitor', resource_id: 'm', page: 2 });
    expect(history.items).toMatchObject([{ id: '1', delivery_status: 'FAILED', warning_message: 'cut' }]);
    expect(server.arrivals[0]?.url.search).toBe('?resource_type=monitor&resource_id=m&page=2');
  });
});

describe('an entity', () => {
  it.each([
    [
      'nested',
      {
        entity_type: 'company',
        additional_attributes: {
          company_attributes: { domain: 'acme.example', key_persons: ['J'], alternative_names: null },
        },
      },
    ],
    ['at the top', { type: 'company', domain: 'acme.example', key_persons: 'J' }],
  ])('has its details %s', async (_, details) => {
    const { client } = await scripted({
      json: { id: 'e', name: 'Acme', external_entity_id: null, ...details },
    });
    expect(await client.entities.read('e')).toMatchObject({
      id: 'e',
      entity_type: 'company',
      domain: 'acme.example',
      key_persons: ['J'],
      alternative_names: [],
    });
  });

  it('is made alone or with others, in the order given', async () => {
    const { client } = await scripted(
      { json: { id: 'e', status: 'pending' } },
      { json: { count: 2, entities: [{ id: 'a', status: 'pending' }, { id: 'b' }] } },
    );
    expect(await client.entities.create({ name: 'A' })).toEqual({ id: 'e', status: 'pending' });
    expect((await client.entities.createMany([{ name: 'A' }, { name: 'B' }])).map(({ id }) => id)).toEqual([
      'a',
      'b',
    ]);
  });

  it('refused with an older body of errors says why', async () => {
    const { client } = await scripted({
      status: 400,
      json: { message: 'bad entity', status: 'x', status_code: 400 },
    });
    expect((await errorOf(client.entities.create({ name: 'A' }))).message).toContain('bad entity');
  });
});

describe('a dataset', () => {
  it('tells its state, members and history', async () => {
    const { client } = await scripted(
      {
        json: {
          id: 'd',
          name: 'D',
          latest_status: 'ready',
          entity_count: 2,
          entity_status_breakdown: { ready: 2 },
        },
      },
      { json: { entities: [{ id: 'e', name: 'A', attributes: { domain: 'a.example' } }], total: 1 } },
      {
        json: {
          dataset_id: 'd',
          history: [{ status: 'pending' }, { status: 'ready', created_at: '2026-11-20' }],
        },
      },
      { json: { dataset_id: 'd', affected_count: 1 } },
    );
    expect(await client.datasets.read('d')).toMatchObject({
      latest_status: 'ready',
      entity_status_breakdown: { ready: 2 },
    });
    expect((await client.datasets.members('d')).entities).toMatchObject([
      { id: 'e', attributes: { domain: 'a.example' } },
    ]);
    expect((await client.datasets.history('d')).history.map(({ status }) => status)).toEqual([
      'pending',
      'ready',
    ]);
    expect(await client.datasets.takeOut('d', { entity_ids: ['e'] })).toMatchObject({ affected_count: 1 });
  });

  it('of a CSV reports the rows it skipped', async () => {
    const validation_report = {
      total_rows: 3,
      valid_rows: 2,
      skipped_count: 1,
      skipped_rows: [{ row: 2, reason: 'no domain' }],
    };
    const { client } = await scripted(
      { json: { dataset_id: 'd', entities_created: 2, validation_report } },
      { status: 422, json: { detail: [{ loc: ['file'], msg: 'domain column missing', type: 'x' }] } },
    );
    expect((await client.datasets.upload({ csv: 'domain\n', name: 'D' })).validation_report).toEqual(
      validation_report,
    );
    expect((await errorOf(client.datasets.upload({ csv: 'name\n', name: 'D' }))).message).toContain(
      'domain column missing',
    );
  });
});

describe('a project', () => {
  it('is read, overviewed, filled and deleted with or without words', async () => {
    const { client } = await scripted(
      { json: { total: 1, projects: [{ project_id: 'p', name: 'P', resources_count: 3 }, {}] } },
      { json: { project_id: 'p', overview: { jobs: { completed: 2 }, webhooks: { total: 1 }, other: 'x' } } },
      {
        status: 201,
        json: {
          success: true,
          results: [{ resource_type: 'job', resource_id: 'j', success: false, message: 'in another' }],
        },
      },
      { status: 204 },
      { json: { success: true, deleted_resources: { job: 1, webhook_unlinked: 1 } } },
    );
    expect(await client.projects.list()).toMatchObject({
      dropped: 1,
      projects: [{ project_id: 'p', resources_count: 3 }],
    });
    expect((await client.projects.overview('p')).overview).toEqual({
      jobs: { completed: 2 },
      webhooks: { total: 1 },
      other: {},
    });
    const resources = [{ resource_type: 'job', resource_id: 'j' }] as const;
    expect((await client.projects.add('p', { resources })).results).toMatchObject([
      { success: false, message: 'in another' },
    ]);
    expect(await client.projects.remove('p')).toBeUndefined();
    expect(await client.projects.remove('p')).toMatchObject({ deleted_resources: { webhook_unlinked: 1 } });
  });
});

describe('the account', () => {
  it('tells what the plan gives, by codes of either case', async () => {
    const features = [
      { name: 'Slots', code: 'Jobs_Concurrency', value_type: 'int', value: 2, current_usage: 1 },
      { code: 'Other' },
      {},
    ];
    const { client } = await scripted({ json: { features } });
    const limits = await client.userLimits();
    expect(limits).toHaveLength(2);
    expect(featureOf(limits, 'jobs_concurrency')).toMatchObject({ value: 2, current_usage: 1 });
    expect(featureOf(limits, 'none')).toBeUndefined();
  });

  it.each([
    ['an envelope', (groups: unknown) => ({ source_groups: groups, total: 1 })],
    ['a bare array', (groups: unknown) => groups],
  ])('lists source groups from %s', async (_, shape) => {
    const { client } = await scripted({
      json: shape([{ slug: 'wires', name: 'W', description: null }, { name: 'x' }]),
    });
    expect(await client.sourceGroups()).toMatchObject({
      source_groups: [{ slug: 'wires', name: 'W' }],
      dropped: 1,
    });
  });

  it('throttled is asked again by itself', async () => {
    const { client, clock } = await scripted({ status: 429 }, { status: 429 }, { status: 429 });
    expect(await errorOf(client.userLimits())).toBeInstanceOf(ThrottledError);
    expect(clock.waits).toEqual([500, 1000]);
  });
});

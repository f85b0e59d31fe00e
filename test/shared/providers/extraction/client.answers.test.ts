import { describe, expect, it } from 'vitest';
import {
  BadShapeError,
  GoneError,
  RefusedError,
  ThrottledError,
} from '../../../../shared/domain/lib/errors.ts';
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

  it('is in a list beside what cannot be read', async () => {
    const monitors = [
      { monitor_id: 'm', enabled: 'false', schedule: '0 9 * * *', webhook: { auth: ['a', 'b'] } },
      {},
    ];
    const { client } = await scripted({ json: { total_monitors: 7, monitors } });
    expect((await client.monitors.list()).monitors).toMatchObject([{ monitor_id: 'm', enabled: false }]);
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

  it('that has not run yet has no runs; other faults are thrown', async () => {
    const { client } = await scripted({ status: 404, json: { detail: 'No runs' } }, { status: 410 });
    expect(await client.monitors.runs('m')).toEqual([]);
    expect(await errorOf(client.monitors.runs('m'))).toBeInstanceOf(GoneError);
  });

  it('gives the records of all runs', async () => {
    const { client } = await scripted({
      json: { monitor_id: 'm', all_records: [recordOf('r1', { updated_on: '2026-11-20' })] },
    });
    expect(await client.monitors.pull('m')).toMatchObject({ records: [{ record_id: 'r1' }], dropped: 0 });
  });
});

describe('a webhook', () => {
  it('comes out of its wrapping; without one the shape is bad', async () => {
    const webhook = { id: 5, name: 'Ours', auth: null, is_active: true, formatter_config: null };
    const { client } = await scripted(
      { status: 201, json: { success: true, message: 'm', webhook } },
      { json: {} },
    );
    expect(await client.webhooks.create({ name: 'Ours', url: 'https://a.example' })).toEqual({
      id: '5',
      name: 'Ours',
    });
    expect(await errorOf(client.webhooks.read('w'))).toBeInstanceOf(BadShapeError);
  });

  it('is tested and assigned', async () => {
    const { client } = await scripted(
      { json: { success: false, message: 'no route', http_status_code: null, response_body: { a: 1 } } },
      { status: 201, json: { success: true, already_existed: true, mapping: { id: 'x', resource_id: 'm' } } },
    );
    expect(await client.webhooks.test('w')).toMatchObject({ success: false, message: 'no route' });
    const resource = { resource_type: 'monitor', resource_id: 'm' } as const;
    expect(await client.webhooks.assign('w', { resource })).toEqual({ success: true });
  });

  it('has a history of attempts', async () => {
    const item = {
      id: 1,
      delivery_status: 'FAILED',
      attempt_number: 2,
      status_code: null,
      warning_message: 'cut',
      timestamp: '2026-11-20 08:00:00',
    };
    const { server, client } = await scripted({ json: { mode: 'resource', total: 1, items: [item] } });
    const history = await client.webhooks.history({ webhook_id: 'w', page: 2 });
    expect(history.items).toMatchObject([{ warning_message: 'cut', timestamp: expect.any(Number) }]);
    expect(server.arrivals[0]?.url.search).toBe('?webhook_id=w&page=2');
  });
});

describe('entities', () => {
  it('are made together, in the order given', async () => {
    const { client } = await scripted({
      json: { count: 2, entities: [{ id: 'a', status: 'pending' }, { id: 'b' }] },
    });
    const made = await client.entities.createMany([{ name: 'A' }, { name: 'B' }]);
    expect(made.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('refused with an older body of errors say why', async () => {
    const { client } = await scripted({
      status: 400,
      json: { message: 'bad entity', status: 'x', status_code: 400 },
    });
    expect((await errorOf(client.entities.createMany([{ name: 'A' }]))).message).toContain('bad entity');
  });
});

describe('a project', () => {
  it('is read, and deleted with or without words', async () => {
    const { client } = await scripted(
      { json: { total: 1, projects: [{ project_id: 'p', name: 'P', resources_count: 3 }, {}] } },
      { status: 204 },
      { json: { success: true, deleted_resources: { job: 1, webhook_unlinked: 1 } } },
    );
    expect((await client.projects.list()).projects).toMatchObject([{ project_id: 'p', name: 'P' }]);
    expect(await client.projects.remove('p')).toBeUndefined();
    expect(await client.projects.remove('p')).toEqual({ success: true });
  });
});

describe('the account', () => {
  it.each([
    ['an envelope', (groups: unknown) => ({ source_groups: groups, total: 1 })],
    ['a bare array', (groups: unknown) => groups],
  ])('lists source groups from %s', async (_, shape) => {
    const { client } = await scripted({
      json: shape([{ slug: 'wires', name: 'W', description: null }, { name: 'x' }]),
    });
    expect((await client.sourceGroups()).source_groups).toMatchObject([{ slug: 'wires' }]);
  });

  it('throttled is asked again by itself', async () => {
    const { client, clock } = await scripted({ status: 429 }, { status: 429 }, { status: 429 });
    expect(await errorOf(client.userLimits())).toBeInstanceOf(ThrottledError);
    expect(clock.waits).toEqual([500, 1000]);
  });
});

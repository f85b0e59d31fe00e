import { describe, expect, it } from 'vitest';
import { BadShapeError, GoneError, RefusedError } from '../../../../shared/domain/lib/errors.ts';
import { errorOf } from '../http/client-under-test.ts';
import { scripted } from './extraction-fixtures.ts';

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
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenExtraction, openExtraction } from './open-extraction.ts';

let extraction: OpenExtraction;
const call: OpenExtraction['call'] = (...args) => extraction.call(...args);
beforeEach(async () => {
  extraction = await openExtraction();
});
afterEach(() => extraction.close());

const NOBODY = '00000000-0000-4000-8000-000000000000';
const make = async (name = 'Press') =>
  String((await call('POST', '/svc/projects', { name })).body.project_id);
const webhook = async (more: object = {}) =>
  String(
    (await call('POST', '/svc/webhooks', { name: 'W', url: 'https://hooks.example.com/x', ...more })).body
      .webhook.id,
  );

/** A project with a completed job, a monitor, a dataset and a webhook. */
async function full() {
  const project = await make();
  const hook = await webhook({ project_id: project });
  const job = await extraction.finishedJob({ project_id: project });
  const monitor = (
    await call('POST', '/svc/monitors/create', {
      reference_job_id: job,
      schedule: 'daily',
      backfill: false,
      project_id: project,
    })
  ).body.monitor_id;
  const dataset = (await call('POST', '/svc/datasets', { name: 'D', project_id: project })).body.id;
  return { project, hook, job, monitor, dataset };
}

describe('projects', () => {
  it('are made, read, changed and listed', async () => {
    const made = await call('POST', '/svc/projects', { name: 'Press', description: 'Ours' });
    expect(made).toMatchObject({
      status: 201,
      body: { success: true, name: 'Press', project_id: expect.any(String) },
    });
    const { project_id } = made.body;
    expect((await call('GET', `/svc/projects/${project_id}`)).body).toMatchObject({
      success: true,
      project_id,
      name: 'Press',
      description: 'Ours',
      resources_count: 0,
    });
    expect((await call('PATCH', `/svc/projects/${project_id}`, { name: 'News' })).body).toMatchObject({
      success: true,
      project_id,
    });
    await make('Other');
    const { body } = await call('GET', '/svc/projects?search=news');
    expect(body).toMatchObject({
      total: 1,
      page: 1,
      total_pages: 1,
      projects: [{ project_id, name: 'News', description: 'Ours' }],
    });
    expect((await call('POST', '/svc/projects', { name: '' })).status).toBe(422);
  });

  it('that do not exist are 404, those of another organization 403', async () => {
    const project = await make();
    const asEve = { 'x-api-key': 'key-of-eve' };
    for (const path of ['', '/overview', '/resources']) {
      expect((await call('GET', `/svc/projects/${NOBODY}${path}`)).status).toBe(404);
      expect((await call('GET', `/svc/projects/${project}${path}`, undefined, asEve)).status).toBe(403);
    }
    expect(
      (
        await call(
          'POST',
          '/svc/webhooks',
          { name: 'W', url: 'https://a.example.com', project_id: project },
          asEve,
        )
      ).status,
    ).toBe(403);
    expect((await call('GET', '/svc/projects', undefined, asEve)).body.total).toBe(0);
    for (const list of ['jobs/user', 'monitors', 'datasets', 'entities', 'webhooks']) {
      const of = (id: string) => call('GET', `/svc/${list}?project_id=${id}`, undefined, asEve);
      expect([list, (await of(project)).status, (await of(NOBODY)).status]).toEqual([list, 403, 404]);
    }
  });

  it('count what they hold, by kind and state', async () => {
    const { project } = await full();
    const { body } = await call('GET', `/svc/projects/${project}/overview`);
    expect(body).toEqual({
      project_id: project,
      overview: {
        jobs: { completed: 1 },
        monitors: { enabled: 1 },
        datasets: { total: 1, pending: 1 },
        monitor_groups: { total: 0 },
        webhooks: { total: 1, active: 1 },
      },
    });
    expect((await call('GET', `/svc/projects/${project}`)).body.resources_count).toBe(4);
  });

  it('list their resources, and narrow every other list', async () => {
    const { project, hook, job, monitor, dataset } = await full();
    const { body } = await call('GET', `/svc/projects/${project}/resources`);
    expect(body.resources.map((item: any) => [item.resource_type, item.resource_id])).toEqual([
      ['job', job],
      ['monitor', monitor],
      ['dataset', dataset],
      ['webhook', hook],
    ]);
    expect(body.resources[0]).toMatchObject({
      name: 'Data breaches at retailers',
      created_at: expect.any(String),
      metadata: { status: 'completed' },
    });
    expect((await call('GET', `/svc/projects/${project}/resources?resource_type=dataset`)).body.total).toBe(
      1,
    );
    await extraction.finishedJob();
    await webhook();
    expect((await call('GET', `/svc/jobs/user?project_id=${project}`)).body.total).toBe(1);
    expect((await call('GET', `/svc/monitors?project_id=${project}`)).body.total_monitors).toBe(1);
    expect((await call('GET', `/svc/datasets?project_id=${project}`)).body.total).toBe(1);
    expect((await call('GET', `/svc/webhooks?project_id=${project}`)).body.total).toBe(1);
    const entity = (await call('POST', '/svc/entities', { name: 'Acme' })).body.id;
    expect((await call('GET', `/svc/entities?project_id=${project}`)).body.total).toBe(0);
    await call('POST', `/svc/datasets/${dataset}/entities`, { entity_ids: [entity] });
    expect((await call('GET', `/svc/entities?project_id=${project}`)).body.total).toBe(1);
  });

  it('take resources in, each with an outcome of its own', async () => {
    const [one, two] = [await make(), await make('Second')];
    const job = await extraction.finishedJob();
    const hook = await webhook();
    const resources = [
      { resource_type: 'job', resource_id: job },
      { resource_type: 'webhook', resource_id: hook },
      { resource_type: 'dataset', resource_id: 'nobody' },
      { resource_type: 'monitor_group', resource_id: 'nobody' },
    ];
    const add = async (project: string) =>
      (await call('POST', `/svc/projects/${project}/resources`, { resources })).body;
    const outcomes = (body: any) =>
      body.results.map((result: any) => [result.success, result.already_exists]);
    const first = await add(one);
    expect(first.success).toBe(false);
    expect(outcomes(first)).toEqual([
      [true, false],
      [true, false],
      [false, false],
      [false, false],
    ]);
    expect(outcomes(await add(one))).toEqual([
      [true, true],
      [true, true],
      [false, false],
      [false, false],
    ]);
    expect(outcomes(await add(two))).toEqual([
      [false, false],
      [true, false],
      [false, false],
      [false, false],
    ]);
    expect(
      (
        await call('POST', `/svc/projects/${one}/resources`, {
          resources: [{ resource_type: 'entity', resource_id: job }],
        })
      ).status,
    ).toBe(422);
  });

  it('give resources up', async () => {
    const { project, job, hook } = await full();
    const path = `/svc/projects/${project}/resources`;
    for (const [type, id] of [
      ['job', job],
      ['webhook', hook],
    ]) {
      expect(await call('DELETE', `${path}/${type}/${id}`)).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect((await call('DELETE', `${path}/${type}/${id}`)).status).toBe(404);
    }
    expect((await call('GET', `/svc/status/${job}`)).status).toBe(200);
    expect((await call('DELETE', `${path}/planet/x`)).status).toBe(422);
  });

  it('are deleted alone by default: what they held stays', async () => {
    const { project, job, hook, dataset } = await full();
    const { status, body } = await call('DELETE', `/svc/projects/${project}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      project_id: project,
      deleted_resources: { job: 0, monitor: 0, dataset: 0, webhook_unlinked: 1 },
    });
    expect((await call('GET', `/svc/projects/${project}`)).status).toBe(404);
    for (const path of [`/svc/status/${job}`, `/svc/webhooks/${hook}`, `/svc/datasets/${dataset}`])
      expect((await call('GET', path)).status).toBe(200);
    const other = await make();
    const added = await call('POST', `/svc/projects/${other}/resources`, {
      resources: [{ resource_type: 'job', resource_id: job }],
    });
    expect(added.body.success).toBe(true);
  });

  it('are deleted with what they held when asked to, but never with webhooks', async () => {
    const { project, job, hook, dataset } = await full();
    const { body } = await call('DELETE', `/svc/projects/${project}?delete_resources=true`);
    expect(body.deleted_resources).toEqual({ job: 1, monitor: 1, dataset: 1, webhook_unlinked: 1 });
    expect((await call('GET', `/svc/status/${job}`)).status).toBe(404);
    expect((await call('GET', `/svc/datasets/${dataset}`)).status).toBe(404);
    expect((await call('GET', '/svc/monitors')).body.total_monitors).toBe(0);
    expect((await call('GET', `/svc/webhooks/${hook}`)).status).toBe(200);
  });

  it('lose a webhook that is deleted', async () => {
    const { project, hook } = await full();
    await call('DELETE', `/svc/webhooks/${hook}`);
    expect((await call('GET', `/svc/projects/${project}/overview`)).body.overview.webhooks.total).toBe(0);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryState } from '../../../../../../infra/local/services/kit/state-folder.ts';
import { heldClock, openExtraction, type OpenExtraction, SECOND, START } from '../open-extraction.ts';

let extraction: OpenExtraction;
const call: OpenExtraction['call'] = (...args) => extraction.call(...args);
beforeEach(async () => {
  extraction = await openExtraction();
});
afterEach(() => extraction.close());

const entity = async (name: string, more: object = {}) =>
  String((await call('POST', '/svc/entities', { name, ...more })).body.id);
const names = (body: any) => body.entities.map((one: any) => one.name);

describe('entities', () => {
  it.each([
    ['no name', { name: '' }],
    ['another type', { name: 'A', entity_type: 'ship' }],
    ['an external id above 255 characters', { name: 'A', external_entity_id: 'x'.repeat(256) }],
    [
      'names that are no list',
      { name: 'A', additional_attributes: { company_attributes: { alternative_names: 'B' } } },
    ],
  ])('are refused with %s', async (_, body) => {
    expect((await call('POST', '/svc/entities', body)).status).toBe(422);
  });

  it('have a shape of their own for 400', async () => {
    const { status, body } = await call('POST', '/svc/entities', {
      name: 'Ann',
      entity_type: 'person',
      additional_attributes: { company_attributes: { domain: 'a.example' } },
    });
    expect(status).toBe(400);
    expect(body).toEqual({ message: expect.any(String), status: 'Bad request', status_code: 400 });
  });

  it('may be sent and are shown under older names too', async () => {
    const { body } = await call('POST', '/svc/entities', { name: 'Ann', type: 'person' });
    expect((await call('GET', `/svc/entities/${body.id}`)).body).toMatchObject({
      type: 'person',
      entity_type: 'person',
      domain: null,
      alternative_names: [],
      key_persons: [],
    });
  });

  it('get ready by the clock', async () => {
    const made = await call('POST', '/svc/entities', { name: 'Acme' });
    expect(made).toMatchObject({ status: 200, body: { id: expect.any(String), status: 'pending' } });
    const status = async () => (await call('GET', `/svc/entities/${made.body.id}`)).body.status;
    await extraction.clock.advance(2 * SECOND);
    expect(await status()).toBe('enriching');
    await extraction.clock.advance(4 * SECOND);
    expect(await status()).toBe('ready');
  });

  it('are made in a batch, all or none', async () => {
    const { body } = await call('POST', '/svc/entities/batch', { entities: [{ name: 'A' }, { name: 'B' }] });
    expect(body).toMatchObject({ count: 2, entities: [{ status: 'pending' }, { status: 'pending' }] });
    const bad = [
      { name: 'C' },
      { name: 'D', entity_type: 'person', additional_attributes: { company_attributes: {} } },
    ];
    expect((await call('POST', '/svc/entities/batch', { entities: bad })).status).toBe(400);
    expect((await call('POST', '/svc/entities/batch', { entities: [] })).status).toBe(422);
    expect((await call('GET', '/svc/entities')).body.total).toBe(2);
  });

  it('change: company data is replaced as a whole, the rest stays', async () => {
    const id = await entity('Acme', {
      description: 'Shops',
      external_entity_id: 'x-1',
      additional_attributes: { company_attributes: { domain: 'acme.example', key_persons: ['Jane Doe'] } },
    });
    await extraction.clock.advance(SECOND);
    const { body } = await call('PATCH', `/svc/entities/${id}`, {
      name: 'Acme Corp',
      additional_attributes: { company_attributes: { domain: 'acme-corp.example' } },
    });
    expect(body).toMatchObject({
      id,
      name: 'Acme Corp',
      entity_type: 'company',
      description: 'Shops',
      external_entity_id: 'x-1',
      organization_id: 'acme',
      additional_attributes: { company_attributes: { domain: 'acme-corp.example' } },
      created_at: '2026-11-21T08:00:00',
      updated_at: '2026-11-21T08:00:01',
    });
    expect(body.additional_attributes.company_attributes).not.toHaveProperty('key_persons');
    expect(
      (await call('PATCH', `/svc/entities/${id}`, { external_entity_id: null })).body.external_entity_id,
    ).toBeNull();
    expect((await call('PATCH', '/svc/entities/nobody', {})).status).toBe(404);
  });

  it('are listed with filters and in order', async () => {
    for (const name of ['Beta', 'Alpha', 'Gamma']) {
      await entity(name, name === 'Gamma' ? { entity_type: 'person' } : {});
      await extraction.clock.advance(3 * SECOND);
    }
    const list = async (query: string) => names((await call('GET', `/svc/entities${query}`)).body);
    expect(await list('')).toEqual(['Gamma', 'Alpha', 'Beta']);
    expect(await list('?sort_by=name&sort_order=asc')).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await list('?search=ALP')).toEqual(['Alpha']);
    expect(await list('?entity_type=person')).toEqual(['Gamma']);
    expect(await list('?status=ready')).toEqual(['Alpha', 'Beta']);
    expect(await list('?page=2&page_size=2')).toEqual(['Beta']);
    expect((await call('GET', '/svc/entities?page_size=501')).status).toBe(422);
    expect((await call('GET', '/svc/entities?project_id=nobody')).status).toBe(404);
  });

  it('are deleted, also out of datasets', async () => {
    const id = await entity('Acme');
    const { body: dataset } = await call('POST', '/svc/datasets', { name: 'D', entity_ids: [id] });
    expect((await call('DELETE', `/svc/entities/${id}`)).status).toBe(204);
    expect((await call('GET', `/svc/entities/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/svc/entities/${id}`)).status).toBe(404);
    expect((await call('GET', `/svc/datasets/${dataset.id}`)).body.entity_count).toBe(0);
  });
});

describe('datasets', () => {
  const dataset = async (more: object = {}) =>
    (await call('POST', '/svc/datasets', { name: 'Watched', ...more })).body;

  it('are made from entities that exist', async () => {
    const id = await entity('Acme', {
      additional_attributes: { company_attributes: { domain: 'acme.example', description: 'Shops' } },
    });
    const made = await dataset({ entity_ids: [id, id], description: 'Ours' });
    expect(made).toMatchObject({
      name: 'Watched',
      description: 'Ours',
      entity_count: 1,
      entity_status_breakdown: { pending: 1 },
      latest_status: 'pending',
      health_score: 50,
      health_breakdown: { domain: 100, description: 100, alternative_names: 0, key_persons: 0 },
    });
    expect((await call('POST', '/svc/datasets', { name: 'D', entity_ids: ['nobody'] })).status).toBe(400);
    expect((await call('POST', '/svc/datasets', { name: '' })).status).toBe(422);
    expect((await call('POST', '/svc/datasets', { name: 'D', project_id: 'nobody' })).status).toBe(404);
  });

  it('are listed, changed and deleted', async () => {
    const { id } = await dataset();
    await extraction.clock.advance(10 * SECOND);
    await dataset({ name: 'Second' });
    const list = async (query: string) =>
      (await call('GET', `/svc/datasets${query}`)).body.datasets.map((one: any) => one.name);
    expect(await list('')).toEqual(['Second', 'Watched']);
    expect(await list('?sort_by=name&sort_order=desc')).toEqual(['Watched', 'Second']);
    expect(await list('?latest_status=ready')).toEqual(['Watched']);
    expect(await list('?search=sec')).toEqual(['Second']);
    expect(await list('?ownership=shared')).toEqual([]);
    expect((await call('PATCH', `/svc/datasets/${id}`, { name: 'Renamed' })).body).toMatchObject({
      id,
      name: 'Renamed',
    });
    expect((await call('DELETE', `/svc/datasets/${id}`)).status).toBe(204);
    expect((await call('GET', `/svc/datasets/${id}`)).status).toBe(404);
    expect(await list('')).toEqual(['Second']);
  });

  it('take entities in and give them up, and list them', async () => {
    const [a, b] = [await entity('Alpha', { external_entity_id: 'x' }), await entity('Beta')];
    const { id } = await dataset({ entity_ids: [a] });
    const path = `/svc/datasets/${id}/entities`;
    expect((await call('POST', path, { entity_ids: [a, b] })).body).toEqual({
      dataset_id: id,
      affected_count: 1,
    });
    expect((await call('POST', path, { entity_ids: ['nobody'] })).status).toBe(400);
    expect((await call('POST', path, { entity_ids: [] })).status).toBe(422);
    const listed = await call('POST', `${path}/list`, { search: 'alp' });
    expect(listed.body).toMatchObject({
      total: 1,
      page: 1,
      page_size: 100,
      entities: [{ id: a, name: 'Alpha', entity_type: 'company', status: 'pending', attributes: {} }],
    });
    expect(names((await call('POST', `${path}/list`, { sort_by: 'name', sort_order: 'asc' })).body)).toEqual([
      'Alpha',
      'Beta',
    ]);
    expect((await call('POST', `${path}/list`, { page_size: 501 })).status).toBe(422);
    expect((await call('DELETE', path, { entity_ids: [b, 'nobody'] })).body).toEqual({
      dataset_id: id,
      affected_count: 1,
    });
  });

  it('get ready by the clock, anew whenever entities come in, and keep the history', async () => {
    const { id } = await dataset({ entity_ids: [await entity('Alpha')] });
    const history = async () =>
      (await call('GET', `/svc/datasets/${id}/status`)).body.history.map((line: any) => line.status);
    expect(await history()).toEqual(['pending']);
    await extraction.clock.advance(6 * SECOND);
    expect(await history()).toEqual(['pending', 'enriching', 'ready']);
    await call('POST', `/svc/datasets/${id}/entities`, { entity_ids: [await entity('Beta')] });
    expect((await call('GET', `/svc/datasets/${id}`)).body.latest_status).toBe('pending');
    await extraction.clock.advance(2 * SECOND);
    expect(await history()).toEqual(['pending', 'enriching', 'ready', 'pending', 'enriching']);
  });

  it('survive a restart', async () => {
    const state = openMemoryState();
    const clock = heldClock(START);
    const first = await openExtraction({ state, clock });
    const { body } = await first.call('POST', '/svc/datasets', { name: 'Kept' });
    await first.close();
    await clock.advance(10 * SECOND);
    const second = await openExtraction({ state, clock });
    expect((await second.call('GET', `/svc/datasets/${body.id}`)).body).toMatchObject({
      name: 'Kept',
      latest_status: 'ready',
    });
    await second.close();
  });
});

describe('CSV uploads', () => {
  const upload = async (path: string, csv: string, fields: Record<string, string> = { name: 'Uploaded' }) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([csv], { type: 'text/csv' }), 'companies.csv');
    return call('POST', path, form);
  };
  const CSV =
    '\uFEFFname,domain,description,alternative_names,key_persons\nAcme,acme.example,"Shops, many",Acme Stores; ACME ,Jane Doe\nGlobex,,,,\n,globex.example,,,\n';

  it('make a dataset, and tell which rows were skipped and why', async () => {
    const { status, body } = await upload('/svc/datasets/upload', CSV);
    expect(status).toBe(200);
    expect(body).toEqual({
      dataset_id: expect.any(String),
      dataset_name: 'Uploaded',
      entities_created: 2,
      validation_report: {
        total_rows: 3,
        valid_rows: 2,
        skipped_count: 1,
        skipped_rows: [{ row: 2, reason: 'domain is empty' }],
      },
    });
    const { body: listed } = await call('POST', `/svc/datasets/${body.dataset_id}/entities/list`, {});
    expect(listed.entities.map(({ name }: any) => name).toSorted()).toEqual(['Acme', 'globex.example']);
    expect(listed.entities.find(({ name }: any) => name === 'Acme')).toMatchObject({
      name: 'Acme',
      attributes: {
        domain: 'acme.example',
        description: 'Shops, many',
        alternative_names: ['Acme Stores', 'ACME'],
        key_persons: ['Jane Doe'],
      },
    });
  });

  it('add to a dataset', async () => {
    const { body: made } = await call('POST', '/svc/datasets', { name: 'D' });
    const { body } = await upload(`/svc/datasets/${made.id}/upload`, 'Domain,Name\na.example,A\n', {});
    expect(body).toEqual({
      dataset_id: made.id,
      entities_created: 1,
      validation_report: { total_rows: 1, valid_rows: 1, skipped_count: 0, skipped_rows: [] },
    });
  });

  it.each([
    ['the domain column', 'name,site\nAcme,acme.example\n', 'domain'],
    ['everything', '', 'domain'],
  ])('are refused with 422 without %s', async (_, csv, missing) => {
    const { status, body } = await upload('/svc/datasets/upload', csv);
    expect(status).toBe(422);
    expect(body.detail[0]).toEqual({
      loc: ['body', 'file'],
      msg: `The CSV lacks the column ${missing}`,
      type: 'value_error',
    });
  });

  it('are refused without a file, without a name, as JSON, and for another dataset', async () => {
    const form = new FormData();
    form.set('name', 'D');
    expect((await call('POST', '/svc/datasets/upload', form)).status).toBe(422);
    expect((await upload('/svc/datasets/upload', CSV, {})).status).toBe(422);
    expect((await call('POST', '/svc/datasets/upload', { name: 'D' })).status).toBe(400);
    expect((await upload('/svc/datasets/nobody/upload', CSV)).status).toBe(404);
    expect((await upload('/svc/datasets/upload', 'name,domain\n"Acme,acme.example\n')).status).toBe(422);
  });
});

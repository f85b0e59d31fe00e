import { describe, expect, it } from 'vitest';
import type { ExtractionSettings } from '../../../../infra/local/services/extraction/settings.ts';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import type { Company } from '../../../../shared/domain/watches/watchlist.ts';
import { aftermath, aMonitorWatch, NOTHING, STACK, openUpstreamBench } from '../upstream-bench.ts';

const bench = (settings: Partial<ExtractionSettings> = {}) => openUpstreamBench({ service: { settings } });

const company = (name: string, changes: Partial<Company> = {}): Company => ({
  key: name.toLowerCase(),
  name,
  domain: `${name.toLowerCase()}.example`,
  alternativeNames: [],
  keyPersons: [],
  ...changes,
});
const many = Array.from({ length: 500 }, (_, n) => company(`Company${n}`));

describe('a watchlist', () => {
  it('of 500 companies becomes entities and a dataset; after a change of three one sweep makes three changes', async () => {
    const one = await bench();
    await one.store.watchlists.put({ name: 'suppliers', companies: many });
    const { steps } = await one.sweep();
    expect(steps.filter((step) => step.endsWith('make-entities'))).toHaveLength(5);
    await one.pass(10 * MINUTE);
    const [dataset] = (await one.client.datasets.list()).datasets;
    expect(dataset?.raw).toMatchObject({
      name: `${STACK} suppliers`,
      entity_count: 500,
      latest_status: 'ready',
    });
    const [, second, third, ...rest] = many;
    const changed = [
      company('Newcomer'),
      { ...second!, domain: 'other.example' },
      ...rest,
      { ...third!, name: 'Company Two' },
    ].filter(({ key }) => key !== 'company499');
    await one.store.watchlists.put({ name: 'suppliers', companies: [...changed, many[0]!] });
    const sweep = await one.sweep();
    expect(sweep.steps).toEqual([
      'suppliers: make-entities',
      'suppliers: change-entity',
      'suppliers: change-entity',
      'suppliers: put-in',
      'suppliers: remove-entity',
      'suppliers: check',
    ]);
    const { entities, total } = await one.client.entities.list({ page_size: 500 });
    expect(total).toBe(500);
    const byId = new Map(entities.map((entity) => [entity.external_entity_id, entity.raw]));
    expect(byId.get(`bellwether:${STACK}/suppliers/newcomer`)).toMatchObject({ name: 'Newcomer' });
    expect(byId.get(`bellwether:${STACK}/suppliers/company1`)).toMatchObject({ domain: 'other.example' });
    expect(byId.get(`bellwether:${STACK}/suppliers/company2`)).toMatchObject({ name: 'Company Two' });
    expect(byId.has(`bellwether:${STACK}/suppliers/company499`)).toBe(false);
    await one.pass(10 * MINUTE);
    expect((await one.sweep()).steps).toEqual([]);
  });

  it('is waited for by its watch, whose records name the companies; both are removed together', async () => {
    const one = await bench();
    await one.store.watchlists.put({ name: 'suppliers', companies: [company('Acme'), company('Globex')] });
    await one.apply(aMonitorWatch({ watchlist: 'suppliers', firstRun: 'tell' }));
    const first = await one.sweep();
    expect(first.waiting).toContain('breaches: its watchlist is being prepared');
    await one.pass(20 * MINUTE);
    const { findings } = await aftermath(one);
    expect(findings).toHaveLength(1);
    const [known] = await one.store.findings.read('breaches', [findings[0]!.id]);
    expect(known?.finding.entities).toMatchObject([{ name: 'Acme', key: 'acme' }]);
    expect(known?.finding.entities?.[0]?.score).toBeGreaterThan(1);
    await one.store.watchlists.remove('suppliers');
    await one.apply();
    await one.sweep();
    expect(await one.holds()).toEqual(NOTHING);
    expect(await one.store.resources.all()).toEqual([]);
  });

  it('that is not ready in time opens one incident, until it is ready or removed', async () => {
    const one = await bench({ entities: { enrichingAfter: MINUTE, readyAfter: 2 * HOUR } });
    const subjects = async () => (await one.store.incidents.open()).map(({ subject }) => subject);
    await one.store.watchlists.put({ name: 'suppliers', companies: [company('Acme')] });
    await one.pass(25 * MINUTE);
    expect(await subjects()).toEqual([]);
    await one.pass(HOUR);
    expect(await subjects()).toEqual(['watchlist:suppliers:not-ready']);
    expect((await aftermath(one)).alerts).toEqual(['incident']);
    await one.pass(HOUR);
    expect(await subjects()).toEqual([]);
    await one.store.watchlists.put({ name: 'customers', companies: [company('Globex')] });
    await one.pass(HOUR);
    expect(await subjects()).toEqual(['watchlist:customers:not-ready']);
    await one.store.watchlists.remove('customers');
    await one.pass(5 * MINUTE);
    expect(await subjects()).toEqual([]);
  });

  it('is taken over from an earlier store, and completed where a person has deleted a company', async () => {
    const one = await bench();
    const list = { name: 'suppliers', companies: [company('Acme'), company('Globex')] };
    await one.store.watchlists.put(list);
    await one.pass(10 * MINUTE);
    for (const resource of await one.store.resources.all()) await one.store.resources.remove(resource);
    await one.pass(10 * MINUTE);
    expect(await one.holds()).toEqual({ ...NOTHING, projects: 1, datasets: 1, entities: 2 });
    const [entity] = (await one.client.entities.list()).entities;
    await one.client.entities.remove(entity?.id ?? '');
    await one.pass(2 * HOUR);
    expect(await one.holds()).toEqual({ ...NOTHING, projects: 1, datasets: 1, entities: 2 });
    expect((await one.client.datasets.list()).datasets).toMatchObject([{ raw: { entity_count: 2 } }]);
  });
});

import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullForm } from '../../../../full-form.ts';
import { article, openExtraction, type OpenExtraction } from './open-extraction.ts';

let extraction: OpenExtraction;
/** Ids of things that exist, so that bodies sometimes fit. */
const ids: string[] = [];

beforeAll(async () => {
  extraction = await openExtraction({
    articles: [article('Retailer Acme hit by data breach')],
    plan: { jobSlots: 10_000 },
  });
  const { call } = extraction;
  ids.push(await extraction.finishedJob());
  ids.push(
    (await call('POST', '/svc/webhooks', { name: 'W', url: 'https://hooks.example.com/x' })).body.webhook.id,
  );
  ids.push((await call('POST', '/svc/entities', { name: 'Acme' })).body.id);
  ids.push((await call('POST', '/svc/datasets', { name: 'D', entity_ids: [ids[2]] })).body.id);
  ids.push((await call('POST', '/svc/projects', { name: 'P' })).body.project_id);
  ids.push(
    (
      await call('POST', '/svc/monitors/create', {
        reference_job_id: ids[0],
        schedule: 'daily',
        backfill: false,
      })
    ).body.monitor_id,
  );
});
afterAll(() => extraction.close());

const FIELDS =
  `query limit start_date validators connected_dataset_ids webhook_ids project_id job_id new_limit reference_job_id schedule
  name url auth formatter_config payload resource_type resource_id additional_attributes entities entity_ids page`.split(
    /\s+/,
  );
const WORDS = ['lite', 'daily', 'https://a.example.com', 'job', '2026-11-20', '', '\u0000', '*', '-1'];

const identifier = fc.integer({ min: 0, max: 8 }).map((n) => ids[n] ?? 'nobody');
const value = fc.oneof(
  fc.constantFrom(...WORDS),
  identifier,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(identifier, { maxLength: 3 }),
  fc.object({ maxDepth: 2 }),
);
const body = fc.oneof(
  { weight: 9, arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 8 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

describe('whatever is sent', () => {
  it('is answered as the contract says: never with 5xx, and every error with a detail', async () => {
    const routes = extraction.service.app.routes
      .map(({ method, path }) => ({ method, path }))
      .filter(({ method }) => method !== 'ALL');
    expect(routes.length).toBeGreaterThan(40);
    const request = fc.record({
      route: fc.constantFrom(...routes),
      id: identifier,
      other: identifier,
      body,
      query: fc.dictionary(fc.constantFrom(...FIELDS), fc.constantFrom(...WORDS), { maxKeys: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ route, id, other, body: sent, query }) => {
        const type = id === ids[5] ? 'monitor' : 'job';
        const path = route.path
          .replace(':resource_type', type)
          .replace(':resource_id', other)
          .replace(/:\w+/, encodeURIComponent(id));
        const search = new URLSearchParams(query).toString();
        const answer = await extraction.call(
          route.method,
          `${path}?${search}`,
          route.method === 'GET' ? undefined : sent,
        );
        expect(answer.status).toBeLessThan(500);
        const told =
          answer.status < 400 || answer.body?.detail !== undefined || answer.body?.message !== undefined;
        expect(told).toBe(true);
      }),
      { numRuns: fullForm(100, 300) },
    );
    expect(extraction.logged).toEqual([]);
  });
});

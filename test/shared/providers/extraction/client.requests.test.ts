import { describe, expect, it } from 'vitest';
import { RefusedError } from '../../../../shared/domain/lib/errors.ts';
import { errorOf } from '../http/client-under-test.ts';
import { DATASET, scripted } from './extraction-fixtures.ts';

const field = { name: 'n', description: 'd', type: 'text' };
const answer = { json: { job_id: 'j', id: 'i', webhook: { id: 'w' }, monitor_id: 'm' } };

describe('submit', () => {
  it('sends what it is given, times as the service reads them', async () => {
    const { server, client } = await scripted(answer);
    const request = {
      query: 'Layoffs at car makers in Europe',
      context: 'factories',
      summary_template: '[NAME] lays off',
      limit: 10,
      mode: 'base',
      start_date: '2026-11-01',
      end_date: '2026-11-20 08:00:00+01:00',
      validators: [{ name: 'in_europe', description: 'The site is in Europe', type: 'boolean' }],
      enrichments: [{ name: 'city', description: 'Where', type: 'text' }],
      connected_dataset_ids: [DATASET],
      ed_association_type: 'mention',
      ed_score_min: 2,
      fetch_all_watchlist_news: false,
      source_groups: ['wires'],
      webhook_ids: ['w1'],
      project_id: 'p1',
    } as const;
    expect(await client.jobs.submit(request)).toEqual({ job_id: 'j' });
    expect(server.sent(0)).toEqual({
      ...request,
      start_date: '2026-11-01T00:00:00Z',
      end_date: '2026-11-20T07:00:00Z',
    });
  });

  it.each([
    ['no query', {}, 'query'],
    ['an empty query', { query: ' ' }, 'query: must not be empty'],
    ['a date in words', { query: 'q', start_date: 'yesterday' }, 'start_date: must be a time'],
    [
      'a range of 31 days',
      { query: 'q', start_date: '2026-10-01', end_date: '2026-11-01' },
      'at most 30 days',
    ],
    [
      'an enrichment of an old type',
      { query: 'q', enrichments: [{ name: 'n', description: 'd', type: 'dict' }] },
      'enrichments.0.type',
    ],
    ['a name given twice', { query: 'q', enrichments: [field, field] }, 'enrichments has the name "n" twice'],
    ['a dataset id that is none', { query: 'q', connected_dataset_ids: ['d'] }, 'connected_dataset_ids.0'],
    [
      'an association without a dataset',
      { query: 'q', ed_association_type: 'mention' },
      'needs connected_dataset_ids',
    ],
    ['21 source groups', { query: 'q', source_groups: Array(21).fill('g') }, 'source_groups'],
  ])('with %s is not sent', async (_, request: any, says) => {
    const { server, client } = await scripted(answer);
    const error = await errorOf(Promise.resolve().then(() => client.jobs.submit(request)));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ refusal: 'request', operation: 'POST /submit' });
    expect(error.message).toContain(says);
    expect(server.arrivals).toHaveLength(0);
  });
});

describe('other requests are checked too', () => {
  const hook = { name: 'Ours', url: 'https://hooks.acme.example/in' };
  it.each([
    [
      'auth of two kinds',
      (c: any) => c.webhooks.create({ ...hook, auth: { type: 'bearer', value: 'x' } }),
      'auth',
    ],
    ['an empty batch', (c: any) => c.entities.createMany([]), 'entities'],
  ])('%s', async (_, ask, says) => {
    const { server, client } = await scripted(answer);
    const error = await errorOf(Promise.resolve().then(() => ask(client)));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error.message).toContain(says);
    expect(server.arrivals).toHaveLength(0);
  });

  it('and a good webhook passes', async () => {
    const { server, client } = await scripted(answer);
    const request = { ...hook, type: 'generic', auth: { type: 'bearer', token: 'v' } } as const;
    expect((await client.webhooks.create(request)).id).toBe('w');
    expect(server.sent(0)).toEqual(request);
  });
});

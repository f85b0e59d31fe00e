import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEventsClient,
  type EventsClient,
} from '../../../../shared/providers/events/create-events-client.ts';
import {
  createExtractionClient,
  type ExtractionClient,
} from '../../../../shared/providers/extraction/client/create-extraction-client.ts';
import { createNewsClient, type NewsClient } from '../../../../shared/providers/news/create-news-client.ts';
import { publicationOf } from '../../../../shared/providers/http/lenient.ts';
import { testClock } from '../../../shared/providers/test-clock.ts';
import { KEY, openEvents } from './events/open-events.ts';
import { article, DAY, openExtraction } from './extraction/open-extraction.ts';
import { openNews } from './news/open-news.ts';

// Our own clients read what the local services answer, through their schemas.

const clock = testClock();

/** Names of calls, the calls, and a part of what they give. */
type Calls<Client> = readonly (readonly [
  name: string,
  call: (client: Client) => Promise<unknown>,
  gives: unknown,
])[];

const anyList = (name: string) => ({ [name]: expect.arrayContaining([expect.any(Object)]) });

describe('the news service', () => {
  const records = [
    {
      id: 'acme-1',
      title: 'Acme opens a plant in Lyon',
      content: 'Acme opens a plant in Lyon, its chairman said.',
      authors: ['Jane Doe'],
      link: 'https://news.example/acme-1',
      domain_url: 'news.example',
      language: 'en',
      country: 'FR',
      published_date: '2026-11-20',
    },
    {
      id: 'acme-2',
      title: 'Acme opens a plant in Lyon, says the chairman',
      domain_url: 'paper.example',
      country: 'US',
    },
    {
      id: 'usine',
      title: 'Une usine',
      language: 'fr',
      country: 'FR',
      title_translated_en: 'A factory',
      rank: 999_999,
    },
  ];
  const calls: Calls<NewsClient> = [
    ['search', (client) => client.search({ q: 'plant AND lyon' }), { total_hits: 2 }],
    [
      'a search without ranks',
      (client) => client.search({ q: 'usine', ranked_only: false }),
      { total_hits: 1 },
    ],
    [
      'a date without a time',
      async (client) =>
        (await client.search({ q: '*', published_date_precision: 'date' })).articles.map(publicationOf),
      [{ publishedAt: Date.parse('2026-11-20T00:00:00Z'), publishedPrecision: 'date' }],
    ],
    [
      'translations',
      async (client) =>
        (
          await client.search({ q: 'usine', ranked_only: false, include_translation_fields: true })
        ).articles.map(({ read }) => read()),
      [{ title_translated_en: 'A factory' }],
    ],
    ['latestHeadlines', (client) => client.latestHeadlines({ when: '7d' }), { total_hits: 2 }],
    ['breakingNews', (client) => client.breakingNews({ sort_by: 'date' }), { events: [] }],
    ['authors', (client) => client.authors({ author_name: 'Jane Doe' }), { total_hits: 1 }],
    [
      'searchByLink',
      (client) => client.searchByLink({ links: 'https://news.example/acme-1' }),
      { total_hits: 1 },
    ],
    ['searchSimilar', (client) => client.searchSimilar({ q: 'plant' }), { total_hits: 2 }],
    ['sources', (client) => client.sources({ lang: 'en' }), { sources: [{}] }],
    [
      'aggregationCount',
      (client) => client.aggregationCount({ q: 'plant', aggregation_by: 'country' }),
      {
        counts: [
          { country: 'FR', article_count: 1 },
          { country: 'US', article_count: 1 },
        ],
      },
    ],
    ['subscription', (client) => client.subscription(), { remaining_calls: expect.any(Number) }],
  ];

  it('answers each call of our client', async () => {
    const news = await openNews(records);
    const client = createNewsClient({ baseUrl: news.url, key: 'k', clock });
    for (const [name, call, gives] of calls)
      expect({ name, got: await call(client) }).toMatchObject({ name, got: gives });
    await client.close();
    await news.close();
  });
});

describe('the events service', () => {
  const event = { id: 'breach', event_type: 'data_breach', event_date: '2026-11-19', company_name: 'Acme' };
  const calls: Calls<EventsClient> = [
    [
      'searchEvents',
      (client) => client.searchEvents({ event_type: 'data_breach' }),
      { count: 1, events: [{ id: 'breach' }] },
    ],
    ['subscription', (client) => client.subscription(), { plan_name: expect.any(String) }],
  ];

  it('answers each call of our client', async () => {
    const host = await openEvents([event]);
    const client = createEventsClient({ baseUrl: `${host.url}/events`, key: KEY['x-api-token'], clock });
    for (const [name, call, gives] of calls)
      expect({ name, got: await call(client) }).toMatchObject({ name, got: gives });
    await client.close();
    await host.close();
  });
});

// The calls share what the service holds: what one deletes, none after it asks for.
describe('the extraction service', { shuffle: false }, () => {
  const QUERY = { query: 'Data breaches at retailers' };
  const DAILY = 'every day at 9 AM UTC';
  const hook = { name: 'Ours', url: 'https://hooks.acme.example/in' };
  const ids: Record<string, string> = {};
  let extraction: Awaited<ReturnType<typeof openExtraction>>;
  let client: ExtractionClient;
  const id = (name: string) => ids[name] ?? name;
  const job = () => ({ resource_type: 'job', resource_id: id('job') }) as const;

  beforeAll(async () => {
    extraction = await openExtraction({ articles: [article('Retailer Acme hit by data breach')] });
    client = createExtractionClient({ baseUrl: `${extraction.host.url}/jobs`, key: 'key-of-ann', clock });
    const made = async (name: string, path: string, body: object, key = 'id') => {
      const answer = (await extraction.call('POST', `/svc${path}`, body)).body;
      ids[name] = answer[key] ?? answer.webhook[key];
    };
    ids['job'] = await extraction.finishedJob({ limit: 10 });
    await made('monitor', '/monitors/create', { reference_job_id: id('job'), schedule: DAILY }, 'monitor_id');
    await made('entity', '/entities', { name: 'Acme' });
    await made('dataset', '/datasets', { name: 'D', entity_ids: [id('entity')] });
    await made('webhook', '/webhooks', hook);
    await made('project', '/projects', { name: 'P' }, 'project_id');
    await extraction.clock.advance(2 * DAY);
  });
  afterAll(async () => {
    await client.close();
    await extraction.close();
  });

  const calls: Record<
    string,
    readonly [call: (client: ExtractionClient) => Promise<unknown>, gives?: unknown]
  > = {
    submit: [({ jobs }) => jobs.submit(QUERY), { job_id: expect.any(String) }],
    initialize: [({ jobs }) => jobs.initialize(QUERY), anyList('validators')],
    validate: [({ jobs }) => jobs.validate(QUERY), { status: 'good' }],
    'create monitor': [({ monitors }) => monitors.create({ reference_job_id: id('job'), schedule: DAILY })],
    continue: [({ jobs }) => jobs.continue({ job_id: id('job'), new_limit: 100 })],
    status: [({ jobs }) => jobs.status(id('job')), { status: expect.any(String) }],
    pull: [({ jobs }) => jobs.pull(id('job')), { ...anyList('records'), total_pages: 1, limit: 100 }],
    'the list of jobs': [({ jobs }) => jobs.list(), anyList('jobs')],
    'the list of monitors': [({ monitors }) => monitors.list(), anyList('monitors')],
    runs: [({ monitors }) => monitors.runs(id('monitor')), expect.arrayContaining([expect.anything()])],
    'pull of a monitor': [({ monitors }) => monitors.pull(id('monitor'))],
    'change monitor': [({ monitors }) => monitors.change(id('monitor'), { change: { schedule: DAILY } })],
    disable: [({ monitors }) => monitors.disable(id('monitor')), { success: true }],
    enable: [({ monitors }) => monitors.enable(id('monitor')), { success: true }],
    'remove monitor': [({ monitors }) => monitors.remove(id('monitor')), { success: true }],
    'user limits': [(one) => one.userLimits()],
    'source groups': [(one) => one.sourceGroups({ page: 1 }), anyList('source_groups')],
    'the list of entities': [({ entities }) => entities.list(), anyList('entities')],
    'entities of a batch': [({ entities }) => entities.createMany([{ name: 'Globex' }]), [{}]],
    'change entity': [({ entities }) => entities.change(id('entity'), { change: { name: 'Acme Corp' } })],
    'the list of datasets': [({ datasets }) => datasets.list(), anyList('datasets')],
    'create dataset': [({ datasets }) => datasets.create({ name: 'M', entity_ids: [id('entity')] })],
    'read dataset': [({ datasets }) => datasets.read(id('dataset')), { id: expect.any(String) }],
    'put into dataset': [({ datasets }) => datasets.putIn(id('dataset'), { entity_ids: [id('entity')] })],
    'remove dataset': [async ({ datasets }) => [await datasets.remove(id('dataset'))]],
    'remove entity': [async ({ entities }) => [await entities.remove(id('entity'))]],
    'create webhook': [({ webhooks }) => webhooks.create(hook), { id: expect.any(String) }],
    'the list of webhooks': [({ webhooks }) => webhooks.list(), anyList('webhooks')],
    'read webhook': [({ webhooks }) => webhooks.read(id('webhook')), { id: expect.any(String) }],
    'change webhook': [({ webhooks }) => webhooks.change(id('webhook'), { change: { name: 'Ours' } })],
    'test webhook': [({ webhooks }) => webhooks.test(id('webhook')), { success: true }],
    assign: [({ webhooks }) => webhooks.assign(id('webhook'), { resource: job() }), { success: true }],
    assignments: [({ webhooks }) => webhooks.assignments(id('webhook')), anyList('resources')],
    history: [({ webhooks }) => webhooks.history({ webhook_id: id('webhook') })],
    'the list of projects': [({ projects }) => projects.list(), anyList('projects')],
    'create project': [({ projects }) => projects.create({ name: 'Press' })],
    'resources of a project': [({ projects }) => projects.resources(id('project')), { resources: [] }],
    'remove project': [({ projects }) => projects.remove(id('project'))],
    'remove webhook': [async ({ webhooks }) => [await webhooks.remove(id('webhook'))]],
    'remove job': [({ jobs }) => jobs.remove(id('job')), { success: true }],
  };
  it.each(Object.entries(calls))('answers %s', async (_, [call, gives = expect.anything()]) => {
    expect({ got: await call(client) }).toMatchObject({ got: gives });
  });

  it('refuses the client of another organization', async () => {
    const other = createExtractionClient({
      baseUrl: `${extraction.host.url}/jobs`,
      key: 'key-of-ann',
      organizationId: 'globex',
      clock,
    });
    await expect(other.jobs.list()).rejects.toMatchObject({ status: 403 });
    await other.close();
  });
});

import type { CallOptions, HttpClient } from '../../../shared/providers/http/http-client.ts';
import { eventToFinding } from '../../../shared/providers/events/to-finding.ts';
import { searchEvents } from '../../../shared/providers/events/search-events.ts';
import { account } from '../../../shared/providers/extraction/client/account.ts';
import { datasets } from '../../../shared/providers/extraction/client/datasets.ts';
import { jobs } from '../../../shared/providers/extraction/client/jobs.ts';
import { monitors } from '../../../shared/providers/extraction/client/monitors.ts';
import { projects } from '../../../shared/providers/extraction/client/projects.ts';
import { webhooks } from '../../../shared/providers/extraction/client/webhooks.ts';
import { recordToFinding } from '../../../shared/providers/extraction/source/to-finding.ts';
import { webhookReader } from '../../../shared/providers/extraction/source/webhook-reader.ts';
import { articleQuestion } from '../../../shared/providers/news/articles.ts';
import { articleReadingOf, articleToFinding } from '../../../shared/providers/news/to-finding.ts';
import { serverWaitOf } from '../../../shared/providers/http/attempt.ts';
import { BadShapeError, RefusedError, TransportError } from '../../../shared/domain/lib/errors.ts';
import { aWatch, NOON } from '../../ports/examples.ts';
import type { Parser } from '../parser.ts';

const WINDOW = { from: NOON - 86_400_000, to: NOON };
const SIGHT = articleReadingOf(
  aWatch({
    query: { q: '"Acme Corp" OR acme*' },
    exclude: { domains: ['x.example'], phrases: ['acme comics'] },
  }),
);

/** Gives every call the same text as its answer, and throws away what does not fit. */
function answering(text: string): HttpClient {
  return {
    call: async (call, _options?: CallOptions) => {
      const reading = call.read({ status: 200, headers: {}, text });
      if ('value' in reading) return reading.value;
      throw new BadShapeError('problem' in reading ? reading.problem : 'no value', {
        service: 'news',
        operation: 'GET /',
      });
    },
    close: async () => undefined,
  };
}

const article = {
  id: 'a1',
  title: 'Acme Corp opens a plant',
  link: 'https://news.example/1',
  author: 'Jane Doe',
  authors: ['Jane Doe', 'John'],
  published_date: '2026-11-20 08:00:00',
  parse_date: '2026-11-20 08:05:00',
  domain_url: 'news.example',
  name_source: 'The News',
  country: 'US',
  language: 'en',
  rank: 5,
  score: 1.5,
  description: 'Acme said so.',
  content: 'Acme Corp said on Friday that its plant in Lyon is open.',
  nlp: {
    sentiment: { title: 0.5, content: -0.2 },
    new_embedding: [0.1, 0.2],
    ner_ORG: [{ entity_name: 'Acme', count: 2 }],
  },
  custom_tags: { industry: ['pumps'] },
  media: null,
  is_opinion: false,
};
const NEWS = [
  { status: 'ok', total_hits: 1, page: 1, total_pages: 1, page_size: 100, articles: [article] },
  {
    status: 'ok',
    total_hits: '2',
    page: 1,
    total_pages: 1,
    page_size: 100,
    clusters_count: 1,
    clusters: [
      {
        cluster_id: 1,
        cluster_size: 2,
        articles: [article, { ...article, id: 12345678901234567890n.toString() }],
      },
    ],
  },
  { status: 'No matches', total_hits: 0, page: 1, total_pages: 0, page_size: 100 },
  { status: 'error', status_code: 429, message: 'slow down' },
].map((one) => JSON.stringify(one));

const EVENTS = [
  {
    message: 'ok',
    count: 1,
    events: [
      {
        id: 'e1',
        event_type: 'data_breach',
        associated_article_ids: ['a1'],
        extraction_date: '2026-11-20 10:00:00',
        event_date: null,
        company_name: 'Acme',
        data_breach: {
          summary: 'Dr. Roe said no. Then yes.',
          impacted: 'customers',
          data_type: 'x',
          title: 'T',
        },
      },
    ],
    articles: [article],
  },
  {
    message: 'ok',
    count: 1,
    events: [
      {
        id: 'e2',
        event_type: 'layoff',
        extraction_date: '2026/11/20 10:00:00',
        company_name: 'Acme',
        layoff: { number_of_people_laid_off: 500, layoff_reason: 'x', summary: 'St. Acme cut jobs! ok' },
        articles: [article],
      },
    ],
  },
].map((one) => JSON.stringify(one));

const record = {
  record_id: 'r1',
  record_title: 'Breach at Acme',
  summary: 'x',
  enrichment: { city: 'Lyon', people: 40, companies: [{ name: 'Acme' }] },
  citations: [
    {
      title: 'T',
      link: 'https://a.example/1',
      published_date: '2026-11-20 08:00:00',
      job_id: 'j1',
      added_on: '2026-11-20 09:00:00',
    },
  ],
  connected_entities: [{ entity_id: 'x', name: 'Acme', score: 5 }],
};
const EXTRACTION = [
  {
    job_id: 'j1',
    status: 'completed',
    steps: [{ status: 'fetching', completed: true, order: 1 }],
    valid_records: 1,
    all_records: [record],
    date_range: { start_date: '2026-11-19 00:00:00', end_date: '2026-11-20 00:00:00' },
    page: 1,
    total_pages: 1,
    limit: 10,
  },
  {
    monitors: [
      { monitor_id: 'm1', monitor_name: 'M', enabled: true, schedule: 'daily', reference_job: { id: 'j1' } },
    ],
    total_monitors: 1,
    jobs: [{ job_id: 'j1', start_date: '2026-11-20 08:00:00' }],
  },
  {
    webhooks: [{ id: 'w1', name: 'W', url: 'https://h.example/x', type: 'generic', is_active: true }],
    projects: [{ id: 'p1', name: 'P' }],
    datasets: [{ id: 'd1', name: 'D', status: 'ready' }],
    plan: 'x',
  },
].map((one) => JSON.stringify(one));

const PAYLOADS = [
  {
    monitor_id: 'm1',
    latest_job_id: 'j2',
    records_count: 1,
    records: [record],
    updated_at: '2026-11-20T08:00:00Z',
    status: 'ok',
  },
  { event: 'job.completed', job_id: 'j1', records_count: '1', records: 1, all_records: [record] },
  { record, job_id: 'j1' },
  record,
  { event: 'test', resource_type: 'job', record },
].map((one) => JSON.stringify(one));

/** Asks for everything with one answer. What does not fit it is refused. */
async function all(calls: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  return Promise.all(calls.map(async (call) => call().catch(refused)));
}

function refused(error: unknown): undefined {
  if (error instanceof BadShapeError || error instanceof RefusedError || error instanceof TransportError)
    return undefined;
  throw error;
}

const inField = (text: string, field: string) => (long: string) =>
  text.replace(new RegExp(`("${field}":)("[^"]*")`), (_, name: string) => name + JSON.stringify(long));

export const answerParsers: readonly Parser[] = [
  {
    name: 'news-answers',
    form: 'json',
    seeds: NEWS,
    share: 15,
    read: (text) => {
      const reading = articleQuestion('search').read({ status: 200, headers: {}, text });
      if (!('value' in reading)) return;
      for (const one of reading.value.articles)
        JSON.stringify(articleToFinding(one.read(), { sight: SIGHT, window: WINDOW }));
    },
    around: [
      (long) => long,
      ...['title', 'content', 'link', 'author', 'parse_date', 'id', 'language', 'domain_url'].map((field) =>
        inField(NEWS[0]!, field),
      ),
    ],
  },
  {
    name: 'events-answers',
    form: 'json',
    seeds: EVENTS,
    share: 8,
    read: async (text) => {
      const http = answering(text);
      const found = await searchEvents(http, {
        request: { event_type: 'data_breach' },
        options: undefined,
      }).catch(refused);
      const sight = {
        type: 'data_breach',
        window: WINDOW,
        wanted: ['Acme'],
        exclusions: { domains: ['x.example'], phrases: [] },
      } as never;
      for (const event of found?.events ?? []) JSON.stringify(eventToFinding(event, sight));
      await all([]);
    },
    around: [
      (long) => long,
      ...['summary', 'title', 'company_name', 'extraction_date', 'id', 'link'].map((field) =>
        inField(EVENTS[0]!, field),
      ),
    ],
  },
  {
    name: 'extraction-answers',
    form: 'json',
    seeds: EXTRACTION,
    share: 5,
    read: async (text) => {
      const http = answering(text);
      const [results] = await all([
        () => jobs(http).pull('j1'),
        () => jobs(http).status('j1'),
        () => monitors(http).list({}),
        () => webhooks(http).list({}),
        () => projects(http).list({}),
        () => datasets(http).list({}),
        ...Object.values(account(http)).map((call) => () => (call as () => Promise<unknown>)()),
      ]);
      const { records = [] } = (results ?? {}) as { records?: never[] };
      for (const one of records)
        JSON.stringify(recordToFinding(one, { now: NOON, exclude: { domains: [], phrases: ['comics'] } }));
    },
    around: [
      (long) => long,
      ...['record_title', 'summary', 'link', 'city', 'name', 'job_id'].map((field) =>
        inField(EXTRACTION[0]!, field),
      ),
    ],
  },
  {
    name: 'webhook-payloads',
    form: 'json',
    seeds: PAYLOADS,
    share: 10,
    read: (text) =>
      JSON.stringify(
        webhookReader(new TextEncoder().encode(text), {
          now: NOON,
          exclude: { domains: ['x.example'], phrases: ['comics'] },
        }),
      ),
    around: [
      (long) => long,
      ...['record_title', 'monitor_id', 'status', 'link', 'summary'].map((field) =>
        inField(PAYLOADS[0]!, field),
      ),
      inField(PAYLOADS[4]!, 'resource_type'),
    ],
  },
  {
    name: 'waits',
    form: 'text',
    seeds: ['120', '1.5', 'Sat, 21 Nov 2026 08:00:00 GMT', '1795172400', '1795172400000'],
    share: 2,
    read: (text) => serverWaitOf({ 'retry-after': text, 'x-ratelimit-reset': text }, NOON),
  },
];

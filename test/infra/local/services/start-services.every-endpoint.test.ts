import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventsClient } from '../../../../shared/providers/events/create-events-client.ts';
import { createExtractionClient } from '../../../../shared/providers/extraction/client/create-extraction-client.ts';
import { createNewsClient } from '../../../../shared/providers/news/create-news-client.ts';
import { testClock } from '../../../shared/providers/test-clock.ts';
import { describeRows } from './endpoints/describe-rows.ts';
import { type Ask, type EndpointCases, ENDPOINTS, type ServiceName } from './endpoints/endpoint-list.ts';
import { EVENT, EVENTS_CASES } from './endpoints/events-cases.ts';
import { jobCases, monitorCases } from './endpoints/extraction-job-cases.ts';
import { datasetCases, entityCases, projectCases } from './endpoints/extraction-resource-cases.ts';
import { webhookCases } from './endpoints/extraction-webhook-cases.ts';
import { openWorld } from './endpoints/extraction-world.ts';
import { ARTICLES, NEWS_CASES } from './endpoints/news-cases.ts';
import { KEY, openEvents } from './events/open-events.ts';
import { article, openExtraction } from './extraction/open-extraction.ts';
import { openNews } from './news/open-news.ts';

// Each endpoint of the three services once from outside (a good request, a refusal, no key) and once through our
// client.

/** A running local service, with a client of it and the cases for its endpoints. */
interface Bench {
  url: string;
  key: Record<string, string>;
  run: (endpoint: string) => {
    case: EndpointCases<never>[string];
    answer: () => Promise<unknown> | undefined;
  };
  close: () => Promise<void>;
}

const clock = testClock();

function benchOf<C extends { close(): unknown }>(
  client: C,
  given: { cases: EndpointCases<C>; url: string; key: Record<string, string>; close: () => Promise<void> },
): Bench {
  const { cases, url, key, close } = given;
  return {
    url,
    key,
    run: (endpoint) => {
      const found = cases[endpoint];
      if (!found) throw new Error(`${endpoint} has no case`);
      return { case: found, answer: () => found.round?.(client) };
    },
    close: async () => {
      await client.close();
      await close();
    },
  };
}

const OPENERS: Record<ServiceName, () => Promise<Bench>> = {
  async news() {
    const news = await openNews(ARTICLES);
    const { url } = news;
    const client = createNewsClient({ baseUrl: url, key: 'k', clock });
    return benchOf(client, {
      cases: NEWS_CASES,
      url,
      key: { 'x-api-token': 'k' },
      close: () => news.close(),
    });
  },
  async events() {
    const host = await openEvents([EVENT]);
    const url = `${host.url}/events`;
    const client = createEventsClient({ baseUrl: url, key: KEY['x-api-token'], clock });
    return benchOf(client, { cases: EVENTS_CASES, url, key: KEY, close: () => host.close() });
  },
  async extraction() {
    const extraction = await openExtraction({
      articles: [article('Retailer Acme hit by data breach')],
      plan: { jobSlots: 100, monitorSlots: 100 },
    });
    const world = await openWorld(extraction);
    const url = `${extraction.host.url}/jobs`;
    const key = { 'x-api-key': 'key-of-ann' };
    const client = createExtractionClient({ baseUrl: url, key: key['x-api-key'], clock });
    const cases = {
      ...jobCases(world),
      ...monitorCases(world),
      ...entityCases(world),
      ...datasetCases(world),
      ...webhookCases(world),
      ...projectCases(world),
    };
    return benchOf(client, { cases, url: `${url}/svc`, key, close: () => extraction.close() });
  },
};

async function send(bench: Bench, { method, ask }: { method: string; ask: Ask }, headers = bench.key) {
  const [path, body] = ask;
  const isForm = body instanceof FormData;
  const answer = await fetch(`${bench.url}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && !isForm && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = (answer.headers.get('content-type') ?? '').includes('json');
  return { status: answer.status, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
}

/** What each service says of a refusal. */
const ERROR_KEYS = {
  news: ['message', 'status_code', 'status'],
  events: ['message', 'status_code', 'status'],
  extraction: ['detail'],
} as const;

// The rows of a service share what it holds. Its list is in order: what an endpoint deletes, none after it asks for.
describe('each endpoint', { shuffle: false }, () => {
  describe.each(['news', 'events', 'extraction'] as const)('%s service', (service) => {
    let bench: Bench;
    beforeAll(async () => void (bench = await OPENERS[service]()));
    afterAll(() => bench.close());

    describe.each(ENDPOINTS[service])('%s', (endpoint) => {
      const [method = ''] = endpoint.split(' ');

      it('gives our client what its schema reads', async () => {
        const { case: wanted, answer } = bench.run(endpoint);
        const given = answer();
        if (!given) return;
        expect({ got: await given }).toMatchObject({ got: wanted.gives });
      });

      it('refuses what is wrong, in the documented shape', async () => {
        const { case: wanted } = bench.run(endpoint);
        const { good, refused, status } = wanted;
        const wrongKey = Object.fromEntries(Object.keys(bench.key).map((header) => [header, 'nobody']));
        const answer = await (refused === 'key'
          ? send(bench, { method, ask: good }, wrongKey)
          : send(bench, { method, ask: refused }));
        expect(answer).toMatchObject({ status });
        expect(Object.keys(answer.body ?? {})).toEqual(expect.arrayContaining([...ERROR_KEYS[service]]));
      });

      it('refuses who brings no key', async () => {
        const { case: wanted } = bench.run(endpoint);
        if (endpoint === 'GET /api/health') return;
        const { status } = await send(bench, { method, ask: wanted.good }, {});
        expect([401, 403]).toContain(status);
      });

      it('answers a good request', async () => {
        const { case: wanted } = bench.run(endpoint);
        const answer = await send(bench, { method, ask: wanted.good });
        expect(answer).toMatchObject({ status: expect.toBeOneOf([200, 201, 204]) });
        expect(Object.keys(answer.body ?? {})).toEqual(expect.arrayContaining([...wanted.has]));
      });
    });
  });
});

describe.each(['news', 'events', 'extraction'] as const)('rules of the %s service', (service) => {
  // The rows share the resources of one account.
  describe('in their order', { shuffle: false }, () => {
    describeRows(service);
  });
});

/** The list above against the service descriptions, where they lie beside the checkout. */
const CONTRACT = '../shared/contract';
const here = existsSync(CONTRACT);
if (!here)
  process.stderr.write(`skipped: ${CONTRACT} is not beside the checkout, so the list is not compared\n`);

describe.skipIf(!here)('the list of endpoints', () => {
  it.each(['news', 'events', 'extraction'] as const)('holds all that %s describes', (service) => {
    const rows = readFileSync(`${CONTRACT}/${service}.md`, 'utf8').matchAll(
      service === 'news' ? /^\| `\/(\w+)` \|/gm : /^\| ([A-Z, ]+) \| `([^`?]+)[^`]*` \| [^|]+ \| [^|]+ \|/gm,
    );
    const described = [...rows].flatMap(([, first = '', path = '']) =>
      service === 'news'
        ? [`GET /${first}`, `POST /${first}`]
        : first.split(', ').map((method) => `${method} ${path.replace(/^\/svc/, '')}`),
    );
    expect([...new Set(described)].toSorted()).toEqual([...ENDPOINTS[service]].toSorted());
  });
});

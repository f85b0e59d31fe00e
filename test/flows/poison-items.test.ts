import { describe, expect, it } from 'vitest';
import { fullJson } from '../../shared/domain/lib/full-json.ts';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import { eventsSource } from '../../shared/providers/events/events-source.ts';
import { webhookReader } from '../../shared/providers/extraction/source/webhook-reader.ts';
import { newsSource } from '../../shared/providers/news/news-source.ts';
import type { Source } from '../../shared/use-cases/ports/source.ts';
import { runWatch } from '../../shared/use-cases/run/run-watch.ts';
import { processWebhook } from '../../shared/use-cases/upstream/webhooks/process-webhook.ts';
import { longForm } from '../long-form.ts';
import { aWatch, NOON } from '../ports/examples.ts';
import { memoryBodies } from '../ports/memory-holdings.ts';
import { heldClock } from '../ports/memory-services.ts';
import { workbench } from '../shared/use-cases/bench.ts';
import { aMonitorWatch } from '../shared/use-cases/upstream-bench.ts';
import { eventsClient } from '../shared/providers/events/events-fixtures.ts';
import { newsClient } from '../shared/providers/news/news-fixtures.ts';
import { scriptedServer } from '../shared/providers/scripted-server.ts';
import { recordForm } from './record-form.ts';
import {
  expectIsolated,
  heavyPages,
  type ItemForm,
  poisonedPages,
  type PoisonedPage,
} from './poison-bench.ts';
import { wordsOf } from '../shared/use-cases/news-of.ts';

// An item that is odd in one place, beside three good ones, on its way through the whole pipeline.

/** In the short form each place meets every seventh value, and each value every seventh place. */
const SHARE = longForm(7, 1);
/** Of the four heaviest values each place meets one. */
const HEAVY_SHARE = longForm(4, 1);

const PARSED = '2026-11-20 11:30:00';

const article = {
  service: 'news',
  id: 'id',
  make: (id) => ({
    id,
    title: wordsOf(id, 8),
    link: `https://outlet.example/${id}`,
    domain_url: `${id}.example`,
    name_source: `The ${id}`,
    rank: 120,
    score: 1.5,
    author: 'Jane Doe',
    authors: ['Jane Doe'],
    journalists: [],
    published_date: PARSED,
    parse_date: PARSED,
    updated_date: PARSED,
    is_headline: true,
    paid_content: false,
    country: 'US',
    language: 'en',
    description: wordsOf(`${id} text`, 20),
    content: wordsOf(`${id} text`, 40),
    word_count: 40,
    all_links: ['https://outlet.example/'],
    all_links_data: [{ domain_url: 'outlet.example', link: 'https://outlet.example/', text: 'more' }],
    nlp: {
      theme: 'Business',
      summary: 'A summary.',
      sentiment: { title: 0.5, content: -0.5 },
      ner_ORG: [{ entity_name: 'Acme', count: 2 }],
    },
    custom_tags: { industry: ['Cars'] },
    additional_domain_info: { is_news_domain: true },
    duplicate_count: 1,
    duplicate_articles_group_id: `group-of-${id}`,
    similar_documents: [{ id: 's1', score: 1, title: 'T', link: 'https://outlet.example/s' }],
  }),
} satisfies ItemForm;

const citing = (id: string) => ({
  id: `article-of-${id}`,
  title: wordsOf(id, 8),
  link: `https://outlet.example/${id}`,
  media: '',
  description: 'A text.',
  published_date: PARSED,
  domain_url: 'outlet.example',
  name_source: 'The Outlet',
  language: 'en',
  rank: 10,
  word_count: 10,
  nlp: { theme: [], sentiment: { title: 0.1, content: 0.1 } },
});

const details = {
  data_breach: (id: string) => ({ title: wordsOf(id, 8), summary: 'S', impacted: 'customers', data: 'mail' }),
  fundraising: (id: string) => ({ title: wordsOf(id, 8), summary: 'S', amount: 5, founders: ['A'] }),
  layoff: (id: string) => ({
    summary: wordsOf(id, 8),
    location: [{ country: 'France', city: 'Lyon' }],
    number_of_people_laid_off: 40,
    percentage_of_people_laid_off: 4.5,
    is_relevant_for_real_estate: true,
  }),
};

const event = (type: keyof typeof details): ItemForm => ({
  service: 'events',
  id: 'id',
  make: (id) => ({
    id,
    event_type: type,
    associated_article_ids: [`article-of-${id}`],
    extraction_date: PARSED,
    event_date: '2026-11-19',
    company_name: 'Acme',
    [type]: details[type](id),
    articles: [citing(id)],
  }),
});

/** Runs a watch for each page, every fourth one twice, and returns how many items were quarantined. */
async function runOver(
  source: Source,
  {
    pages,
    query,
  }: {
    pages: readonly PoisonedPage[];
    query: (n: number) => Partial<ReturnType<typeof aWatch>>;
  },
): Promise<number> {
  const watches = pages.map((_, n) => aWatch({ id: `w${n}`, lookback: 60 * MINUTE, ...query(n) }));
  const bench = await workbench({ watches });
  const ports = { ...bench.ports, source };
  let quarantined = 0;
  for (const [n, watch] of watches.entries()) {
    const order = bench.order({ watchId: watch.id });
    const outcomes = [];
    // Every fourth page is met again: that takes as long as the first time.
    const owners = n % 4 === 0 ? ['first', 'second'] : ['first'];
    for (const owner of owners)
      outcomes.push(await runWatch(order, ports, { owner, deadline: bench.clock.now() + 5 * MINUTE }));
    const held = await expectIsolated({ store: bench.store, watch }, pages[n]!);
    const again = { status: 'done', quarantined: 0, new: 0 };
    expect(outcomes).toMatchObject([{ status: 'done', quarantined: held }, again].slice(0, owners.length));
    quarantined += held;
  }
  const delivered = await bench.deliver();
  expect(new Set(delivered.messages.map(({ state }) => state))).toEqual(new Set(['accepted']));
  return quarantined;
}

describe('an item that is odd in one place leaves its neighbours alone, and is stored or quarantined', () => {
  it.each([
    ['an article', poisonedPages, SHARE],
    ['an article with the heaviest values below its fields', heavyPages, HEAVY_SHARE],
  ] as const)('%s', async (_name, pagesOf, share) => {
    const pages = pagesOf(article, { share });
    const bodies = pages.map(({ items }) =>
      fullJson({
        status: 'ok',
        total_hits: items.length,
        page: 1,
        total_pages: 1,
        page_size: 1_000,
        articles: items,
      }),
    );
    const server = await scriptedServer(({ body }, response) => {
      const { q } = JSON.parse(body) as { q: string };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(bodies[Number(q.slice('place'.length))]);
    });
    const clock = heldClock(NOON);
    const { client } = newsClient(server.url, { clock });
    const query = (n: number) => ({ query: { q: `place${n}` } });
    const quarantined = await runOver(newsSource(client, clock), { pages, query });
    expect(quarantined > 0).toBe(pagesOf === poisonedPages);
  });

  it.each(['data_breach', 'fundraising', 'layoff'] as const)('an event: %s', async (type) => {
    const form = event(type);
    const pages = poisonedPages(form, { share: SHARE });
    const bodies = pages.map(({ items }) => fullJson({ message: 'ok', count: items.length, events: items }));
    const server = await scriptedServer(({ body }, response) => {
      const { additional_filters: filters } = JSON.parse(body) as {
        additional_filters: { company_name: string };
      };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(bodies[Number(filters.company_name.slice('place'.length))]);
    });
    const { client } = eventsClient(server.url, { clock: heldClock(NOON) });
    const query = (n: number) => ({
      kind: 'events' as const,
      query: { event_type: type, additional_filters: { company_name: `place${n}` } },
    });
    expect(await runOver(eventsSource(client), { pages, query })).toBeGreaterThan(0);
  });

  it('a record in a webhook payload', async () => {
    const pages = poisonedPages(recordForm, { share: SHARE });
    const watches = pages.map((_, n) => aMonitorWatch({ id: `w${n}` }));
    const bench = await workbench({ watches });
    const bodies = memoryBodies();
    const ports = { ...bench.ports, bodies, readWebhook: webhookReader } as unknown as Parameters<
      typeof processWebhook
    >[1];
    for (const [n, watch] of watches.entries()) {
      await bench.store.resources.write({
        type: 'monitor',
        name: watch.id,
        revision: 0,
        failures: 0,
        silent: false,
        secrets: [],
        rounds: 1,
      });
      const { items } = pages[n]!;
      const body = fullJson({
        monitor_id: undefined,
        job_id: 'job-1',
        records_count: items.length,
        records: items,
      });
      const outcomes = [];
      for (const key of ['first', 'second']) {
        await bodies.put(`${watch.id}/${key}`, new TextEncoder().encode(body));
        const order = { watchId: watch.id, key: `${watch.id}/${key}`, receivedAt: NOON };
        outcomes.push(await processWebhook(order, ports, { deadline: NOON + 60 * MINUTE }));
      }
      const held = await expectIsolated({ store: bench.store, watch }, pages[n]!);
      expect(outcomes).toMatchObject([
        { status: 'done', quarantined: held },
        { status: 'done', quarantined: 0, new: 0 },
      ]);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { fullJson } from '../../shared/domain/lib/hash.ts';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import { eventsSource } from '../../shared/providers/events/events-source.ts';
import { webhookReader } from '../../shared/providers/extraction/source/webhook-reader.ts';
import { newsSource } from '../../shared/providers/news/kinds.ts';
import type { Source } from '../../shared/use-cases/ports/services.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { processWebhook } from '../../shared/use-cases/upstream/process-webhooks.ts';
import { fullForm } from '../full-form.ts';
import { aWatch, NOON } from '../ports/examples.ts';
import { heldClock, memoryBodies } from '../ports/memory-services.ts';
import { decidedOf, decideOrdered } from '../shared/use-cases/decide-ordered.ts';
import { workbench } from '../shared/use-cases/bench.ts';
import { aMonitorWatch } from '../shared/use-cases/upstream-bench.ts';
import { eventsClient } from '../shared/providers/events/events-fixtures.ts';
import { newsClient } from '../shared/providers/news/news-fixtures.ts';
import { scriptedServer } from '../shared/providers/scripted-server.ts';
import { recordForm } from './record-form.ts';
import { expectIsolated, type ItemForm, poisonedPages, type PoisonedPage } from './poison-bench.ts';
import { wordsOf } from '../shared/use-cases/news-of.ts';

// An item that is odd in one place, beside three good ones, on its way through the whole pipeline.

/** Each place meets every fourth value, and each value every fourth place; in the full form all of them. */
const SHARE = fullForm(4, 1);

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

/** An event with every field of a layoff (events service, section 4.4) and an article that it cites. */
const event = {
  service: 'events',
  id: 'id',
  make: (id) => ({
    id,
    event_type: 'layoff',
    global_event_type: 'Business',
    associated_article_ids: [`article-of-${id}`],
    extraction_date: PARSED,
    event_date: '2026-11-19',
    company_name: 'Acme',
    layoff: {
      summary: wordsOf(id, 8),
      location: [{ country: 'France', city: 'Lyon', state: '', county: '', raw_location: 'Lyon' }],
      how_much_related: 'High',
      layoff_reason: 'R',
      number_of_people_laid_off: 40,
      min_number_of_people_laid_off: 30,
      max_number_of_people_laid_off: 50,
      percentage_of_people_laid_off: 4.5,
      is_relevant_for_real_estate: true,
    },
    articles: [article.make(`article-of-${id}`)],
  }),
} satisfies ItemForm;

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
    for (const owner of owners) {
      const ran = await runWatch(order, ports, { owner, deadline: bench.clock.now() + 5 * MINUTE });
      const decided = decidedOf(await decideOrdered(ports), watch.id);
      outcomes.push({ ...ran, quarantined: ran.quarantined + decided.quarantined });
    }
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
  it('an article', async () => {
    const pages = poisonedPages(article, SHARE);
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
    expect(quarantined).toBeGreaterThan(0);
  });

  it('an event', async () => {
    const pages = poisonedPages(event, SHARE);
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
      query: { event_type: 'layoff', additional_filters: { company_name: `place${n}` } },
    });
    expect(await runOver(eventsSource(client), { pages, query })).toBeGreaterThan(0);
  });

  it('a record in a webhook payload', async () => {
    const pages = poisonedPages(recordForm, SHARE);
    const watches = pages.map((_, n) => aMonitorWatch({ id: `w${n}` }));
    const bench = await workbench({ watches });
    const webhookPayloads = memoryBodies();
    const ports = { ...bench.ports, webhookPayloads, readWebhook: webhookReader } as unknown as Parameters<
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
        await webhookPayloads.put(`${watch.id}/${key}`, new TextEncoder().encode(body));
        const order = { watchId: watch.id, key: `${watch.id}/${key}`, receivedAt: NOON };
        const call = { owner: 'call', deadline: NOON + 60 * MINUTE };
        const { quarantined, ...stored } = await processWebhook(order, ports, call);
        const decided = decidedOf(await decideOrdered(bench.ports), watch.id);
        outcomes.push({ ...stored, quarantined: quarantined + decided.quarantined });
      }
      const held = await expectIsolated({ store: bench.store, watch }, pages[n]!);
      expect(outcomes).toMatchObject([
        { status: 'done', quarantined: held },
        { status: 'done', quarantined: 0, new: 0 },
      ]);
    }
  });
});

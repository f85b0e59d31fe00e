import { wholeStore } from '../store/memory-store.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine, type TableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { createNewsClient } from '../../shared/providers/news/create-news-client.ts';
import { newsSource } from '../../shared/providers/news/kinds.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { NOW, openNews } from '../infra/local/services/news/open-news.ts';
import { type EngineProxy, engineProxy } from '../ports/engine-proxy.ts';
import { aChannel, aWatch } from '../ports/examples.ts';
import { heldClock, memoryDecideQueue, memoryQueue, memoryRaw } from '../ports/memory-services.ts';
import { memoryWorkflow } from '../ports/memory-workflow.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { decideOrdered } from '../shared/use-cases/decide-ordered.ts';

// What a quiet run costs, and a finding, counted where the requests arrive: at the table and at the news service.

let folder: string;
let table: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-quiet-'));
  const names = [0, 1, 2, 3, 4, 5];
  table = await startTableEngine({ folder, tables: names.map((n) => tableSpec(`table-${n}`)) });
});
afterAll(async () => {
  await table.stop();
  await rm(folder, { recursive: true });
});

let benches = 0;

const actionsOf = ({ passages }: EngineProxy) => passages.map(({ action }) => action);

/**
 * One watch over the local news service and the embedded table, each behind a proxy that counts. Upcoming articles
 * appear after 5 minutes.
 */
async function openBench(articles: number, changes: Partial<Watch> = {}, upcoming: readonly string[] = []) {
  const records = [
    ...Array.from({ length: articles }, (_, n) => ({ title: `Acme opens plant number ${n}` })),
    ...upcoming.map((title) => ({ title, published_date: '2026-11-21 08:05:00' })),
  ];
  const news = await openNews(records);
  const atNews = await engineProxy(new URL(news.url).origin);
  const atTable = await engineProxy(table.url);
  const dynamo = new DynamoDBClient({ ...localCredentials, endpoint: atTable.url, maxAttempts: 1 });
  const clock = heldClock(NOW);
  const client = createNewsClient({ baseUrl: `${atNews.url}/news`, key: 'k', clock });
  onTestFinished(async () => {
    await client.close();
    dynamo.destroy();
    await Promise.all([atNews.close(), atTable.close()]);
    await news.close();
  });
  const store = wholeStore(dynamoTable(dynamo, `table-${benches++}`));
  const ports = {
    ...store,
    clock,
    queue: memoryQueue(),
    decideQueue: memoryDecideQueue(),
    raw: memoryRaw(),
    workflow: memoryWorkflow(),
    source: newsSource(client, clock),
  };
  await store.definitions.putWatch(aWatch({ firstRun: 'silent', ...changes }));
  await store.definitions.putChannel(aChannel());
  return {
    store,
    /** Runs the watch, and gives back its outcome with the requests that this took. */
    async run() {
      atNews.passages.length = 0;
      atTable.passages.length = 0;
      const order = {
        watchId: 'acme-news',
        scheduledFor: clock.now(),
        track: 'live',
        continuation: 0,
      } as const;
      const outcome = await runWatch(order, ports, {
        owner: `message-${clock.now()}`,
        deadline: clock.now() + 5 * MINUTE,
      });
      return { outcome, news: actionsOf(atNews), table: actionsOf(atTable) };
    },
    /** Decides what was ordered, and gives back the outcomes with the requests that this took. */
    async decide() {
      atTable.passages.length = 0;
      const outcomes = await decideOrdered(ports);
      return { outcomes, table: actionsOf(atTable) };
    },
    later(milliseconds: number) {
      clock.at += milliseconds;
      news.clock.advance(milliseconds);
    },
  };
}

it.each([
  { known: 0, reads: 0 },
  { known: 100, reads: 1 },
  { known: 101, reads: 2 },
])(
  'a quiet run with $known known in its overlap: 1 call, 2 writes, and 1 + $reads reads',
  async ({ known, reads }) => {
    const bench = await openBench(known);
    expect((await bench.run()).outcome).toMatchObject({ status: 'done', new: known });
    bench.later(15 * MINUTE);
    const { outcome, news, table } = await bench.run();
    expect(outcome).toMatchObject({ status: 'done', calls: 1, matched: known, new: 0, channels: [] });
    expect(news).toEqual(['POST /news/search']);
    expect(table).toEqual(['GetItem', 'UpdateItem', ...Array(reads).fill('BatchGetItem'), 'UpdateItem']);
    const state = await bench.store.states.read('acme-news', 'live');
    expect(state).toMatchObject({ coveredUntil: NOW + 15 * MINUTE, failures: 0 });
    expect(state?.counters).toMatchObject({ runs: 2, calls: 2, found: known });
    bench.later(15 * MINUTE);
    expect((await bench.run()).outcome.status, 'the lease was given back').toBe('done');
  },
);

it('a run of a counting watch reads what it has counted, and once an hour its hours are decided', async () => {
  const alert = { when: 'volume', channel: 'press-team', settings: { count: 50 } } as const;
  const bench = await openBench(0, { alert });
  expect((await bench.run()).outcome).toMatchObject({ status: 'done', new: 0 });
  await bench.decide();
  const quiet = [
    'GetItem', // as in any quiet run: the definition
    'UpdateItem', // the lease
    'GetItem', // until when hours are counted
    'UpdateItem', // the watermark, and the lease is given back
  ];
  const lately = 60 * MINUTE - (NOW % (60 * MINUTE));
  bench.later(lately - MINUTE);
  expect((await bench.run()).table).toEqual(quiet);
  bench.later(2 * MINUTE);
  const { news, table } = await bench.run();
  expect(news).toEqual(['POST /news/search']);
  // The hour among what waits, and the note of the order.
  expect(table).toEqual([...quiet.slice(0, 3), 'PutItem', 'UpdateItem', 'UpdateItem']);
  expect((await bench.decide()).table).toEqual([
    'UpdateItem', // the lease of the space
    'Query', // what waits
    'GetItem', // the definition
    'GetItem', // the state of the watch
    'GetItem', // what it has counted
    'Query', // what was found since
    'PutItem', // what it has counted now
    'DeleteItem', // what waited
    'Query', // what waits still
    'UpdateItem', // the lease is given back
  ]);
  bench.later(MINUTE);
  expect((await bench.run()).table).toEqual(quiet);
});

it('a single new finding takes 5 requests beside those of a quiet run, and 14 to be decided', async () => {
  const bench = await openBench(1, {}, ['Court in Lyon fines Acme over harbour lights']);
  await bench.run();
  await bench.decide();
  bench.later(15 * MINUTE);
  const { outcome, table } = await bench.run();
  expect(outcome).toMatchObject({ status: 'done', new: 1 });
  expect(table).toEqual([
    'GetItem', // as in a quiet run: the definition
    'UpdateItem', // the lease
    'BatchGetItem', // what is known
    'PutItem', // the part
    'PutItem', // what waits
    'BatchWriteItem', // the finding
    'PutItem', // the record of the window
    'UpdateItem', // the note of the order
    'UpdateItem', // the watermark, and the lease is given back
  ]);
  const decided = await bench.decide();
  expect(decided.outcomes).toMatchObject([{ status: 'done', alerts: 1, channels: ['press-team'] }]);
  expect(decided.table).toEqual([
    'UpdateItem', // the lease of the space
    'Query', // what waits
    'GetItem', // the definition
    'GetItem', // the part
    'BatchGetItem', // its findings
    'GetItem', // the channel
    'Query', // the open stories
    'BatchGetItem', // the keys of its copies
    'PutItem', // the part with what is decided
    'BatchWriteItem', // its story, with its keys
    'PutItem', // the alert
    'DeleteItem', // what waited
    'Query', // what waits still
    'UpdateItem', // the lease is given back
  ]);
});

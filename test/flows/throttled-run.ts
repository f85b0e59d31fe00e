import { wholeStore } from '../store/memory-store.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable, tableClient } from '../../shared/aws/dynamo/dynamo-table.ts';
import { dayOf, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import type { RunOrder } from '../../shared/domain/watches/watch.ts';
import { createNewsClient } from '../../shared/providers/news/create-news-client.ts';
import { newsSource } from '../../shared/providers/news/kinds.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { startService, TITLES } from '../bench/ten-thousand-articles.ts';
import { aChannel, aWatch } from '../ports/examples.ts';
import { memoryDecideQueue, memoryQueue, memoryRaw } from '../ports/memory-services.ts';
import { memoryWorkflow } from '../ports/memory-workflow.ts';
import { decideOrdered } from '../shared/use-cases/decide-ordered.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { openThrottledTable } from '../ports/throttled-table.ts';

/** How long a call of the function lasts at most, and how long the queue hides the order of a call that has failed. */
const CALL = 5 * MINUTE;
const HIDDEN = 6 * MINUTE;
/** After so many failed calls on AWS the order is a dead letter. */
const MOST_ERRORS = 3;

/**
 * Runs a watch that finds `count` articles, each a story and an alert, and decides them, over a table whose partitions
 * take so many write units a second: its continuations, and again what has failed, until no order is left. Waits of
 * the table last as long as on AWS.
 */
export async function runThrottled({
  count,
  unitsASecond,
  tableTime,
}: {
  count: number;
  unitsASecond: number;
  /** The time of the table in milliseconds, after so many refusals; that of the machine without it. */
  tableTime?: (refused: number) => number;
}) {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-throttled-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const table = await openThrottledTable(engine.url, {
    unitsASecond,
    ...(tableTime && { now: () => tableTime(table.refused()) }),
  });
  const service = await startService(TITLES['unlike ones'], count);
  const dynamo = tableClient({ ...localCredentials, endpoint: table.url });
  let passed = 0;
  const clock = {
    now: () => Date.now() + passed,
    sleep: async (milliseconds: number) => void (passed += milliseconds),
  };
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const client = createNewsClient({ baseUrl, key: 'key', clock });
  const queue = memoryQueue();
  const store = wholeStore(dynamoTable(dynamo, 'table'));
  const source = newsSource(client, clock);
  const decideQueue = memoryDecideQueue();
  const ports = { ...store, clock, queue, decideQueue, raw: memoryRaw(), workflow: memoryWorkflow(), source };
  await store.definitions.putWatch(aWatch());
  await store.definitions.putChannel(aChannel());
  const day = dayOf(clock.now());
  const orders: RunOrder[] = [
    { watchId: 'acme-news', scheduledFor: clock.now(), track: 'live', continuation: 0 },
  ];
  const errors: unknown[] = [];
  const start = performance.now();
  let [calls, stored] = [0, 0];
  for (let order = orders.shift(); order && errors.length < MOST_ERRORS; order = orders.shift()) {
    calls += 1;
    try {
      const call = { owner: `call-${calls}`, deadline: clock.now() + CALL };
      stored += (await runWatch(order, ports, call)).new;
      await decideOrdered(ports);
      for (const { order: next, delay } of queue.sent.splice(0)) {
        passed += delay;
        orders.push(next);
      }
    } catch (cause) {
      errors.push(cause);
      passed += HIDDEN;
      orders.unshift(order);
    }
  }
  const seconds = (performance.now() - start) / SECOND;
  const alerts = (await store.alerts.madeOn(day, 2 * count)).length;
  const seen = { stored, alerts, seconds, calls, errors, refused: table.refused(), busiest: table.busiest() };
  await client.close();
  service.close();
  dynamo.destroy();
  await table.close();
  await engine.stop();
  await rm(folder, { recursive: true });
  return seen;
}

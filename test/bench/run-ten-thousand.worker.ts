import { memoryStore, wholeStore } from '../store/memory-store.ts';
import { dynamoTable, tableClient } from '../../shared/aws/dynamo/dynamo-table.ts';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import { createNewsClient } from '../../shared/providers/news/create-news-client.ts';
import { newsSource } from '../../shared/providers/news/kinds.ts';
import { SYSTEM_CLOCK } from '../../shared/providers/http/create-http-client.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { aChannel, aWatch } from '../ports/examples.ts';
import { memoryDecideQueue, memoryQueue, memoryRaw } from '../ports/memory-services.ts';
import { memoryWorkflow } from '../ports/memory-workflow.ts';
import { decideOrdered } from '../shared/use-cases/decide-ordered.ts';

/** How long a run took, what it found, and the most memory that the process has held so far. */
export interface Pace {
  seconds: number;
  processorSeconds: number;
  stored: number;
  megabytes: number;
}

// Runs a watch some times over the same articles: only the first run finds something. TABLE_URL names the engine;
// without it the store is the twin in memory. WHEN=story alerts once for each story, as a watch does unless its file
// says otherwise.

const { TABLE_URL: table, NEWS_URL: news = '', RUNS: runs = '2', WHEN: when } = process.env;
const store =
  table === undefined ? memoryStore() : wholeStore(dynamoTable(tableClient({ endpoint: table }), 'table'));
let passed = 0;
const clock = { ...SYSTEM_CLOCK, now: () => Date.now() + passed };
const client = createNewsClient({ baseUrl: news, key: 'bench' });
const ports = {
  ...store,
  clock,
  queue: memoryQueue(),
  decideQueue: memoryDecideQueue(),
  raw: memoryRaw(),
  workflow: memoryWorkflow(),
  source: newsSource(client, clock),
};
const alert = { when: when === 'story' ? when : 'finding', channel: 'press-team' } as const;
await store.definitions.putWatch(aWatch({ alert }));
await store.definitions.putChannel(aChannel());
const paces: Pace[] = [];
for (let run = 0; run < Number(runs); run += 1) {
  const [start, used] = [performance.now(), process.cpuUsage()];
  const order = { watchId: 'acme-news', scheduledFor: clock.now(), track: 'live', continuation: 0 } as const;
  const outcome = await runWatch(order, ports, { owner: `run-${run}`, deadline: clock.now() + 14 * MINUTE });
  await decideOrdered(ports);
  const { user, system } = process.cpuUsage(used);
  paces.push({
    seconds: (performance.now() - start) / 1_000,
    processorSeconds: (user + system) / 1_000_000,
    stored: outcome.new,
    megabytes: process.resourceUsage().maxRSS / 1024,
  });
  passed += 15 * MINUTE;
}
await client.close();
process.send?.(paces);
process.disconnect();

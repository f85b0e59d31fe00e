import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openStore } from '../../shared/aws/dynamo/open-store.ts';
import { createNewsClient } from '../../shared/providers/news/create-news-client.ts';
import { newsSource } from '../../shared/providers/news/news-source.ts';
import { SYSTEM_CLOCK } from '../../shared/providers/http/system-clock.ts';
import { runWatch } from '../../shared/use-cases/run/run-watch.ts';
import { aChannel, aWatch } from '../ports/examples.ts';
import { memoryQueue, memoryRaw } from '../ports/memory-services.ts';
import { memoryWorkflow } from '../ports/memory-workflow.ts';

const store = openStore(new DynamoDBClient({ endpoint: process.env['TABLE_URL'] ?? '' }), 'table');
const client = createNewsClient({ baseUrl: process.env['NEWS_URL'] ?? '', key: 'bench' });
await store.definitions.putWatch(aWatch());
await store.definitions.putChannel(aChannel());
const ports = {
  ...store,
  clock: SYSTEM_CLOCK,
  queue: memoryQueue(),
  raw: memoryRaw(),
  workflow: memoryWorkflow(),
  source: newsSource(client, SYSTEM_CLOCK),
};
const order = { watchId: 'acme-news', scheduledFor: Date.now(), track: 'live', continuation: 0 } as const;
const start = performance.now();
const outcome = await runWatch(order, ports, { owner: 'bench', deadline: Date.now() + 14 * 60_000 });
const seconds = (performance.now() - start) / 1_000;
await client.close();
const { maxRSS, userCPUTime } = process.resourceUsage();
process.send?.({
  seconds,
  stored: outcome.new,
  megabytes: maxRSS / 1024,
  processorSeconds: userCPUTime / 1_000_000,
});
process.disconnect();

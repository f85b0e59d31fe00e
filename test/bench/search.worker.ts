import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openStore } from '../../shared/aws/dynamo/open-store.ts';
import { placeText } from '../../shared/domain/pages/search/search-view.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { htmlPages } from '../../shared/render/pages/html-pages.ts';
import { readSearch } from '../../shared/use-cases/pages/search/read-search.ts';
import { NOON } from '../ports/examples.ts';
import { openTableMeter } from '../ports/table-meter.ts';
import { type Figure, printFigures, quantile } from './report.ts';

// The searches of `search.bench.ts`, over the table at TABLE_URL.

const ROUNDS = 40;
/** In milliseconds. */
const AIM = 150;
/** A unit of an eventually consistent read is 8 KB. */
const UNIT_KB = 8;

const SEARCHES = {
  everything: {},
  'a common word': { words: 'plant' },
  'a rare word': { words: 'zebra' },
  'no word that there is': { words: 'xyzzy' },
  'an outlet': { outlet: 'rare.example' },
  'one watch, a rare word': { watch: 'watch-3', words: 'zebra' },
} as const;

const url = process.env['TABLE_URL'] ?? '';
const client = new DynamoDBClient({ endpoint: url });
const store = openStore(client, 'table');
const meter = await openTableMeter(url);
const metered = new DynamoDBClient({ endpoint: meter.url, maxAttempts: 1 });
const desk = { root: '/i/token', timezone: 'UTC', now: NOON, until: NOON + DAY };

/** A page of a search, from the address to the HTML. */
async function page(ports: typeof store, fields: Readonly<Record<string, string>>) {
  const view = await readSearch(fields, { ports, desk });
  return { view, size: htmlPages.search(view, desk).body.length };
}

const figures: Figure[] = [];
for (const [name, fields] of Object.entries(SEARCHES)) {
  const times: number[] = [];
  const cpu: number[] = [];
  const sizes: number[] = [];
  let after: string | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const [begun, worked] = [performance.now(), process.cpuUsage()];
    const { view, size } = await page(store, { ...fields, ...(after !== undefined && { after }) });
    times.push(performance.now() - begun);
    const { user, system } = process.cpuUsage(worked);
    cpu.push((user + system) / 1_000);
    sizes.push(size);
    after = view.next && placeText(view.next);
  }
  meter.take();
  const { view } = await page(openStore(metered, 'table'), fields);
  const { requests, reads } = meter.take();
  figures.push(
    { name: `${name}: p50 of a page`, value: quantile(times, 0.5), unit: 'ms' },
    { name: `${name}: p95 of a page`, value: quantile(times, 0.95), unit: 'ms', aim: AIM },
    // Without what the table takes, and without waiting for a processor.
    { name: `${name}: p95 of the CPU time of a page`, value: quantile(cpu, 0.95), unit: 'ms', aim: AIM },
    { name: `${name}: items read for a page`, value: view.read, unit: 'items' },
    { name: `${name}: requests`, value: requests, unit: 'requests' },
    { name: `${name}: units of reading`, value: reads, unit: 'units' },
    { name: `${name}: bytes read`, value: reads * UNIT_KB, unit: 'KB' },
    { name: `${name}: largest page`, value: Math.max(...sizes) / 1_000, unit: 'KB', aim: 60 },
  );
}
printFigures(figures);
client.destroy();
metered.destroy();
await meter.close();

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { openStore } from '../../shared/aws/dynamo/open-store.ts';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { placeText } from '../../shared/domain/pages/search/search-view.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { htmlPages } from '../../shared/render/pages/html-pages.ts';
import { readSearch } from '../../shared/use-cases/pages/search/read-search.ts';
import { aFinding, aStoredFinding, aWatch, NOON } from '../ports/examples.ts';
import { openTableMeter } from '../ports/table-meter.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { type Figure, printFigures, quantile } from './report.ts';

// A search over 100,000 findings of 12 watches in 30 days: how long a page takes, and what it reads. One item in a thousand
// has a rare word, and one in fifty is of a certain outlet.

const COUNT = 100_000;
const WATCHES = 12;
const DAYS = 30;
const ROUNDS = 20;
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

const LOREM =
  'Acme said on Friday that its plant near Lyon will be open again next week, after a fire had stopped two lines. ';

function findingOf(n: number): StoredFinding {
  return aStoredFinding(n, {
    watchId: `watch-${n % WATCHES}`,
    foundAt: NOON - Math.floor((n * DAYS * DAY) / COUNT),
    finding: aFinding(n, {
      title: n % 1_000 === 7 ? `A zebra at plant ${n}` : `Acme opens plant number ${n}`,
      snippet: LOREM.repeat(1 + (n % 12)),
      outlet: { domain: n % 50 === 3 ? 'rare.example' : `news-${n % 400}.example`, country: 'FR', rank: n },
    }),
  });
}

const folder = await mkdtemp(join(tmpdir(), 'bellwether-search-'));
const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
const client = new DynamoDBClient({ ...localCredentials, endpoint: engine.url });
const store = openStore(client, 'table');
for (let n = 0; n < WATCHES; n += 1)
  await store.definitions.putWatch(aWatch({ id: `watch-${n}`, brand: 'acme' }));
for (let n = 0; n < COUNT; n += 1_000)
  await store.findings.putNew(Array.from({ length: 1_000 }, (_, m) => findingOf(n + m)));

const meter = await openTableMeter(engine.url);
const metered = new DynamoDBClient({ ...localCredentials, endpoint: meter.url, maxAttempts: 1 });
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
    // The engine works in this process: on a machine that does nothing else, a page takes about this time.
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
await engine.stop();
await rm(folder, { recursive: true });

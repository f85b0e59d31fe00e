import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../shared/store/open-store.ts';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { DAY, MINUTE } from '../../shared/domain/time/instant.ts';
import { aFinding, aStoredFinding, aWatch, NOON } from '../ports/examples.ts';
import { openTableMeter } from '../ports/table-meter.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { type Figure, printFigures } from './report.ts';
import { SEARCHES, searchPage } from './searches.ts';
import { storeFindings } from '../store/store-findings.ts';

// A search over 100,000 findings of 12 watches in 30 days: how long a page takes, and what it reads. One item in a
// thousand has a rare word, and one in fifty is of a certain outlet. Runs of a quarter of an hour find them, as those
// of watches do. The pages work in a process of their own, as a function does; the table works in this one, as it does
// behind `npm start`.

const COUNT = 100_000;
const WATCHES = 12;
const DAYS = 30;
const RUN = 15 * MINUTE;

const LOREM =
  'Acme said on Friday that its plant near Lyon will be open again next week, after a fire had stopped two lines. ';

function findingOf(n: number): StoredFinding {
  return aStoredFinding(n, {
    watchId: `watch-${n % WATCHES}`,
    foundAt: NOON - Math.floor((n * DAYS * DAY) / COUNT / RUN) * RUN,
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
const store = openStore(dynamoTable(client, 'table'));
for (let n = 0; n < WATCHES; n += 1)
  await store.definitions.putWatch(aWatch({ id: `watch-${n}`, brand: 'acme' }));
for (let n = 0; n < COUNT; n += 1_000)
  await storeFindings(
    store,
    Array.from({ length: 1_000 }, (_, m) => findingOf(n + m)),
  );

client.destroy();

const { accessKeyId, secretAccessKey } = localCredentials.credentials;
const worker = fork(join(import.meta.dirname, 'search.worker.ts'), {
  env: {
    ...process.env,
    TABLE_URL: engine.url,
    AWS_REGION: localCredentials.region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  },
});
const ended = once(worker, 'exit').then(() => Promise.reject(new Error('The searches died.')));
const [figures] = (await Promise.race([once(worker, 'message'), ended])) as [Figure[]];

const meter = await openTableMeter(engine.url);
const metered = new DynamoDBClient({ ...localCredentials, endpoint: meter.url, maxAttempts: 1 });
for (const [name, fields] of Object.entries(SEARCHES)) {
  meter.take();
  const { view } = await searchPage(openStore(dynamoTable(metered, 'table')), fields);
  const { requests, reads } = meter.take();
  figures.push(
    { name: `${name}: items read for a page`, value: view.read, unit: 'items' },
    { name: `${name}: requests`, value: requests, unit: 'requests' },
    { name: `${name}: units of reading`, value: reads, unit: 'units' },
  );
}
printFigures(figures);
metered.destroy();
await meter.close();
await engine.stop();
await rm(folder, { recursive: true });

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
import { PART } from '../../shared/domain/alerts/decision.ts';
import { inParallel, partsOf } from '../../shared/domain/lib/in-parallel.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { storeFindings } from '../store/store-findings.ts';
import { END, findingOf } from './report-findings.ts';
import { printFigures } from './report.ts';

// A weekly report out of the embedded engine itself, by the product's own adapters, in a process with the memory that
// a function of 512 MB has. 100,000 findings over 40 days take a minute to load; FINDINGS=1000000 loads a million. The
// million in every run stands in `report-million`, over a twin of the table.

/** The engine refuses other credentials than those of this process. */
const environmentOf = ({ accessKeyId, secretAccessKey }: typeof localCredentials.credentials) => ({
  AWS_REGION: localCredentials.region,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
});

interface Result {
  rollUpSeconds: number;
  reportSeconds: number;
  queriesToRollUp: number;
  queriesToReport: number;
  megabytes: number;
  articles: number;
  pageKilobytes: number;
}

const TOTAL = Number(process.env['FINDINGS'] ?? 100_000);
const DAYS = 40;
const PER_DAY = Math.ceil(TOTAL / DAYS);
const folder = await mkdtemp(join(tmpdir(), 'bellwether-report-bench-'));
const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
const client = new DynamoDBClient({ ...localCredentials, endpoint: engine.url });

async function load(): Promise<void> {
  const store = openStore(dynamoTable(client, 'table'));
  for (let back = 1; back <= DAYS; back += 1) {
    const day = END - back * DAY;
    const all = Array.from({ length: PER_DAY }, (_, n) => findingOf(n, { day, perDay: PER_DAY }));
    await inParallel(partsOf(all, PART), (some) => {
      const [{ foundAt } = { foundAt: day }] = some;
      return storeFindings(
        store,
        some.map((one) => ({ ...one, foundAt })),
      );
    });
  }
}

async function measure(): Promise<Result> {
  const worker = fork(join(import.meta.dirname, 'report-engine.worker.ts'), {
    env: { ...process.env, TABLE_URL: engine.url, ...environmentOf(localCredentials.credentials) },
    // What Node takes of a function of 512 MB by itself on Lambda.
    execArgv: ['--max-old-space-size=400', '--max-semi-space-size=8'],
  });
  const ended = once(worker, 'exit');
  const [result] = (await Promise.race([
    once(worker, 'message'),
    ended.then(() => Promise.reject(new Error('The report died.'))),
  ])) as [Result];
  await ended;
  return result;
}

try {
  const before = performance.now();
  await load();
  const loadSeconds = (performance.now() - before) / 1_000;
  const result = await measure();
  const name = `report from the engine that holds ${(DAYS * PER_DAY).toLocaleString('en')}`;
  printFigures([
    { name: `${name}: time to load`, value: loadSeconds, unit: 's' },
    {
      name: `${name}: time, folding included`,
      value: result.rollUpSeconds + result.reportSeconds,
      unit: 's',
      aim: 60,
    },
    { name: `${name}: time from folds`, value: result.reportSeconds, unit: 's' },
    { name: `${name}: memory at its highest`, value: result.megabytes, unit: 'MB', aim: 512 },
    {
      name: `${name}: articles counted`,
      value: result.articles,
      unit: 'articles',
      aim: 7 * PER_DAY,
      atLeast: true,
    },
    { name: `${name}: queries to fold two weeks`, value: result.queriesToRollUp, unit: 'queries' },
    { name: `${name}: queries from folds`, value: result.queriesToReport, unit: 'queries' },
    { name: `${name}: page`, value: result.pageKilobytes, unit: 'KB', aim: 5_000 },
  ]);
} finally {
  client.destroy();
  await engine.stop();
  await rm(folder, { recursive: true });
}

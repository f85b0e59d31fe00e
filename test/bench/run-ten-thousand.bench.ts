import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { type Figure, printFigures, quantile } from './report.ts';
import type { Pace } from './run-ten-thousand.worker.ts';
import { COUNT, startService, TITLES } from './ten-thousand-articles.ts';

// A run that stores 10,000 new findings, in a process of its own: its time, and the most memory it held. Beside it,
// the time that the engine of the table takes for the same items, when a process writes them in batches and does
// nothing else.

/**
 * What a run finds, when its watch alerts, and how much longer than the engine it may take. A watch alerts once for a
 * story unless its file says otherwise. Each alert is a request of its own, so a watch that alerts on each article is
 * measured beside it.
 */
const KINDS = [
  { name: 'unlike ones', titles: TITLES['unlike ones'], when: 'finding', aim: 2 },
  { name: 'in 500 stories', titles: TITLES['in 500 stories'], when: 'story', aim: 1.5 },
  { name: 'in 500 stories, each an alert', titles: TITLES['in 500 stories'], when: 'finding' },
] as const;

/** Articles of the page that a quiet run has seen before. */
const PAGE = 1_000;
/** So often that page is taken again: the figure is the median. */
const QUIET_RUNS = 9;

/** Runs a worker of this folder, and returns what it sends. */
async function workerOf<T>(
  name: string,
  environment: Record<string, string>,
  execArgv: string[] = [],
): Promise<T> {
  const worker = fork(join(import.meta.dirname, name), {
    execArgv,
    env: {
      ...process.env,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: localCredentials.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localCredentials.credentials.secretAccessKey,
      ...environment,
    },
  });
  const [result] = (await once(worker, 'message')) as [T];
  await once(worker, 'exit');
  return result;
}

async function measure({ titles, when, ...measured }: (typeof KINDS)[number]): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table'), tableSpec('floor')] });
  const service = await startService(titles);
  const [run, again] = await workerOf<[Pace, Pace]>(
    'run-ten-thousand.worker.ts',
    { TABLE_URL: engine.url, NEWS_URL: urlOf(service), WHEN: when },
    // What Node takes of a function of 256 MB by itself on Lambda.
    ['--max-old-space-size=128', '--max-semi-space-size=4'],
  );
  service.close();
  const floor = await workerOf<{ seconds: number; items: number }>('write-floor.worker.ts', {
    TABLE_URL: engine.url,
  });
  await engine.stop();
  await rm(folder, { recursive: true });
  const name = (what: string) => `run of 10,000 ${measured.name}: ${what}`;
  const aim = 'aim' in measured && { aim: measured.aim };
  return [
    { name: name('stored'), value: run.stored, unit: 'findings', aim: COUNT, atLeast: true },
    { name: name('memory at its highest'), value: run.megabytes, unit: 'MB', aim: 256 },
    { name: name('time'), value: run.seconds, unit: 's' },
    { name: name('processor time of the run'), value: run.processorSeconds, unit: 's' },
    { name: name('items written'), value: floor.items, unit: 'items' },
    { name: name('the engine alone, for the same items'), value: floor.seconds, unit: 's' },
    { name: name('time, by that of the engine'), value: run.seconds / floor.seconds, unit: 'times', ...aim },
    {
      name: name('how much faster when all are seen again'),
      value: run.seconds / again.seconds,
      unit: 'times',
      aim: 5,
      atLeast: true,
    },
  ];
}

/**
 * The same with the twin of the store in memory: what is left is our own logic. And a run that has seen its page
 * before.
 */
async function measureInMemory(): Promise<Figure[]> {
  const service = await startService(TITLES['unlike ones']);
  const [run] = await workerOf<[Pace, Pace]>('run-ten-thousand.worker.ts', { NEWS_URL: urlOf(service) });
  service.close();
  const page = await startService(TITLES['unlike ones'], PAGE);
  const [, ...quiet] = await workerOf<Pace[]>('run-ten-thousand.worker.ts', {
    NEWS_URL: urlOf(page),
    RUNS: String(1 + QUIET_RUNS),
  });
  page.close();
  return [
    {
      name: 'run of 10,000 with the store in memory',
      value: run.stored / run.seconds,
      unit: 'findings a second',
      aim: 4_000,
      atLeast: true,
    },
    {
      name: `quiet run of a page of ${PAGE}, with the store in memory`,
      value:
        quantile(
          quiet.map(({ seconds }) => seconds),
          0.5,
        ) * 1_000,
      unit: 'ms',
      aim: 60,
    },
  ];
}

function urlOf(service: Server): string {
  return `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
}

const figures = await measureInMemory();
for (const kind of KINDS) figures.push(...(await measure(kind)));
printFigures(figures);

import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { wireTimeOf } from '../../shared/domain/time/instant.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { type Figure, printFigures } from './report.ts';

// A run that stores 10,000 new findings, in a process of its own: its time, and the most memory it held. Beside it, the time
// that the engine of the table takes for the same items, when a process writes them in batches and does nothing else.

const COUNT = 10_000;
const STORIES = 500;
const LOREM =
  'Acme Corp told its customers on Friday that the plant in Leipzig stays open, and that orders are met in time. ';

/** Words that no other number gives. */
function wordsOf(n: number): string {
  const letters = createHash('sha256')
    .update(`story ${n}`)
    .digest('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[+digit]!);
  return (letters.match(/.{8}/g) ?? []).join(' ');
}

/** Articles of which none is like another, or in stories of twenty. */
const KINDS = {
  'unlike ones': { titleOf: wordsOf, aim: 2 },
  'in 500 stories': {
    titleOf: (n: number) => `${wordsOf(n % STORIES)} ${wordsOf(n).slice(0, 8)}`,
    aim: 1.5,
  },
};

/** Answers a search with pages of articles; it counts one less than the cap, so that the run takes the window as it is. */
async function startService(titleOf: (n: number) => string) {
  const service = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.once('end', () => {
      const asked = JSON.parse(body) as Record<'page' | 'page_size', number> & Record<'to_', string>;
      const { page, page_size: size } = asked;
      const end = Date.parse(`${asked['to_']}Z`);
      const articles = Array.from({ length: size }, (_, n) => (page - 1) * size + n).map((n) => ({
        id: `bench-${n}`,
        title: titleOf(n),
        content: `${titleOf(n)}. ${LOREM.repeat(45)}`,
        link: `https://news.example/${n}`,
        domain_url: `outlet-${n % 200}.example`,
        parse_date: wireTimeOf(end - (n + 1) * 1_000),
      }));
      const found = { total_hits: COUNT - 1, page, total_pages: 10, page_size: size, articles };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ status: 'ok', ...found }));
    });
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  return service;
}

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

async function measure(kind: keyof typeof KINDS): Promise<Figure[]> {
  const { titleOf, aim } = KINDS[kind];
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table'), tableSpec('floor')] });
  const service = await startService(titleOf);
  const run = await workerOf<{
    seconds: number;
    megabytes: number;
    stored: number;
    processorSeconds: number;
  }>(
    'run-ten-thousand.worker.ts',
    { TABLE_URL: engine.url, NEWS_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}` },
    // What Node takes of a function of 256 MB by itself on Lambda.
    ['--max-old-space-size=128', '--max-semi-space-size=4'],
  );
  service.close();
  const floor = await workerOf<{ seconds: number; items: number }>('write-floor.worker.ts', {
    TABLE_URL: engine.url,
  });
  await engine.stop();
  await rm(folder, { recursive: true });
  const name = (what: string) => `run of 10,000 ${kind}: ${what}`;
  return [
    { name: name('stored'), value: run.stored, unit: 'findings', aim: COUNT, atLeast: true },
    { name: name('memory at its highest'), value: run.megabytes, unit: 'MB', aim: 256 },
    { name: name('time'), value: run.seconds, unit: 's' },
    { name: name('processor time of the run'), value: run.processorSeconds, unit: 's' },
    { name: name('items written'), value: floor.items, unit: 'items' },
    { name: name('the engine alone, for the same items'), value: floor.seconds, unit: 's' },
    { name: name('time, by that of the engine'), value: run.seconds / floor.seconds, unit: 'times', aim },
  ];
}

printFigures([...(await measure('unlike ones')), ...(await measure('in 500 stories'))]);

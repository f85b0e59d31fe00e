import { fork } from 'node:child_process';
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
import { printFigures } from './report.ts';

// A run that stores 10,000 new findings, in a process of its own: its time, and the most memory it held.

const COUNT = 10_000;
const LOREM =
  'Acme Corp told its customers on Friday that the plant in Leipzig stays open, and that orders are met in time. ';

const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
const service = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.once('end', () => {
    const {
      page,
      page_size: size,
      to_,
    } = JSON.parse(body) as { page: number; page_size: number; to_: string };
    const end = Date.parse(`${to_}Z`);
    const articles = Array.from({ length: size }, (_, n) => (page - 1) * size + n).map((n) => ({
      id: `bench-${n}`,
      title: `Acme Corp opens plant number ${n}`,
      content: LOREM.repeat(45),
      link: `https://news.example/${n}`,
      domain_url: 'news.example',
      parse_date: wireTimeOf(end - (n + 1) * 1_000),
    }));
    // One less than the cap: the service counts to 9,999 and the run takes the window as it is.
    const hits = COUNT - 1;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ status: 'ok', total_hits: hits, page, total_pages: 10, page_size: size, articles }),
    );
  });
});
service.listen(0, '127.0.0.1');
await once(service, 'listening');
const worker = fork(join(import.meta.dirname, 'run-ten-thousand.worker.ts'), {
  // What Node takes of a function of 256 MB by itself on Lambda.
  execArgv: ['--max-old-space-size=128', '--max-semi-space-size=4'],
  env: {
    ...process.env,
    TABLE_URL: engine.url,
    NEWS_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: localCredentials.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.credentials.secretAccessKey,
  },
});
const [result] = (await once(worker, 'message')) as [
  { seconds: number; megabytes: number; stored: number; processorSeconds: number },
];
await once(worker, 'exit');
service.close();
await engine.stop();
await rm(folder, { recursive: true });
printFigures([
  { name: 'run of 10,000: stored', value: result.stored, unit: 'findings', aim: COUNT, atLeast: true },
  { name: 'run of 10,000: memory at its highest', value: result.megabytes, unit: 'MB', aim: 256 },
  { name: 'run of 10,000: time', value: result.seconds, unit: 's' },
  { name: 'run of 10,000: processor time of the run', value: result.processorSeconds, unit: 's' },
]);

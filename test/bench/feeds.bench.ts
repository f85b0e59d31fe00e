import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { openTableMeter } from '../ports/table-meter.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { type Figure, printFigures } from './report.ts';

// 300 feeds of 100 items, polled over HTTP from a server of this machine, each from an address of its own: the first
// round, a round in which each feed has a new item, and a quiet one. Each round has a process of its own, with the
// adapters of the table as on Lambda; the table is in this process. The server takes 100 ms for each answer.

/** What the worker measured: seconds, and MB at the highest once the code was loaded and at the end. */
export interface RoundOfFeeds {
  seconds: number;
  items: number;
  loaded: number;
  megabytes: number;
}

const ITEMS = 100;
const ANSWER_TIME = 100;
const TABLE = 'feeds';
const TEXT =
  'The company wants to hire people before the end of the year, and the city has offered land. '.repeat(10);

let turn = 0;
const server = createServer((request, response) => {
  const host = request.headers.host ?? '';
  setTimeout(() => {
    const etag = `"${turn}"`;
    response.setHeader('etag', etag);
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.end(feedOf(host));
  }, ANSWER_TIME);
});

function feedOf(host: string): string {
  const items = Array.from({ length: ITEMS }, (_, n) => {
    const number = ITEMS + turn - n;
    const date = new Date(Date.now() - n * 600_000).toUTCString();
    return `<item><title>Acme opens plant ${number} near ${host}</title><link>/${number}</link><guid>${number}</guid><pubDate>${date}</pubDate><description>${TEXT}</description></item>`;
  });
  return `<rss version="2.0"><channel><title>${host}</title>${items.join('')}</channel></rss>`;
}

const folder = await mkdtemp(join(tmpdir(), 'bellwether-feeds-'));
const engine = await startTableEngine({ folder, tables: [tableSpec(TABLE)] });
const meter = await openTableMeter(engine.url);
server.listen(0, '0.0.0.0');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' && address ? address.port : 0;
const { region, credentials } = localCredentials;

/** A round in a new process, some hours after the start. */
async function round(ahead: number): Promise<RoundOfFeeds & { writes: number }> {
  const worker = fork(
    join(import.meta.dirname, 'feeds.worker.ts'),
    [String(port), meter.url, TABLE, String(ahead)],
    {
      env: {
        ...process.env,
        AWS_REGION: region,
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      },
      // What Node takes of a function of 256 MB by itself on Lambda.
      execArgv: ['--max-old-space-size=200', '--max-semi-space-size=8'],
    },
  );
  meter.take();
  const ended = once(worker, 'exit');
  const [result] = (await Promise.race([
    once(worker, 'message'),
    ended.then(() => Promise.reject(new Error('The poller died.'))),
  ])) as [RoundOfFeeds];
  await ended;
  return { ...result, writes: meter.take().writes };
}

const first = await round(0);
turn += 1;
const busy = await round(2);
const quiet = await round(4);
server.closeAllConnections();
server.close();
await meter.close();
await engine.stop();
await rm(folder, { recursive: true });
const of = (name: string, figures: RoundOfFeeds & { writes: number }): Figure[] => [
  { name: `300 feeds, ${name}`, value: figures.seconds, unit: 's', aim: 30 },
  {
    name: `300 feeds, ${name}: memory`,
    value: figures.megabytes,
    unit: 'MB',
    aim: name === 'quiet round' ? 256 : 512,
  },
  {
    name: `300 feeds, ${name}: writes`,
    value: figures.writes,
    unit: 'units',
    ...(name === 'quiet round' && { aim: 60 }),
  },
];
printFigures([
  ...of('first round', first),
  ...of('a new item in each', busy),
  ...of('quiet round', quiet),
  { name: '300 feeds, memory with the code loaded', value: quiet.loaded, unit: 'MB' },
  { name: '300 feeds, items stored in the first two rounds', value: first.items + busy.items, unit: 'items' },
]);

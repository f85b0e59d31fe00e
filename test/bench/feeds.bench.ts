import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Figure, printFigures } from './report.ts';

// 300 feeds of 100 items, polled over HTTP from a server of this machine, each from an address of its own: the first round, a round in which
// each feed has a new item, and a quiet one. The poller works in a process of its own, over the twin of the table; what the rounds
// write is counted by the test of its adapter. The server takes 100 ms for each answer.

/** What the worker measured, in seconds and MB. */
export interface RoundsOfFeeds {
  first: number;
  busy: number;
  quiet: number;
  megabytes: number;
  items: number;
}

const ITEMS = 100;
const ANSWER_TIME = 100;
const TEXT =
  'The company wants to hire people before the end of the year, and the city has offered land. '.repeat(10);

let turn = 0;
const server = createServer((request, response) => {
  const host = request.headers.host ?? '';
  if (request.url === '/turn') {
    turn += 1;
    response.end();
    return;
  }
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

server.listen(0, '0.0.0.0');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' && address ? address.port : 0;
const worker = fork(join(import.meta.dirname, 'feeds.worker.ts'), [String(port)], {
  // What Node takes of a function of 256 MB by itself on Lambda.
  execArgv: ['--max-old-space-size=200', '--max-semi-space-size=8'],
});
const ended = once(worker, 'exit');
const [result] = (await Promise.race([
  once(worker, 'message'),
  ended.then(() => Promise.reject(new Error('The poller died.'))),
])) as [RoundsOfFeeds];
await ended;
server.closeAllConnections();
server.close();
const figures: Figure[] = [
  { name: '300 feeds, first round', value: result.first, unit: 's', aim: 30 },
  { name: '300 feeds, a new item in each', value: result.busy, unit: 's', aim: 30 },
  { name: '300 feeds, quiet round', value: result.quiet, unit: 's', aim: 30 },
  { name: '300 feeds, memory at its highest', value: result.megabytes, unit: 'MB', aim: 256 },
  { name: '300 feeds, items stored in the first two rounds', value: result.items, unit: 'items' },
];
printFigures(figures);

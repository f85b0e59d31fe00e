import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listenOnLoopback } from '../../../infra/local/listen-on-loopback.ts';
import { gone } from '../../frozen/golden.ts';
import { keyPaths } from '../../ports/key-paths.ts';
import { type StartProcess, startProcess } from './start-process.ts';

const WATCHES = `
operators: { email: [ops@acme.example] }
channels:
  desk: { email: [desk@acme.example], sms: ["+33600000000"] }
  board: { email: [board@acme.example], brief: cron(0 8 ? * MON-FRI *) }
watches:
  acme:
    kind: search
    query: { q: Acme, ranked_only: false }
    lookback: 6h
    first_run: tell
    alert: { when: finding, channel: desk }
  plants:
    kind: search
    query: { q: plant, ranked_only: false }
    lookback: 6h
    first_run: tell
    alert: { when: finding, channel: board }
`;
const TITLES = Array.from({ length: 6 }, (_, n) => `Acme opens plant number ${n}`);

let folder: string;
let data: string;
let running: StartProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-start-'));
  data = join(folder, 'data');
  running = [];
  await writeFile(join(folder, 'watches.yaml'), WATCHES);
  const lines = TITLES.map((title, n) => {
    const published_date = `2026-11-21 07:${10 + n}:00`;
    const link = `https://news.example.com/${n}`;
    return JSON.stringify({
      id: `a${n}`,
      title,
      content: title,
      link,
      domain_url: 'news.example.com',
      published_date,
    });
  });
  await writeFile(join(folder, 'corpus.ndjson'), `${lines.join('\n')}\n`);
});
afterEach(async () => {
  for (const one of running) one.send('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  await rm(folder, { recursive: true, maxRetries: 5 });
});

function start(...more: string[]): StartProcess {
  const args = [
    '--data',
    data,
    '--watches',
    join(folder, 'watches.yaml'),
    '--corpus',
    join(folder, 'corpus.ndjson'),
  ];
  const made = startProcess([...args, '--now', '2026-11-21T08:00:00Z', ...more], { NEWS_API_KEY: 'a-key' });
  running.push(made);
  return made;
}

/** A news service that takes questions and never answers. */
async function openSilentNews() {
  const asked = Promise.withResolvers<void>();
  const server = createServer(() => asked.resolve());
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, asked: asked.promise, close };
}

/** Every sent message, as the outbox keeps it. */
async function sentMessages(): Promise<{ id: string; subject: string; texts: Record<string, string> }[]> {
  const text = await readFile(join(data, 'outbox.ndjson'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

it('--once --json runs every watch once and prints one document: what was found, sent and held; a later start sends nothing again, and stops politely on Ctrl-C in the middle of a run', async () => {
  const { code, stdout, stderr } = await start('--once', '--json').ended;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const printed = JSON.parse(stdout);
  expect(await gone(keyPaths(printed), 'json-once.txt')).toEqual([]);
  const { watches, deliveries, totals } = printed;
  const found = {
    status: 'done',
    matched: 6,
    new: 6,
    alerts: 6,
    windows: expect.any(Number),
    calls: expect.any(Number),
  };
  expect(watches).toMatchObject([
    { id: 'acme', kind: 'search', ...found },
    { id: 'plants', kind: 'search', ...found },
  ]);
  const of = (channel: string, protocol: string) =>
    deliveries.filter((one: any) => one.channel === channel && one.protocol === protocol);
  expect(of('desk', 'email')).toHaveLength(6);
  expect(of('desk', 'sms')).toHaveLength(6);
  for (const one of deliveries) expect(one.body.trim()).not.toBe('');
  expect(new Set(of('desk', 'email').map(({ status }: any) => status))).toEqual(new Set(['accepted']));
  expect(of('board', 'email')).toHaveLength(6);
  expect(of('board', 'email')[0]).toMatchObject({ status: 'pending', dueAt: '2026-11-23T08:00:00.000Z' });
  expect(totals).toMatchObject({ watches: 2, failed: 0, new: 12, deliveries: 18, pending: 6 });
  expect(stderr).toContain('Acme opens plant number 3');
  const messages = await sentMessages();
  expect(messages).toHaveLength(6);

  // One watch more, whose first run waits for an answer when Ctrl-C comes.
  const news = await openSilentNews();
  await writeFile(
    join(folder, 'watches.yaml'),
    `${WATCHES}  late: { kind: search, query: { q: Acme }, alert: { channel: desk } }\n`,
  );
  const polite = start('--now', '2026-11-21T08:02:00Z', '--news-url', news.url);
  await polite.says('Press Ctrl-C to stop');
  await news.asked;
  const other = await start().ended;
  expect(other).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`in use by another process (pid ${polite.pid})`),
  });
  const stack = JSON.parse(await readFile(join(data, 'stack.json'), 'utf8'));
  expect(stack).toMatchObject({ v: 1, pid: polite.pid, outputs: { TableName: expect.any(String) } });
  polite.send('SIGINT');
  const ended = await polite.ended;
  news.close();
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Start again to continue') });
  expect(ended.stdout).toContain('RunWatch was interrupted. The next start repeats it.');
  expect(ended.stdout).not.toMatch(/failed|ExitError|exit code/);
  expect(existsSync(join(data, 'stack.json'))).toBe(false);
  expect(await sentMessages()).toHaveLength(messages.length);
}, 120_000);

it('lists every problem of a file of watches, and starts and changes nothing', async () => {
  await writeFile(
    join(folder, 'watches.yaml'),
    WATCHES.replace('kind: search', 'kind: serach').replace('q: Acme', 'q: "("'),
  );
  const { code, stdout, stderr } = await start('--once', '--json').ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/watches\.yaml:\d+:\d+: error: watches\.acme\.kind/);
  expect(stderr).toMatch(/Nothing was started or changed/);
  expect(existsSync(data)).toBe(false);
});

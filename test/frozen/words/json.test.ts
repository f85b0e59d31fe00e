import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FoundArticle } from '../../../infra/cli/stack/find-article.ts';
import { aFinding, aMessage, anAlert, aStoredFinding, aWatch } from '../../ports/examples.ts';
import { memoryReports } from '../../ports/memory-reports.ts';
import { memoryStack, openWorld } from '../../infra/cli/open-world.ts';
import { openSmoke } from '../../infra/cli/smoke/open-smoke.ts';
import { gone } from '../frozen.ts';
import { definitions } from '../items/definitions.ts';
import { messages } from '../items/messages.ts';
import { runs } from '../items/runs.ts';
import { channelFacts } from '../items/channel-facts.ts';
import { upstream } from '../items/upstream.ts';
import { keyPaths } from '../key-paths.ts';

// Documents that commands print for programs: their keys, and the words in them that programs compare.

const folder = import.meta.dirname;
const AT = 1_795_176_000_000;
const HOUR = 3_600_000;
const FILE = `plan: { calls_per_month: 1000 }
operators: { email: [oncall@acme.example] }
channels:
  press-team: { email: [press@acme.example], sms: ["+33600000000"], sms_price: 0.07 }
  new: { email: [new@acme.example] }
watches:
  acme-news: { kind: search, query: { q: Acme }, severity: critical, alert: { when: finding, channel: press-team } }
  kind-search: { kind: search, query: { q: Globex }, alert: { channel: new } }
  sector-cuts: { kind: extraction, query: { query: Layoffs, limit: 20 }, alert: { channel: new } }
reports:
  acme-daily: { brand: acme, schedule: cron(0 8 * * ? *), channel: new }
brands: { acme: { names: [Acme] } }
`;

/** Words that stand for something, wherever they stand in a document. */
const WORDS = ['standing', 'state', 'status', 'condition', 'verdict', 'kind', 'service', 'field'];

/** Keys as paths, and the words of a few keys: `watches[].state = running`. */
function frozenIn(value: unknown): string[] {
  const words = (part: unknown, at: string): string[] => {
    if (Array.isArray(part)) return part.flatMap((one) => words(one, `${at}[]`));
    if (typeof part !== 'object' || part === null) return [];
    return Object.entries(part).flatMap(([name, one]) => {
      const own = at === '' ? name : `${at}.${name}`;
      return WORDS.includes(name) && typeof one === 'string' ? [`${own} = ${one}`] : words(one, own);
    });
  };
  return [...new Set([...keyPaths(value), ...words(value, '')])];
}

/** A stack in memory that holds one of each thing. */
async function fullStack() {
  const { stack, store } = memoryStack({ pending: ['press@acme.example'] });
  const adapters = { ...store, reports: memoryReports(store) };
  for (const { write } of [...definitions, ...runs, ...channelFacts, ...upstream, ...messages])
    await write(adapters);
  await store.definitions.putWatch(aWatch({ version: 'a-version' }));
  const past = { windows: 1, hits: 60, frames: [{ from: AT - HOUR, count: 60 }], calls: 2 };
  const findings = [aFinding(1), aFinding(2)];
  const tried = { ...stack, tryOut: async (_: unknown, window: any) => ({ ...past, window, findings }) };
  return { store, stack: { ...tried, now: () => AT } };
}

let world: ReturnType<typeof openWorld>;
let full: Awaited<ReturnType<typeof fullStack>>;
beforeAll(async () => {
  full = await fullStack();
});

const documentOf = async (...args: string[]): Promise<unknown> => {
  world = openWorld({ stack: full.stack });
  world.write(FILE);
  const { out, err } = await world.call(...args, '--json');
  if (out === '') throw new Error(err);
  return JSON.parse(out);
};

describe('the JSON of', () => {
  it.each([
    ['status'],
    ['plan'],
    ['silence'],
    ['silence', 'watch=acme-news', '--for', '8h', '--owner', 'jane', '--reason', 'figures'],
    ['preview', 'acme-news'],
    ['preview', 'sector-cuts'],
  ])('bellwether %s %s', async (...args) => {
    const file = `json-${args.slice(0, 2).join('-').replace('=', '-')}.txt`;
    expect(await gone(frozenIn(await documentOf(...args)), { folder, file })).toEqual([]);
  });
});

describe('the JSON of a command that checks or changes something:', () => {
  const DONE = `defaults: { channel: press-team }
operators: { email: [oncall@acme.example] }
channels: { press-team: { email: [press@acme.example] } }
brands: { acme: { names: [Acme] } }
watches: { acme-news: { kind: search, query: { q: Acme }, brand: acme } }
reports: { acme-daily: { brand: acme, schedule: cron(0 8 * * ? *) } }
`;
  const keysOf = async (file: string, ...args: string[]): Promise<string[]> => {
    const { stack, store } = memoryStack({ pending: ['press@acme.example'] });
    for (const { write } of messages) await write({ ...store, reports: memoryReports(store) });
    const fresh = openWorld({ stack });
    fresh.write(DONE);
    await fresh.call('apply');
    await fresh.call('silence', 'watch=acme-news', '--for', '8h');
    const [silence] = await store.silences.since(0);
    const id = silence?.id ?? '';
    fresh.write(file);
    const { out, err } = await fresh.call(...args.map((arg) => (arg === 'ID' ? id : arg)), '--json');
    if (out === '') throw new Error(err);
    return keyPaths(JSON.parse(out));
  };

  it.each([
    ['validate', DONE, ['validate']],
    ['validate-problems', `${DONE}extra: {}\n`, ['validate']],
    ['apply', DONE.replace('acme-news', 'acme-other'), ['apply', '--yes']],
    ['run', DONE, ['run', 'acme-news']],
    ['backfill', DONE, ['backfill', 'acme-news', '--from', '2026-11-01']],
    ['redrive', DONE, ['redrive']],
    ['export', DONE, ['export', '--to', join(tmpdir(), 'exported')]],
    ['forget-watch', DONE, ['forget', 'watch', 'old-news', '--yes']],
    ['forget-address', DONE, ['forget', 'address', 'jane@acme.example', '--yes']],
    ['open', DONE, ['open']],
    ['report', DONE, ['report', 'acme-daily']],
    ['doctor', DONE.replace('acme-news', 'acme-other'), ['doctor']],
    ['silence-expire', DONE, ['silence', '--expire', 'ID']],
  ])('%s', async (name, file, args) => {
    const keys = await keysOf(file, ...args);
    expect(await gone(keys, { folder, file: `json-${name}.txt` })).toEqual([]);
  });
});

it('the JSON of bellwether smoke, with the names of its checks and how they end', async () => {
  const documents: unknown[] = [];
  const failing = openSmoke().order.stack;
  failing.queue = { send: async () => Promise.reject(new Error('the queue is away')) };
  for (const { order, stack } of [
    { ...openSmoke(), stack: {} },
    { ...openSmoke({ finds: false }), stack: {} },
    { ...openSmoke(), stack: { queue: failing.queue } },
  ]) {
    const all = { ...order.stack, ...stack, smoke: order.tools };
    const { call } = openWorld({ stack: all, onPause: order.world.pause });
    documents.push(JSON.parse((await call('smoke', '--json')).out));
  }
  const words = documents.flatMap((one) =>
    (one as { checks: { check: string; result: string }[] }).checks.flatMap(({ check, result }) => [
      `checks[].check = ${check}`,
      `checks[].result = ${result}`,
    ]),
  );
  const lines = [...new Set([...documents.flatMap((one) => keyPaths(one)), ...words])];
  expect(await gone(lines, { folder, file: 'json-smoke.txt' })).toEqual([]);
});

it('every command that takes --json has a frozen document', async () => {
  const taking = (await readFile(join(folder, 'commands.txt'), 'utf8'))
    .split('\n')
    .flatMap((line) => (line.endsWith(' --json') ? [line.split(' ')[0] ?? ''] : []));
  const files = await readdir(folder);
  expect(taking.length).toBeGreaterThan(12);
  expect(taking.filter((name) => !files.some((file) => file.startsWith(`json-${name}`)))).toEqual([]);
});

it('the JSON of bellwether explain, wherever an article or an alert stands', async () => {
  const { store } = full;
  const states = [
    { state: 'pending', dueAt: AT + HOUR, heldFor: 'digest' },
    { state: 'pending', dueAt: AT + HOUR, heldFor: 'storm-cap' },
    { state: 'pending', dueAt: AT },
    { state: 'told', messageId: 'message-accepted' },
    { state: 'told', messageId: 'message-dead' },
    { state: 'silenced', silenceId: 'silence-01234', reason: 'figures' },
    { state: 'dropped', reason: 'gone' },
  ] as const;
  for (const [n, state] of states.entries()) {
    const alert = anAlert(n, { id: `alert${n}`.padEnd(20, '0'), createdAt: AT, items: [aFinding(n)] });
    await store.alerts.put(alert, { dueAt: AT });
    await store.alerts.settle(alert, state);
  }
  const silent = [
    'base',
    'same-story',
    'excluded',
    'below-severity',
    'other-company',
    'counted',
    'seen-before',
    'within-limits',
    'awaits-change',
  ] as const;
  for (const [n, reason] of silent.entries())
    await store.findings.put(aStoredFinding(100 + n, { foundAt: AT, verdict: { silent: reason } }));
  await store.findings.put(aStoredFinding(200, { foundAt: AT }));
  await store.messages.put(aMessage(1));
  const addresses = [...silent.keys()].map((n) => `https://news.example/${100 + n}`);
  const what = [...states.keys()].map((n) => `alert${n}`.padEnd(20, '0'));
  const asked = [...what, ...addresses, 'https://news.example/200', 'https://news.example/300'];
  const article = (id: number): FoundArticle => ({
    title: 'Acme',
    link: `https://news.example/${id}`,
    publishedAt: AT,
    indexedAt: AT - 5_000,
    asFoundBy: () => ({ finding: aFinding(id), matches: id !== 302 }),
  });
  const documents: unknown[] = [];
  for (const one of asked) documents.push(await documentOf('explain', one));
  for (const id of [301, 302]) {
    full.stack.findArticle = async () => ({ article: article(id), lookedBack: 90 });
    documents.push(await documentOf('explain', `https://news.example/${id}`));
  }
  const lines = [...new Set(documents.flatMap((one) => frozenIn(one)))];
  expect(await gone(lines, { folder, file: 'json-explain.txt' })).toEqual([]);
});

import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { openStore, type Store } from '../../shared/aws/open-store.ts';
import type { Finding } from '../../shared/domain/finding.ts';
import { DAY, dayOf, MINUTE, parseWireTime } from '../../shared/domain/instant.ts';
import { growthOf } from '../../shared/domain/policies/story.ts';
import { readStories } from '../../shared/use-cases/read-stories.ts';
import { runWatch } from '../../shared/use-cases/run-watch.ts';
import { engineProxy } from '../ports/engine-proxy.ts';
import { aChannel, aFinding, aWatch, NOON } from '../ports/examples.ts';
import { heldClock, memoryQueue, memoryRaw, memorySource } from '../ports/memory-services.ts';
import { memoryStore } from '../ports/memory-store.ts';
import { memoryWorkflow } from '../ports/memory-workflow.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { type Figure, printFigures } from './report.ts';

// What a watch tells of real headlines, run every quarter of an hour, held against the stories that they truly tell; and
// what a new finding costs the table.

/** Headlines with their true stories; not part of the project. */
const STORIES = '../shared/data/news-stories.ndjson';
const COUNT = 1_000;

const record = z.object({
  id: z.string(),
  title: z.string(),
  published_date: z.string(),
  domain_url: z.string(),
  _story: z.string(),
});

const WATCH = aWatch({ alert: { when: 'story', channel: 'press-team', grows: growthOf({}) } });

/** A watch over a corpus and a store. */
async function opened(store: Store, findings: readonly Finding[]) {
  const clock = heldClock(NOON);
  const source = memorySource(
    findings.map((finding) => ({ finding })),
    clock,
  );
  const [queue, raw, workflow] = [memoryQueue(), memoryRaw(), memoryWorkflow()];
  const ports = { ...store, clock, source, queue, raw, workflow };
  await store.definitions.putWatch(WATCH);
  await store.definitions.putChannel(aChannel());
  const run = () => {
    const order = { watchId: WATCH.id, scheduledFor: clock.now(), track: 'live', continuation: 0 } as const;
    return runWatch(order, ports, { owner: `message-${clock.now()}`, deadline: clock.now() + 14 * MINUTE });
  };
  return { clock, run };
}

async function quality(): Promise<Figure[]> {
  if (!existsSync(STORIES)) {
    process.stderr.write(`${STORIES} is not there: what is told of real headlines is not measured\n`);
    return [];
  }
  const lines = readFileSync(STORIES, 'utf8').trim().split('\n');
  const rows = lines.map((line) => record.parse(JSON.parse(line)));
  const truth = new Map(rows.map(({ id, _story }) => [id, _story]));
  const findings = rows.map(({ id, title, published_date: date, domain_url: domain }, n) => {
    const at = parseWireTime(date) ?? 0;
    const outlet = { domain };
    return aFinding(n, { fingerprint: id, title, snippet: '', indexedAt: at, publishedAt: at, outlet });
  });
  const times = findings.map(({ indexedAt }) => indexedAt);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const store = memoryStore();
  const { clock, run } = await opened(store, findings);
  for (clock.at = first; clock.at < last + 30 * MINUTE; clock.at += 15 * MINUTE) await run();
  const days = Array.from({ length: Math.ceil((last - first) / DAY) + 2 }, (_, n) => dayOf(first + n * DAY));
  const alerts = (await Promise.all(days.map((day) => store.alerts.madeOn(day, 100_000)))).flat();
  const told = alerts.flatMap(({ alert }) =>
    alert.occasion.type === 'story' ? (alert.story?.id ?? '') : [],
  );
  const whole = await readStories({ stories: store.stories }, told);
  const mixed = told.filter((id) => {
    const members = whole.get(id)?.story.members ?? [];
    return new Set(members.map((member) => truth.get(member))).size > 1;
  });
  const trueStories = new Set(truth.values()).size;
  return [
    { name: 'headlines: alerts for a true story', value: told.length / trueStories, unit: '', aim: 1.3 },
    {
      name: 'headlines: alerts that mix true stories',
      value: mixed.length / told.length,
      unit: '',
      aim: 0.03,
    },
    {
      name: 'headlines: notes for a true story',
      value: (alerts.length - told.length) / trueStories,
      unit: '',
    },
    { name: 'headlines: in each alert', value: findings.length / told.length, unit: 'headlines' },
  ];
}

/** What the table is asked for each of many new findings. */
async function cost(name: string, findings: readonly Finding[]): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const proxy = await engineProxy(engine.url);
  const client = new DynamoDBClient({ ...localCredentials, endpoint: proxy.url, maxAttempts: 1 });
  const { run } = await opened(openStore(client, 'table'), findings);
  proxy.passages.length = 0;
  const began = performance.now();
  const outcome = await run();
  const each = (performance.now() - began) / outcome.new;
  const counts = Map.groupBy(proxy.passages, ({ action }) => action);
  client.destroy();
  await proxy.close();
  await engine.stop();
  await rm(folder, { recursive: true });
  return [
    { name: `${name}: requests for a finding`, value: proxy.passages.length / outcome.new, unit: '' },
    ...Array.from(counts, ([action, { length }]) => ({
      name: `${name}: of these ${action}`,
      value: length / outcome.new,
      unit: '',
    })),
    { name: `${name}: alerts`, value: outcome.alerts, unit: '' },
    { name: `${name}: time for a finding`, value: each, unit: 'ms' },
  ];
}

const TEXT =
  'Acme Corp told its customers on Friday that the plant in Leipzig stays open, and that orders are met. ';
const WORDS = 'abcdefghijklmnopqrstuvwxyz';
/** A word of six letters for a number, another one for each. */
const wordOf = (n: number): string =>
  Array.from({ length: 6 }, (_, at) => WORDS[Math.floor((n * 7_919 + at * n * 31) / 5 ** at) % 26]).join('');
const distinct = Array.from({ length: COUNT }, (_, n) => {
  const words = Array.from({ length: 60 }, (_word, at) => wordOf(n * 61 + at));
  return aFinding(n, {
    title: words.slice(0, 8).join(' '),
    snippet: words.join(' '),
    indexedAt: NOON - 60 * MINUTE + n * 1_000,
  });
});
const copies = distinct.map((finding, n) => {
  const report = Math.floor(n / 20);
  const { title = '' } = distinct[report] ?? {};
  const outlet = { domain: `outlet-${n}.example` };
  return { ...finding, title, snippet: `${title} ${TEXT.repeat(8)}`, outlet };
});

printFigures([
  ...(await quality()),
  ...(await cost('1,000 different findings', distinct)),
  ...(await cost('1,000 findings, 20 copies each', copies)),
]);

import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { openStore, type Store } from '../../shared/store/open-store.ts';
import type { Alert } from '../../shared/domain/alerts/alert.ts';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { DAY, dayOf, HOUR, MINUTE, parseWireTime } from '../../shared/domain/time/instant.ts';
import { JOIN } from '../../shared/domain/stories/join-rule.ts';
import { addToStory, likelyStories, openStories } from '../../shared/domain/stories/open-stories.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { halfOf } from '../fit/labelled-news.ts';
import { engineProxy } from '../ports/engine-proxy.ts';
import { aChannel, aFinding, aWatch, NOON } from '../ports/examples.ts';
import {
  heldClock,
  memoryDecideQueue,
  memoryQueue,
  memoryRaw,
  memorySource,
} from '../ports/memory-services.ts';
import { memoryStore } from '../store/memory-store.ts';
import { memoryWorkflow } from '../ports/memory-workflow.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { decidedOf, decideOrdered } from '../shared/use-cases/decide-ordered.ts';
import { type Figure, printFigures } from './report.ts';
import { articleOf } from '../../shared/domain/stories/similarity-profile.ts';

// What a watch tells of real headlines, run every quarter of an hour, held against the stories that they truly tell;
// and what a new finding costs the table.

/** Headlines with their true stories; not part of the project. */
const STORIES = '../shared/data/news-stories.ndjson';
const COUNT = 1_000;
const OPEN = 500;
/** The share of alerts that may hold more than one true story. */
const MOST_MIXED = 0.05;

/** Headlines of one outlet over years, few of which tell one story. */
const OTHERS = '../shared/data/news-authors.ndjson';
const PERSON = /trump/i;

const record = z.object({
  id: z.string(),
  title: z.string(),
  published_date: z.string(),
  domain_url: z.string(),
});
const labelled = record.extend({ _story: z.string() });

const WATCH = aWatch({ alert: { when: 'story', channel: 'press-team' } });

/** A watch over a corpus and a store. */
async function opened(store: Store, findings: readonly Finding[]) {
  const clock = heldClock(NOON);
  const source = memorySource(
    findings.map((finding) => ({ finding })),
    clock,
  );
  const queues = { queue: memoryQueue(), decideQueue: memoryDecideQueue() };
  const ports = { ...store, ...queues, clock, source, raw: memoryRaw(), workflow: memoryWorkflow() };
  await store.definitions.putWatch(WATCH);
  await store.definitions.putChannel(aChannel());
  /** A run, and all that is decided after it. */
  const run = async () => {
    const order = { watchId: WATCH.id, scheduledFor: clock.now(), track: 'live', continuation: 0 } as const;
    const call = { owner: `message-${clock.now()}`, deadline: clock.now() + 14 * MINUTE };
    const { new: found } = await runWatch(order, ports, call);
    return { found, alerts: decidedOf(await decideOrdered(ports), WATCH.id).alerts };
  };
  return { clock, run };
}

/** The lines of a file of headlines, if it is there. */
function headlines<T>(file: string, schema: z.ZodType<T>): T[] {
  if (existsSync(file)) {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.map((line) => schema.parse(JSON.parse(line)));
  }
  process.stderr.write(`${file} is not there: what is told of its headlines is not measured\n`);
  return [];
}

/** Headlines as they were indexed, or each true story over hours, with others in between. */
type Times = (row: z.infer<typeof labelled>) => number;

/** The true stories on which no weight was fitted, and all of them. */
const SETS = { 'half for figures': (story: string) => halfOf(story) === 'report', all: () => true } as const;

async function heldAgainstTruth(name: string, times: () => Times, aim: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [set, has] of Object.entries(SETS))
    figures.push(...(await figuresOfSet(`${name}, ${set}`, { has, times: times(), aim })));
  return figures;
}

function figuresOfSet(
  name: string,
  { has, times, aim }: { has: (story: string) => boolean; times: Times; aim: number },
): Promise<Figure[]> | [] {
  const rows = headlines(STORIES, labelled).filter(({ _story }) => has(_story));
  const findings = rows.map((row, n) => aHeadline(n, { ...row, at: times(row) }));
  return rows.length === 0 ? [] : storyFigures(name, { findings, truth: truthOf(rows), aim });
}

const truthOf = (rows: readonly z.infer<typeof labelled>[]) =>
  new Map(rows.map(({ id, _story }) => [id, _story]));

const asIndexed =
  (): Times =>
  ({ published_date: date }) =>
    parseWireTime(date) ?? 0;

/** Stories begin within 30 hours of each other, and their articles come within hours of that. */
function spread(): Times {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 0x7fffffff) / 0x7fffffff;
  const begins = new Map<string, number>();
  return ({ _story: story }) => {
    const begin = begins.get(story) ?? NOON + random() * 30 * HOUR;
    begins.set(story, begin);
    return Math.floor(begin - Math.log(1 - random()) * 3 * HOUR);
  };
}

function aHeadline(n: number, row: z.infer<typeof record> & { at: number }): Finding {
  const { id: fingerprint, title, at, domain_url: domain } = row;
  return aFinding(n, { fingerprint, title, snippet: '', indexedAt: at, publishedAt: at, outlet: { domain } });
}

/** A watch runs so often. */
const RUN_EVERY = 15 * MINUTE;

/** Runs a watch every quarter of an hour, and gives back its alerts on stories and how many notes there were. */
async function watched(findings: readonly Finding[]) {
  const times = findings.map(({ indexedAt }) => indexedAt);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const store = memoryStore();
  const { clock, run } = await opened(store, findings);
  for (clock.at = first; clock.at < last + 2 * RUN_EVERY; clock.at += RUN_EVERY) await run();
  const days = Array.from({ length: Math.ceil((last - first) / DAY) + 2 }, (_, n) => dayOf(first + n * DAY));
  const alerts = (await Promise.all(days.map((day) => store.alerts.madeOn(day, 100_000)))).flat();
  const onStories = alerts.flatMap(({ alert }) => (alert.occasion.type === 'story' ? alert : []));
  return { store, onStories, notes: alerts.length - onStories.length };
}

async function storyFigures(
  name: string,
  { findings, truth, aim }: { findings: readonly Finding[]; truth: Map<string, string>; aim: number },
): Promise<Figure[]> {
  const { store, onStories, notes } = await watched(findings);
  const notified = onStories.map(({ story }) => story?.id ?? '');
  const whole = await store.stories.read(notified);
  const mixed = notified.filter((id) => {
    const articles = whole.get(id)?.articles ?? [];
    return new Set(articles.map(({ fingerprint }) => truth.get(fingerprint))).size > 1;
  });
  const stories = new Set(truth.values()).size;
  return [
    { name: `${name}: alerts for a true story`, value: notified.length / stories, unit: '', aim },
    {
      name: `${name}: alerts that mix true stories`,
      value: mixed.length / notified.length,
      unit: '',
      aim: MOST_MIXED,
    },
    { name: `${name}: notes for a true story`, value: notes / stories, unit: '' },
    {
      name: `${name}: true stories with an alert within ${RUN_EVERY / MINUTE} minutes of their first article`,
      value: shareInTime(onStories, { findings, truth }),
      unit: '',
      aim: 0.98,
      atLeast: true,
    },
  ];
}

/**
 * The share of true stories of which an article of their own has caused an alert by the first run after their first
 * article was indexed. Where that article went into a story on something else, nobody was notified of this one.
 */
function shareInTime(
  alerts: readonly Alert[],
  { findings, truth }: { findings: readonly Finding[]; truth: ReadonlyMap<string, string> },
): number {
  const begun = new Map<string, number>();
  for (const { fingerprint, indexedAt } of findings) {
    const story = truth.get(fingerprint) ?? '';
    begun.set(story, Math.min(begun.get(story) ?? Infinity, indexedAt));
  }
  const inTime = alerts.flatMap(({ items: [item], createdAt }) => {
    const story = truth.get(item?.fingerprint ?? '') ?? '';
    return createdAt - (begun.get(story) ?? -Infinity) <= RUN_EVERY ? story : [];
  });
  return new Set(inTime).size / begun.size;
}

/** Headlines on one and the same person, which tell different stories, five minutes after each other. */
async function onOnePerson(): Promise<Figure[]> {
  const rows = headlines(OTHERS, record).filter(({ title }) => PERSON.test(title));
  if (rows.length === 0) return [];
  const findings = rows.map((row, n) => aHeadline(n, { ...row, at: NOON + n * 5 * MINUTE }));
  const { onStories } = await watched(findings);
  const share = onStories.length / findings.length;
  return [{ name: 'headlines on one person: told', value: share, unit: '', aim: 0.95, atLeast: true }];
}

/** What the table is asked for each of many new findings. */
async function cost(name: string, findings: readonly Finding[]): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const proxy = await engineProxy(engine.url);
  const client = new DynamoDBClient({ ...localCredentials, endpoint: proxy.url, maxAttempts: 1 });
  const { run } = await opened(openStore(dynamoTable(client, 'table')), findings);
  proxy.passages.length = 0;
  const began = performance.now();
  const outcome = await run();
  const each = (performance.now() - began) / outcome.found;
  const counts = Map.groupBy(proxy.passages, ({ action }) => action);
  client.destroy();
  await proxy.close();
  await engine.stop();
  await rm(folder, { recursive: true });
  return [
    { name: `${name}: requests for a finding`, value: proxy.passages.length / outcome.found, unit: '' },
    ...Array.from(counts, ([action, { length }]) => ({
      name: `${name}: of these ${action}`,
      value: length / outcome.found,
      unit: '',
    })),
    { name: `${name}: alerts`, value: outcome.alerts, unit: '' },
    { name: `${name}: time for a finding`, value: each, unit: 'ms' },
  ];
}

/** The time of the processor to find the likeliest story of a headline among the open ones of a watch. */
function timeToCompare(): Figure[] {
  const rows = headlines(OTHERS, record).slice(0, 2 * OPEN);
  if (rows.length === 0) return [];
  const articles = rows.map((row, n) => articleOf(aHeadline(n, { ...row, at: NOON + n })));
  const open = openStories([]);
  for (const [n, article] of articles.slice(0, OPEN).entries()) addToStory(open, `story-${n}`, article);
  const times = articles.slice(OPEN).map((article) => {
    const start = performance.now();
    likelyStories(open, article, { least: JOIN.normal, most: 3 });
    return performance.now() - start;
  });
  const inOrder = times.toSorted((a, b) => a - b);
  const at = (share: number) => inOrder[Math.floor(inOrder.length * share)] ?? 0;
  const name = `comparing with ${OPEN} open stories`;
  return [
    { name: `${name}: median`, value: at(0.5), unit: 'ms', aim: 0.25 },
    { name: `${name}: 99 of 100 within`, value: at(0.99), unit: 'ms', aim: 3 },
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
  ...(await heldAgainstTruth('headlines', asIndexed, 4.5)),
  ...(await heldAgainstTruth('headlines over hours', spread, 8)),
  ...(await onOnePerson()),
  ...timeToCompare(),
  ...(await cost('1,000 different findings', distinct)),
  ...(await cost('1,000 findings, 20 copies each', copies)),
]);

import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { chanceFrom, idsFrom } from '../../infra/local/services/kit/clock.ts';
import { loadCorpus } from '../../infra/local/services/kit/corpus/corpus.ts';
import { playFaults } from '../../infra/local/services/kit/faults.ts';
import { hostServices } from '../../infra/local/services/kit/http/host-services.ts';
import { DEFAULT_PLAN, singleKey } from '../../infra/local/services/kit/plan.ts';
import { openMemoryState } from '../../infra/local/services/kit/state-folder.ts';
import { trackUsage } from '../../infra/local/services/kit/usage.ts';
import { sampleArticles } from '../../infra/local/services/news/sample-corpus.ts';
import { createNewsService } from '../../infra/local/services/news/service.ts';
import { type Figure, printFigures, quantile } from './report.ts';

// How fast the local news service loads and answers, with articles of about 400 words in a file.
// `node test/bench/news-service.bench.ts [40000] [100000] [--json]`

const PRESENT = '2026-11-21 08:00:00';
const NOW = Date.parse(`${PRESENT.replace(' ', 'T')}Z`);

const AIMS = new Map([
  [40_000, { load: 15, query: 50, count: 150, memory: 400, copies: 2 }],
  [100_000, { load: 30, query: 80, count: 150, memory: 700, copies: 5 }],
]);

const QUERIES = [
  'Acme',
  '"Acme Corp"',
  'breach AND customers',
  'layoffs OR tariffs',
  '(breach OR hackers) AND "Acme Corp"',
  'Globex NOT Acme',
  '"data breach" AND (Chicago OR Denver OR Boston)',
  'funding AND round AND investors NOT Umbrella',
  'invest* AND market',
  'NEAR("strike", "port", 5)',
  '情報漏えい',
  'Stellen OR emplois OR empleos',
  '+Kestrel +Motors -tariffs',
  'wom?n OR researchers',
  '"chief executive" AND profit',
];

/** Writes articles of past days: texts of three articles of the sample put together, in as many worlds as it takes. */
function writeCorpus(size: number, file: string): void {
  const out = openSync(file, 'w');
  let written = 0;
  for (let seed = 1; written < size; seed += 1) {
    const world = sampleArticles({ now: NOW, seed }).filter(({ parse_date: at }) => (at ?? '') <= PRESENT);
    const lines = world.slice(0, size - written).map((record, at) => {
      const others = [1, 2].map((step) => world[(at * 31 + step * 977) % world.length]?.content ?? '');
      const content = [record.content, ...others].join('\n\n');
      return `${JSON.stringify({ ...record, id: `${seed}-${record.id}`, content })}\n`;
    });
    writeSync(out, lines.join(''));
    written += lines.length;
  }
  closeSync(out);
}

/** Milliseconds until the whole answer of a GET is there. */
function timed(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, { headers: { 'x-api-token': 'k' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode} for ${url}`));
      answer.resume();
      answer.on('end', () => resolve(performance.now() - began));
    }).on('error', reject);
  });
}

async function times(url: string, { path, query }: { path: string; query: Record<string, string> }) {
  const all: number[] = [];
  // Round after round, so that no search finds what the service keeps of the one just before it. The first one warms
  // up.
  for (let round = 0; round < 6; round += 1) {
    for (const q of QUERIES) {
      const took = await timed(`${url}/${path}?${new URLSearchParams({ ...query, q }).toString()}`);
      if (round > 0) all.push(took);
    }
  }
  return all;
}

async function measure(size: number, file: string): Promise<Figure[]> {
  const aims = AIMS.get(size);
  const clock = { now: () => NOW };
  const state = openMemoryState();
  const usage = trackUsage({ clock, state });
  const chance = chanceFrom(1);
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  const shared = { clock, usage, faults: playFaults(), newId: idsFrom(chance), log };
  const keys = singleKey({ header: 'x-api-token', key: 'k' });
  const deps = { ...shared, keys, chance, state, plan: DEFAULT_PLAN };
  const began = performance.now();
  const corpus = await loadCorpus([file], { shiftToNow: false, now: NOW });
  const service = createNewsService({ ...deps, corpus });
  const load = (performance.now() - began) / 1_000;
  const work = seconds(process.cpuUsage());
  const host = await hostServices([service], { ...shared, port: 0 });
  const url = `${host.url}/news`;
  const copying = performance.now();
  await timed(`${url}/search?q=Acme&exclude_duplicates=true`);
  const copied = (performance.now() - copying) / 1_000;
  const period = { from_: '30d', ranked_only: 'false' };
  const searched = await times(url, { path: 'search', query: period });
  const byDate = await times(url, {
    path: 'search',
    query: { ...period, sort_by: 'date', page_size: '1000' },
  });
  const counted = await times(url, {
    path: 'aggregation_count',
    query: { ...period, aggregation_by: 'hour' },
  });
  const memory = process.memoryUsage().rss / 1e6;
  const grouping = performance.now();
  await timed(`${url}/breaking_news`);
  const grouped = (performance.now() - grouping) / 1_000;
  await host.close();
  const name = (what: string) => `${size.toLocaleString('en')} articles: ${what}`;
  const aim = (value: number | undefined) => (value === undefined ? {} : { aim: value });
  return [
    { name: name('loading'), value: load, unit: 's', ...aim(aims?.load) },
    { name: name('loading, processor time'), value: work, unit: 's' },
    { name: name('memory with the corpus'), value: memory, unit: 'MB', ...aim(aims?.memory) },
    { name: name('memory at its highest'), value: process.resourceUsage().maxRSS / 1_000, unit: 'MB' },
    { name: name('search of 100, p50'), value: quantile(searched, 0.5), unit: 'ms' },
    { name: name('search of 100, p95'), value: quantile(searched, 0.95), unit: 'ms', ...aim(aims?.query) },
    { name: name('search of 1,000 by date, p95'), value: quantile(byDate, 0.95), unit: 'ms' },
    { name: name('counts by hour, p95'), value: quantile(counted, 0.95), unit: 'ms', ...aim(aims?.count) },
    { name: name('first breaking news'), value: grouped, unit: 's' },
    {
      name: name('first answer without duplicates, at once'),
      value: copied,
      unit: 's',
      ...aim(aims?.copies),
    },
  ];
}

/** Of the user and of the system together. */
function seconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6;
}

/**
 * Each size in a process of its own, so that neither warms up the other nor leaves it garbage, nor does the making of
 * the file.
 */
function measureApart(size: number): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-bench-'));
  try {
    const file = join(folder, 'corpus.ndjson');
    writeCorpus(size, file);
    return measureFile(size, file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measureFile(size: number, file: string): Figure[] {
  // With the settings of memory of `npm start`.
  const args = ['--max-semi-space-size=8', import.meta.filename, String(size), file, '--json'];
  const ended = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (ended.status !== 0) throw new Error(`the measurement of ${size} articles failed`);
  return figures.parse(JSON.parse(ended.stdout));
}

const figures = z.array(
  z.object({ name: z.string(), value: z.number(), unit: z.string(), aim: z.number().optional() }),
);
const args = process.argv.slice(2);
const asked = args.map(Number).filter(Number.isInteger);
const file = args.find((arg) => arg.endsWith('.ndjson'));
const [size = 0] = asked;
printFigures(
  file === undefined
    ? (asked.length > 0 ? asked : [...AIMS.keys()]).flatMap(measureApart)
    : await measure(size, file),
);

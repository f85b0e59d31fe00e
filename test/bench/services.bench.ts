import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleArticles } from '../../infra/local/services/news/sample-corpus.ts';
import { startServices } from '../../infra/local/services/start-services.ts';
import { NOW as now, testDeps } from '../infra/local/services/kit/test-deps.ts';
import { printFigures, quantile } from './report.ts';

// The local services over 40,000 articles of about 400 words: how long they take to load, and how long searches take.

const COUNT = 40_000;
const SEARCHES = ['breach', '"data breach" AND customers', 'Acme OR Globex', 'la* AND empresa', '*'];

const lines: string[] = [];
for (let seed = 1; lines.length < COUNT; seed += 1)
  for (const one of sampleArticles({ now, seed }))
    lines.push(JSON.stringify({ ...one, id: `${seed}-${one.id}`, content: one.content?.repeat(3) }));
const folder = await mkdtemp(join(tmpdir(), 'bellwether-services-'));
const file = join(folder, 'corpus.ndjson');
await writeFile(file, lines.slice(0, COUNT).join('\n'));

const begun = performance.now();
const services = await startServices({
  ...testDeps(),
  corpus: [file],
  shiftToNow: false,
  allowLoopback: false,
});
const loaded = (performance.now() - begun) / 1_000;

const times: number[] = [];
const cpu: number[] = [];
for (let n = 0; n < 240; n += 1) {
  const [asked, worked] = [performance.now(), process.cpuUsage()];
  const q = SEARCHES[n % SEARCHES.length];
  const body = JSON.stringify({ q, from_: '30d' });
  const headers = { 'x-api-token': services.news.key, 'content-type': 'application/json' };
  const answer = await fetch(`${services.news.url}/search`, { method: 'POST', headers, body });
  await answer.text();
  times.push(performance.now() - asked);
  const { user, system } = process.cpuUsage(worked);
  cpu.push((user + system) / 1_000);
}
printFigures([
  { name: 'services: loading 40,000 articles', value: loaded, unit: 's', aim: 20 },
  { name: 'services: p95 of a search', value: quantile(times, 0.95), unit: 'ms', aim: 100 },
  // Without waiting for a processor.
  { name: 'services: p95 of the CPU time of a search', value: quantile(cpu, 0.95), unit: 'ms', aim: 100 },
]);
await services.close();
await rm(folder, { recursive: true });

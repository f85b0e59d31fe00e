import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClock } from '../../infra/local/aws/shared-clock.ts';
import { openDataFolder } from '../../infra/local/data-folder.ts';
import { leap } from '../../infra/local/run-once.ts';
import { openStack } from '../../infra/local/open-stack.ts';
import { readStartOptions } from '../../infra/local/start-options.ts';
import { compileWatches } from '../../infra/watches-file/compile-watches.ts';
import { DAY, HOUR, wireTimeOf } from '../../shared/domain/time/instant.ts';
import { openJourney } from '../journeys/start-once.ts';

// A local stack in a process of its own, for the bench of a month. It sends its parent the memory after each day.

const DAYS = Number(process.argv[2]);
const START = Date.parse('2026-11-21T08:00:00Z');
/** Simulated time between two looks at the schedules. What was due in between is sent once, as after a stop. */
const STEP = 2 * HOUR;
/** News of a day. */
const ARTICLES = 60;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const TOPICS = [
  'Acme Corp opens a plant',
  'Globex recalls phones',
  'Tariffs on chips rise',
  'Initech lays off staff',
];
const article = (n: number) => {
  const at = wireTimeOf(START - DAY + (n * DAY) / ARTICLES).replace('T', ' ');
  return JSON.stringify({
    id: `article-${n}`,
    title: `${TOPICS[n % TOPICS.length]} in town ${(n * 7_919) % 1_009}`,
    link: `https://news-${n % 40}.example/${n}`,
    domain_url: `news-${n % 40}.example`,
    name_source: `News ${n % 40}`,
    content: `${TOPICS[n % TOPICS.length]}. People in town ${(n * 7_919) % 1_009} said so. `.repeat(8),
    language: 'en',
    rank: 100 + (n % 40),
    published_date: at,
    parse_date: at,
  });
};

const journey = await openJourney();
const lines = Array.from({ length: (DAYS + 2) * ARTICLES }, (_, n) => article(n));
const corpus = await journey.write('corpus.ndjson', lines.join('\n'));
const now = new Date(START).toISOString();
const options = readStartOptions(['--once', '--data', journey.data, '--now', now, '--corpus', corpus], {});
const clock = createClock(options.now);
const folder = openDataFolder(options.data, options);
const file = new URL('../../watches.yaml', import.meta.url);
const compiled = compileWatches(readFileSync(file, 'utf8'), { file: 'watches.yaml', now: clock.now() });
if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
const counted = { runs: 0, messages: 0, errors: 0 };
const stack = await openStack({
  options,
  folder,
  clock,
  desired: compiled.desired,
  listener: {
    onRun: () => void (counted.runs += 1),
    onDecided: () => undefined,
    onDelivery: () => undefined,
    onError: () => void (counted.errors += 1),
  },
  onMessage: () => void (counted.messages += 1),
  log: () => undefined,
});
const { machine, access } = stack;
machine.takeOrders();

/** Waits until nothing works. Delayed orders and waiting executions go on in the next step. */
async function settle(): Promise<void> {
  const isAny = () => access.workQueues.some((queue) => machine.queues.depth(queue).ready > 0);
  while (!machine.isIdle() || isAny()) await pause(5);
}

function memory() {
  collect();
  collect();
  const { heapUsed, rss, external, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, rss, external, arrayBuffers };
}

const end = clock.now() + DAYS * DAY;
for (let day = 1, next = clock.now() + DAY; clock.now() < end; ) {
  leap(STEP, { machine, clock });
  await machine.scheduler.sendDue();
  await settle();
  if (clock.now() < next) continue;
  process.send?.({ day, ...memory(), ...counted });
  day += 1;
  next += DAY;
}
await stack.close(1_000);
folder.release();
await journey.close();
process.exit();

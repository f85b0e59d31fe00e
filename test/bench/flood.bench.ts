import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printFigures, quantile } from './report.ts';

// A flood of webhook payloads meets a local stack in a process of its own: 2,000 posts, 100 at a time, 200 large ones,
// and 50 whose record holds megabytes of enrichment. What is accepted must be stored and sent, each once; what is not
// must be refused in time, and never be stored. The stack must stay small, and answer at once right after it.

const POSTS = 2_000;
const AT_A_TIME = 100;
/** As large as the gateway's 6 MB events allow: what a flood can hold in memory. */
const LARGE = 200;
const FILLER = 'x'.repeat(4 * 1024 * 1024);
/**
 * Posts whose record holds as much in its enrichment: it is parsed, cut and stored. A few at a time, so that many are
 * accepted.
 */
const RICH = 50;
const RICH_AT_A_TIME = 4;

interface Told {
  monitor: string;
  url: string;
  known: string[];
  doubled: string[];
  dead: number;
}

const stack = fork(join(import.meta.dirname, 'flood.worker.ts'), {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  // As `npm start` runs it.
  execArgv: ['--max-semi-space-size=8'],
  env: { ...process.env, MALLOC_ARENA_MAX: '2' },
});
const told = async () => ((await once(stack, 'message')) as [Told])[0];
const ask = (order: object) => {
  const answer = told();
  stack.send(order);
  return answer;
};
/** A line of `/proc/PID/status`, in MB. Threads are in it; the stack has no child processes. */
const memory = (line: 'VmHWM' | 'VmRSS') =>
  Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${stack.pid}/status`, 'utf8'))?.[1]) /
  1024;

const { monitor, url } = await told();
const before = memory('VmRSS');

/** The status is 0 where the connection ended without an answer. */
async function post(body: string) {
  const asked = performance.now();
  const headers = { authorization: 'Bearer of-the-test' };
  const status = await fetch(url, { method: 'POST', body, headers }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    (cause: unknown) => {
      process.stderr.write(`${String(cause)} ${String((cause as Error).cause)}\n`);
      return 0;
    },
  );
  return { status, seconds: (performance.now() - asked) / 1_000 };
}

const bodyOf = (record_id: string, { filler = '', report = '' } = {}) =>
  JSON.stringify({
    monitor_id: monitor,
    latest_job_id: `job-${record_id}`,
    records_count: 1,
    filler,
    records: [
      {
        record_id,
        record_title: `Shop ${record_id} is breached`,
        enrichment: { report, notes: [report.slice(0, 1_000)] },
        citations: [],
      },
    ],
  });

type Answer = Awaited<ReturnType<typeof post>> & { id: string };

async function flood(
  ids: readonly string[],
  more: Parameters<typeof bodyOf>[1] = {},
  atATime = AT_A_TIME,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const due = ids.values();
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (const id of due) answers.push({ id, ...(await post(bodyOf(id, more))) });
    }),
  );
  return answers;
}

const began = performance.now();
const answers = await flood(Array.from({ length: POSTS }, (_, n) => `r-${n}`));
const received = (performance.now() - began) / 1_000;
const after = await post(bodyOf('after'));
const highest = memory('VmHWM');
const large = await flood(
  Array.from({ length: LARGE }, (_, n) => `large-${n}`),
  { filler: FILLER },
);
const afterLarge = await post(bodyOf('after-large'));
const highestLarge = memory('VmHWM');
const rich = await flood(
  Array.from({ length: RICH }, (_, n) => `rich-${n}`),
  { report: FILLER },
  RICH_AT_A_TIME,
);
const afterRich = await post(bodyOf('after-rich'));
await ask({ does: 'settle' });
const highestRich = memory('VmHWM');
const settled = (performance.now() - began) / 1_000;
const all = [...answers, ...large, ...rich];
const idsWith = (wanted: (status: number) => boolean) =>
  all.filter(({ status }) => wanted(status)).map(({ id }) => id);
const accepted = idsWith((status) => status === 202);
const refused = idsWith((status) => status === 429 || status === 503);
const others = all.filter(({ status }) => ![202, 429, 503].includes(status));
for (const { id, status, seconds } of others) process.stderr.write(`${id}: ${status} after ${seconds} s\n`);
const { known, dead, doubled } = await ask({ does: 'known', ids: accepted });
const strays = await ask({ does: 'known', ids: refused });
await ask({ does: 'end' });
const seconds = answers.map((answer) => answer.seconds);
printFigures([
  { name: 'flood: accepted', value: accepted.length, unit: 'posts' },
  { name: 'flood: refused in words (429, 503)', value: refused.length, unit: 'posts' },
  {
    name: 'flood: any other answer',
    value: all.length - accepted.length - refused.length,
    unit: 'posts',
    aim: 0,
  },
  { name: 'flood: accepted and not stored', value: accepted.length - known.length, unit: 'posts', aim: 0 },
  { name: 'flood: refused and stored', value: strays.known.length, unit: 'posts', aim: 0 },
  { name: 'flood: accepted and in two messages', value: doubled.length, unit: 'posts', aim: 0 },
  { name: 'flood: dead letters', value: dead, unit: 'messages', aim: 0 },
  { name: 'flood: an answer, at the 99th of a hundred', value: quantile(seconds, 0.99), unit: 's', aim: 5 },
  { name: 'flood: an answer right after it', value: after.seconds, unit: 's', aim: 2 },
  { name: 'flood: an answer right after the large posts', value: afterLarge.seconds, unit: 's', aim: 2 },
  { name: 'flood: an answer right after the rich records', value: afterRich.seconds, unit: 's', aim: 2 },
  { name: 'flood: until all small posts were answered', value: received, unit: 's' },
  { name: 'flood: until all were processed', value: settled, unit: 's' },
  { name: 'flood: memory before', value: before, unit: 'MB' },
  { name: 'flood: memory at its highest', value: highest, unit: 'MB', aim: 700 },
  { name: 'flood: memory at its highest, with the large posts', value: highestLarge, unit: 'MB', aim: 900 },
  {
    name: 'flood: memory at its highest, with all of them processed',
    value: highestRich,
    unit: 'MB',
    aim: 900,
  },
  {
    name: 'flood: accepted posts with rich records',
    value: rich.filter(({ status }) => status === 202).length,
    unit: 'posts',
  },
]);
process.exit();

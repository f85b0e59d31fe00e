import { fork } from 'node:child_process';
import { join } from 'node:path';
import { printFigures } from './report.ts';

// A local stack runs the shipped watches.yaml over 30 simulated days. Its memory must not grow with the time. The heap
// is that of the main thread, after a collection; the memory of the process contains the threads of the functions.

const DAYS = Number(process.env['BENCH_DAYS'] ?? 30);
/** By then every function has been called often, and the heap of its thread has the size that it keeps. */
const WARM = Math.min(10, DAYS);

interface DayOfStack {
  day: number;
  heap: number;
  rss: number;
  external: number;
  runs: number;
  messages: number;
  errors: number;
}

const MB = 1024 * 1024;
const days: DayOfStack[] = [];
const stack = fork(join(import.meta.dirname, 'month.worker.ts'), [String(DAYS)], {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  // As `npm start` does.
  execArgv: ['--max-semi-space-size=8'],
  env: { ...process.env, MALLOC_ARENA_MAX: '2' },
});
stack.on('message', (one: DayOfStack) => {
  days.push(one);
  const { day, heap, rss, external, runs, messages, errors } = one;
  process.stderr.write(
    `day ${day}: heap ${Math.round(heap / MB)} MB, external ${Math.round(external / MB)} MB, process ${Math.round(rss / MB)} MB; ${runs} runs, ${messages} messages, ${errors} errors\n`,
  );
});
const code = await new Promise((resolve) => stack.once('close', resolve));
if (code !== 0 || days.length < DAYS)
  throw new Error(`The stack ended with ${String(code)} on day ${days.length}`);

const mean = (part: readonly DayOfStack[], key: 'heap' | 'rss') =>
  part.reduce((sum, one) => sum + one[key], 0) / part.length / MB;
const [early, late] = [days.slice(WARM - 1, WARM + 2), days.slice(-3)];
const last = days.at(-1);
printFigures([
  { name: 'month: runs', value: last?.runs ?? 0, unit: 'runs' },
  { name: 'month: heap after the first days', value: mean(early, 'heap'), unit: 'MB' },
  { name: 'month: heap at the end', value: mean(late, 'heap'), unit: 'MB' },
  { name: 'month: growth of the heap', value: mean(late, 'heap') - mean(early, 'heap'), unit: 'MB', aim: 20 },
  { name: 'month: memory of the process after the first days', value: mean(early, 'rss'), unit: 'MB' },
  { name: 'month: memory of the process at the end', value: mean(late, 'rss'), unit: 'MB' },
  {
    name: 'month: growth of the process',
    value: mean(late, 'rss') - mean(early, 'rss'),
    unit: 'MB',
    aim: 100,
  },
]);
process.exit();

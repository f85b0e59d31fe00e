import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  createPool,
  type LoadLine,
  openLoadLine,
} from '../../../../../infra/local/aws/functions/function-pool.ts';
import type { InvokeRefused } from '../../../../../infra/local/aws/functions/function-spec.ts';
import { createClock } from '../../../../../infra/local/aws/shared-clock.ts';

/** A function that counts its calls, in a pool that may load one thread and no other one. */
async function openPool() {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-pool-'));
  const module = join(folder, 'index.mjs');
  await writeFile(module, 'let calls = 0; export const handler = async () => (calls += 1);');
  const line: { asked: number; left: number } = { asked: 0, left: 0 };
  const second = Promise.withResolvers<void>();
  const loads: LoadLine = {
    ask: ({ start }) => {
      line.asked += 1;
      if (line.asked === 1) void start();
      else second.resolve();
      return { leave: () => void (line.left += 1) };
    },
  };
  const pool = createPool(
    {
      name: 'ring',
      arn: 'arn:aws:lambda:eu-west-1:000000000000:function:ring',
      module,
      export: 'handler',
      timeout: 5_000,
      loadTimeout: 10_000,
      memory: 128,
      environment: {},
      retries: 0,
    },
    {
      clock: createClock(),
      skipWaits: false,
      sourceMaps: false,
      environment: {},
      onLine: () => undefined,
      makeRoom: () => undefined,
      loads,
    },
  );
  onTestFinished(async () => {
    await pool.end();
    await rm(folder, { recursive: true });
  });
  return { pool, line, secondWaits: second.promise };
}

/** With which code a call is refused. */
const codeOf = (call: Promise<unknown>) => call.catch(({ code }: InvokeRefused) => code);

it('gives a call that waits to load a thread the one that has become free', async () => {
  const { pool, line } = await openPool();
  const ends = await Promise.all([pool.call('{}'), pool.call('{}'), pool.call('{}')]);
  expect(ends).toEqual([{ payload: '1' }, { payload: '2' }, { payload: '3' }]);
  expect([pool.loaded(), line]).toEqual([1, { asked: 3, left: 2 }]);
});

it('refuses calls that wait for a thread when it ends', async () => {
  const { pool, secondWaits } = await openPool();
  const loading = pool.call('{}');
  const waiting = codeOf(pool.call('{}'));
  // Before the thread can report that it has loaded.
  await secondWaits;
  const late = codeOf(pool.call('{}'));
  await pool.end();
  expect(await Promise.all([waiting, late])).toEqual(['ServiceException', 'ServiceException']);
  await loading;
});

/** A line for one thread at a time: what has started, and how to end what loads. */
function openLine() {
  const line = openLoadLine(1);
  const started: string[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const ask = (name: string, isFirst: boolean) =>
    line.ask({
      isFirst,
      start: () => {
        started.push(name);
        const end = Promise.withResolvers<void>();
        ends.push(end);
        return end.promise;
      },
    });
  const endOne = async (fails = false) => {
    if (fails) ends.shift()?.reject(new Error('broken'));
    else ends.shift()?.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, ask, endOne };
}

it('loads one thread after another, and functions without a thread before those that want one more', async () => {
  const { started, ask, endOne } = openLine();
  ask('runs', true);
  ask('runs again', false);
  ask('alerts', true);
  ask('pages', true);
  expect(started).toEqual(['runs']);
  for (let loaded = 0; loaded < 3; loaded += 1) await endOne();
  expect(started).toEqual(['runs', 'alerts', 'pages', 'runs again']);
});

it('goes on when a thread cannot load, and leaves out what has left the line', async () => {
  const { started, ask, endOne } = openLine();
  ask('broken', true);
  const left = ask('left', true);
  ask('next', true);
  left.leave();
  await endOne(true);
  expect(started).toEqual(['broken', 'next']);
});

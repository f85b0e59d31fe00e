import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFunctionEngine,
  type FunctionEngine,
} from '../../../../../infra/local/aws/functions/function-engine.ts';
import type {
  CallEnd,
  FunctionError,
  FunctionSpec,
} from '../../../../../infra/local/aws/functions/function-spec.ts';
import { createClock, type SharedClock } from '../../../../../infra/local/aws/shared-clock.ts';

/** A handler with one behaviour per `do`; written to a file and loaded as a bundle would be. */
const FIXTURE = `
import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { scheduler, setTimeout as sleep } from 'node:timers/promises';
let calls = 0;
export const handler = async (event, context) => {
  calls += 1;
  const began = Date.now();
  if (event.do === 'throw') throw new RangeError('out of reach');
  if (event.do === 'hang') await new Promise(() => setInterval(() => {}, 1000));
  if (event.do === 'spin') for (;;);
  if (event.do === 'exit') process.exit(7);
  if (event.do === 'big') return 'x'.repeat(7 * 1024 * 1024);
  if (event.do === 'sleep') await sleep(event.ms);
  if (event.do === 'meet') {
    writeFileSync(event.folder + '/' + randomUUID(), '');
    while (readdirSync(event.folder).length < event.calls) await sleep(5);
  }
  if (event.do === 'wait') await scheduler.wait(event.ms);
  if (event.do === 'print') { console.log(JSON.stringify({ message: 'run-ended' })); process.stdout.write('half '); process.stdout.write('line\\n'); }
  return {
    calls, event, now: Date.now(), took: Date.now() - began, fresh: new Date().getTime(), text: Date(),
    given: new Date('2026-11-21T08:00:00Z').toISOString(), isDate: new Date() instanceof Date,
    remaining: context.getRemainingTimeInMillis(), id: context.awsRequestId, env: { ...process.env },
  };
};`;

let folder: string;
let clock: SharedClock;
let engine: FunctionEngine;
let lines: [string, string][];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-functions-'));
  await writeFile(join(folder, 'index.mjs'), FIXTURE);
  lines = [];
});
afterEach(async () => {
  await engine.stop(0);
  await rm(folder, { recursive: true });
});

function start(
  given: { spec?: Partial<FunctionSpec>; skipWaits?: boolean; now?: number; keptThreads?: number } = {},
): void {
  clock = createClock(given.now);
  const spec: FunctionSpec = {
    name: 'ring',
    arn: 'arn:aws:lambda:eu-west-1:000000000000:function:ring',
    module: join(folder, 'index.mjs'),
    export: 'handler',
    timeout: 5_000,
    loadTimeout: 10_000,
    memory: 128,
    environment: { TABLE_NAME: 'table' },
    retries: 0,
    ...given.spec,
  };
  engine = createFunctionEngine([spec], {
    clock,
    skipWaits: given.skipWaits ?? false,
    ...(given.keptThreads !== undefined && { keptThreads: given.keptThreads }),
    sourceMaps: false,
    environment: { AWS_ENDPOINT_URL_SNS: 'http://127.0.0.1:1' },
    onLine: (name, line) => lines.push([name, line]),
  });
}

const call = (event: object) => engine.invoke('ring', JSON.stringify(event));
function answerOf(end: CallEnd): any {
  if ('error' in end) throw new Error(end.error.errorMessage);
  return JSON.parse(end.payload);
}
function errorOf(end: CallEnd): FunctionError {
  if ('error' in end) return end.error;
  throw new Error(`answered ${end.payload}`);
}

describe('the function engine', () => {
  it('runs a module unmodified with its own environment and context, warm from call to call', async () => {
    start();
    const first = answerOf(await call({ a: 1 }));
    expect(first).toMatchObject({ calls: 1, event: { a: 1 } });
    expect(first.env).toMatchObject({
      TABLE_NAME: 'table',
      AWS_ENDPOINT_URL_SNS: 'http://127.0.0.1:1',
      AWS_LAMBDA_FUNCTION_NAME: 'ring',
    });
    expect(first.env.PATH).toBeUndefined();
    // No thread compiles the same code again: the suite runs with such a folder.
    expect(first.env.NODE_COMPILE_CACHE).toBe(process.env['NODE_COMPILE_CACHE']);
    expect(first.remaining).toBeGreaterThan(4_000);
    const second = answerOf(await call({}));
    expect(second.calls).toBe(2);
    expect(second.id).not.toBe(first.id);
  });

  it('starts a second thread for a call beside another, and finds functions by arn', async () => {
    start({ spec: { timeout: 50_000 } });
    const arn = 'arn:aws:lambda:eu-west-1:000000000000:function:ring';
    const event = { do: 'meet', folder: await mkdtemp(join(folder, 'meeting-')), calls: 2 };
    const ends = await Promise.all([call(event), engine.invoke(arn, JSON.stringify(event))]);
    expect(ends.map((end) => answerOf(end).calls)).toEqual([1, 1]);
    expect(engine.running()).toBe(0);
  });

  it.each(['hang', 'spin'])(
    'ends the thread of a call that does not end (%s); the next starts a new one',
    async (how) => {
      start({ spec: { timeout: 300 } });
      await call({});
      const end = await call({ do: how });
      expect(errorOf(end)).toMatchObject({ errorType: 'Sandbox.Timedout' });
      expect(errorOf(end).errorMessage).toMatch(/Task timed out after 0.30 seconds$/);
      expect(answerOf(await call({})).calls).toBe(1);
    },
  );

  it('returns what a function throws, and the end of its thread', async () => {
    start();
    expect(errorOf(await call({ do: 'throw' }))).toMatchObject({
      errorType: 'RangeError',
      errorMessage: 'out of reach',
    });
    expect(lines.at(-1)?.[1]).toContain('invocation-failed');
    expect(errorOf(await call({ do: 'exit' })).errorType).toBe('Runtime.ExitError');
  });

  it('refuses with the throttle of Lambda what waits too long or finds too many before it, and takes the next call at once', async () => {
    const later = 3;
    start({ spec: { concurrency: 1, timeout: 30_000 } });
    await call({});
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const long = call({ do: 'sleep', ms: 300 });
      for (let n = 0; n < later; n += 1) engine.invokeLater('ring', '{"do":"print"}');
      let isOver = false;
      void long.finally(() => (isOver = true));
      const all = Promise.allSettled(Array.from({ length: 600 }, () => call({})));
      vi.advanceTimersByTime(3_000);
      const ends = await all;
      expect(isOver).toBe(false);
      for (const end of ends) {
        expect(end).toMatchObject({ status: 'rejected', reason: { code: 'TooManyRequestsException' } });
      }
      expect(answerOf(await long).calls).toBe(2);
    } finally {
      vi.useRealTimers();
    }
    // What nobody waits for was not refused: it waited.
    await vi.waitFor(() => expect(lines).toHaveLength(2 * later), 50_000);
    expect(answerOf(await call({})).calls).toBe(3 + later);
  }, 50_000);

  it('refuses what Lambda refuses: unknown names, events and answers above 6 MB, later events above 1 MB', async () => {
    start();
    await expect(engine.invoke('other', '{}')).rejects.toMatchObject({ code: 'ResourceNotFoundException' });
    const large = JSON.stringify('x'.repeat(6 * 1024 * 1024));
    await expect(engine.invoke('ring', large)).rejects.toMatchObject({ code: 'RequestTooLargeException' });
    expect(() => engine.invokeLater('ring', large)).toThrow(/too large/);
    expect(errorOf(await call({ do: 'big' })).errorType).toBe('Function.ResponseSizeTooLarge');
  });

  it('refuses calls that wait when it stops', async () => {
    start({ spec: { concurrency: 1 } });
    const running = call({ do: 'hang' });
    const waiting = call({});
    engine.invokeLater('ring', '{}');
    await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'ServiceException' }), engine.stop(50)]);
    expect(errorOf(await running).errorType).toBe('Runtime.ExitError');
    expect(engine.running()).toBe(0);
  });

  it('gives calls under way their grace, and refuses new ones', async () => {
    start();
    await call({});
    const slow = call({ do: 'sleep', ms: 100 });
    const stopped = engine.stop(2_000);
    await expect(call({})).rejects.toMatchObject({ code: 'ServiceException' });
    await stopped;
    expect(answerOf(await slow).calls).toBe(2);
  });
});

describe('the clock of functions', () => {
  it('shows the moved time everywhere, runs on, and leaves given dates alone', async () => {
    const then = Date.parse('2031-05-01T12:00:00Z');
    start({ now: then });
    const seen = answerOf(await call({}));
    for (const shown of [seen.now, seen.fresh]) {
      expect(shown).toBeGreaterThanOrEqual(then);
      expect(shown).toBeLessThan(then + 10_000);
    }
    expect(seen.text).toContain('2031');
    expect(seen.given).toBe('2026-11-21T08:00:00.000Z');
    expect(seen.isDate).toBe(true);
    expect(seen.remaining).toBeLessThanOrEqual(5_000);
    clock.leap(3_600_000);
    expect(answerOf(await call({})).now).toBeGreaterThanOrEqual(then + 3_600_000);
  });

  it('leaps over deliberate waits when they are skipped, for all threads', async () => {
    start({ skipWaits: true });
    const before = clock.now();
    const began = performance.now();
    const seen = answerOf(await call({ do: 'wait', ms: 120_000 }));
    expect(performance.now() - began).toBeLessThan(60_000);
    expect(seen.took).toBeGreaterThanOrEqual(120_000);
    expect(seen.remaining).toBe(0);
    expect(clock.now() - before).toBeGreaterThanOrEqual(120_000);
  });
});

/** Waits without timers, because the test below holds them. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

describe('a call that nobody waits for', () => {
  it('is tried again after one minute and after two, as often as its function says', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      start({ spec: { retries: 2 } });
      const failures = () => lines.filter(([, line]) => line.includes('invocation-failed')).length;
      engine.invokeLater('ring', '{"do":"throw"}');
      for (const tries of [1, 2]) {
        await until(() => failures() === tries && engine.running() === 0);
        vi.advanceTimersByTime(tries * 60_000 - 1);
        expect(engine.running()).toBe(0);
        vi.advanceTimersByTime(1);
        expect(engine.running()).toBe(1);
      }
      await until(() => failures() === 3 && engine.running() === 0);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

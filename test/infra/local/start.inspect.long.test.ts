import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Session } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundleFunctions } from '../../../infra/bundle/bundle-functions.ts';
import { createFunctionEngine } from '../../../infra/local/aws/functions/function-engine.ts';
import { createClock } from '../../../infra/local/aws/shared-clock.ts';
import { withTimeToDebug } from '../../../infra/local/aws/template/local-stack.ts';
import { readTemplate } from '../../../infra/local/aws/template/read-template.ts';
import { listenOnLoopback } from '../../../infra/local/listen-on-loopback.ts';
import { startProcess } from './start-process.ts';
import { type DebuggedThread, type DebuggerLine, debugThreads } from './thread-debugger.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const ENTRY = join(ROOT, 'test/infra/fixtures/stop-entry.ts');

let folder: string;
let closing: (() => Promise<void> | void)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-inspect-'));
  closing = [];
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A line to the process of this test. */
function openOwnLine(): DebuggerLine {
  const session = new Session();
  session.connect();
  closing.push(() => session.disconnect());
  return {
    post: (method, params) =>
      new Promise((resolve, reject) => {
        session.post(method, params, (error, result) => (error ? reject(error) : resolve(result)));
      }),
    onNotification: (listener) => session.on('inspectorNotification', (message: any) => listener(message)),
  };
}

/** A line to another process, over the address that it has printed. */
async function openLine(address: string): Promise<DebuggerLine> {
  const socket = new WebSocket(address);
  closing.push(() => socket.close());
  const answers: ((result: unknown) => void)[] = [];
  const listeners: ((message: any) => void)[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data);
    if (message.id !== undefined) answers[message.id]?.(message.result);
    else for (const listener of listeners) listener(message);
  });
  await new Promise((opened) => socket.addEventListener('open', opened));
  return {
    post: (method, params = {}) =>
      new Promise((resolve) => {
        socket.send(JSON.stringify({ id: answers.push(resolve) - 1, method, params }));
      }),
    onNotification: (listener) => void listeners.push(listener),
  };
}

/** The place of a text in the function's source: `…/stop-entry.ts:7`. */
async function placeOf(text: string): Promise<string> {
  const lines = (await readFile(ENTRY, 'utf8')).split('\n');
  return `${ENTRY}:${lines.findIndex((line) => line.includes(text)) + 1}`;
}

/** A stack with one function, which may take no longer than this, in milliseconds. */
async function stackOf(timeout: number) {
  const code = await bundleFunctions({ entries: { stops: ENTRY }, outdir: folder, readable: true });
  const arn = 'arn:aws:lambda:eu-west-1:000000000000:function:stops';
  const [queueBase, httpBase] = ['http://127.0.0.1:9/0', 'http://127.0.0.1:9'];
  const template = { Resources: {} };
  const read = readTemplate({ template, assets: '', stackName: 's', parameters: {}, queueBase, httpBase });
  const definition = {
    StartAt: 'Call',
    TimeoutSeconds: 86_400,
    States: {
      Call: { Type: 'Task' as const, Resource: arn, TimeoutSeconds: 2, Next: 'Done' },
      Done: { Type: 'Succeed' as const },
    },
  };
  return withTimeToDebug({
    ...read,
    functions: [
      {
        name: 'stops',
        arn,
        module: join(code, 'stops', 'index.mjs'),
        export: 'handler',
        timeout,
        loadTimeout: timeout,
        memory: 128,
        environment: {},
        retries: 0,
      },
    ],
    httpIntegrations: [{ id: 'page', functionArn: arn, timeout }],
    stateMachines: [{ name: 'machine', arn: 'arn:machine', definition }],
  });
}

it('a function stops where its source says, shows its variables, and answers however long it was stopped', async () => {
  const stack = await stackOf(300);
  const engine = createFunctionEngine(stack.functions, {
    clock: createClock(),
    skipWaits: false,
    sourceMaps: true,
    environment: {},
    onLine: () => undefined,
  });
  closing.push(() => engine.stop(0));
  const first = Promise.withResolvers<DebuggedThread>();
  await debugThreads(openOwnLine(), (thread) => first.resolve(thread));

  const call = engine.invoke('stops', '{"by":41}');
  const thread = await first.promise;
  expect(thread.name).toBe('stops');
  const stop = await thread.stop();
  expect(stop.at).toBe(`file://${await placeOf('debugger;')}`);
  expect(await stop.evaluate('sum')).toBe(42);
  // Longer than the function's own limit.
  await pause(400);
  await thread.post('Debugger.resume');
  expect(await call).toEqual({ payload: '{"sum":42}' });

  const failing = engine.invoke('stops', '{"by":1,"fail":true}');
  await thread.stop();
  await thread.post('Debugger.resume');
  expect(await failing).toMatchObject({
    error: {
      errorType: 'RangeError',
      trace: expect.arrayContaining([expect.stringContaining(await placeOf('too far'))]),
    },
  });
});

it('whoever waits for a function waits as long as it may take', async () => {
  const { functions, httpIntegrations, stateMachines } = await stackOf(300);
  const hour = 3_600_000;
  expect(functions).toMatchObject([{ timeout: hour, loadTimeout: hour }]);
  expect(httpIntegrations).toMatchObject([{ timeout: hour }]);
  expect(stateMachines[0]?.definition).toMatchObject({
    TimeoutSeconds: 86_400,
    States: { Call: { TimeoutSeconds: hour / 1_000, Next: 'Done' }, Done: { Type: 'Succeed' } },
  });
});

// The first test stops in a function that is bundled and loaded in the same way.
it('npm start -- --inspect lets a debugger see each function with its sources', async () => {
  await writeFile(
    join(folder, 'watches.yaml'),
    'operators: { email: [ops@acme.example] }\nchannels: { desk: { email: [desk@acme.example] } }\n' +
      'watches:\n  acme: { kind: search, query: { q: Acme }, alert: { channel: desk } }\n',
  );
  const stack = startProcess(
    ['--inspect', '--data', join(folder, 'data'), '--watches', join(folder, 'watches.yaml')],
    { NODE_OPTIONS: '--inspect-port=0' },
  );
  closing.push(async () => {
    stack.send('SIGKILL');
    await stack.ended;
  });
  await stack.says('Press Ctrl-C to stop');
  const address = /^Debugger listening on (ws:\/\/127\.0\.0\.1:\S+)$/m.exec(stack.stderr())?.[1];
  const found = Promise.withResolvers<DebuggedThread>();
  await debugThreads(await openLine(address ?? ''), (thread) => {
    if (thread.name.includes('RunWatch')) found.resolve(thread);
  });
  const sources = await (await found.promise).sources();
  expect(sources).toContain(pathToFileURL(join(ROOT, 'functions', 'run-watch.ts')).href);
});

it('npm start -- --inspect says what to do where the port of debuggers is in use', async () => {
  const taken = createServer();
  const port = await listenOnLoopback(taken);
  closing.push(() => void taken.close());
  const stack = startProcess(['--inspect', '--data', join(folder, 'data')], {
    NODE_OPTIONS: `--inspect-port=${port}`,
  });
  expect(await stack.ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`--inspect: port ${port} is in use. Stop the other debugged process`),
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listenOnLoopback } from '../../../infra/local/listen-on-loopback.ts';
import { startProcess } from './start-process.ts';
import { type DebuggedThread, type DebuggerLine, debugThreads } from './thread-debugger.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

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

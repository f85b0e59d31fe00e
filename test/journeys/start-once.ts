import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { createClock } from '../../infra/local/aws/shared-clock.ts';
import { openDataFolder } from '../../infra/local/data-folder.ts';
import type { LoggedDecision, LoggedRun } from '../../infra/local/function-log.ts';
import { exitCodeOf, runOnce } from '../../infra/local/run-once.ts';
import { openStack } from '../../infra/local/open-stack.ts';
import { readWatchesFile } from '../../infra/local/read-watches-file.ts';
import { readStartOptions } from '../../infra/local/start-options.ts';

/** What `npm start -- --once --json` prints; only the promised keys. */
export interface OnceReport {
  watches: {
    id: string;
    kind: string;
    status: string;
    windows: number;
    calls: number;
    matched: number;
    new: number;
    stories: number;
    alerts: number;
    error?: unknown;
  }[];
  deliveries: {
    id: string;
    alertId: string;
    channel: string;
    protocol: string;
    subject: string;
    body: string;
    severity: string;
    status: string;
    dueAt?: string;
  }[];
  totals: Record<string, number>;
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

const root = join(import.meta.dirname, '..', '..');

/** Starts the real command; `kill` ends it as a power cut would. */
export function start(args: readonly string[], environment: NodeJS.ProcessEnv = process.env) {
  const child = spawn(process.execPath, [join(root, 'infra/local/start.ts'), ...args], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => resolve({ code, stdout, stderr })),
  );
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, name);
  };
  return { ended, text: () => stdout + stderr, kill: () => signal('SIGKILL'), stop: () => signal('SIGINT') };
}

type Ran = OnceReport & { code: number | null };

/** No function is loaded twice in the tests: their machine has the memory. */
export const KEPT_THREADS = 12;

/**
 * Runs every watch once in the stack that `npm start -- --once --json` starts, but in this process, which has loaded
 * most of it before. `test/infra/local/start.test.ts` checks the command.
 */
export async function startOnce(args: readonly string[], environment = process.env): Promise<Ran> {
  const options = readStartOptions(['--once', '--json', ...args], environment);
  const clock = createClock(options.now);
  const desired = readWatchesFile(options.watches, { now: clock.now(), warn: () => undefined });
  const folder = openDataFolder(options.data, options);
  const runs: LoggedRun[] = [];
  const decided: LoggedDecision[] = [];
  const sent = new Set<string>();
  try {
    const stack = await openStack({
      options,
      folder,
      clock,
      desired,
      listener: {
        onRun: (run) => runs.push(run),
        onDecided: (decision) => decided.push(decision),
        onDelivery: ({ messages }) => {
          for (const { id } of messages) sent.add(id);
        },
        onError: () => undefined,
      },
      onMessage: () => undefined,
      log: () => undefined,
      keptThreads: KEPT_THREADS,
    });
    try {
      const { machine, access, skipWaits } = stack;
      machine.takeOrders();
      const { watches } = desired;
      const once = runOnce({ machine, access, clock, watches, skipWaits, runs, decided, sent });
      const report = await Promise.race([once, machine.broken]);
      return { ...(report as OnceReport), code: exitCodeOf(report) };
    } finally {
      await stack.close(0);
    }
  } finally {
    folder.release();
  }
}

/** A folder for the data and the watches of one journey. */
export async function openJourney() {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-journey-'));
  return {
    folder,
    data: join(folder, 'data'),
    async write(name: string, content: string): Promise<string> {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** A watches file whose channel `all` tells at once, beside other channels. */
export function watchesFile(watches: Record<string, object>, channels: Record<string, object> = {}): string {
  const file = {
    operators: { email: ['ops@acme.example'] },
    channels: { all: { email: ['desk@acme.example'] }, ...channels },
    watches: Object.fromEntries(
      Object.entries(watches).map(([id, watch]) => [
        id,
        { kind: 'search', first_run: 'tell', alert: { when: 'finding', channel: 'all' }, ...watch },
      ]),
    ),
  };
  return stringify(file, { aliasDuplicateObjects: false });
}

/** Articles as NDJSON. */
export function corpusLines(articles: readonly object[]): string {
  return articles.map((article) => `${JSON.stringify(article)}\n`).join('');
}

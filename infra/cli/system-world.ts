import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { scheduler } from 'node:timers/promises';
import { watchesFileOf } from '../watches-file/find-file.ts';
import { tolerateClosing } from './terminal.ts';
import type { Probe, Sink, World } from './world.ts';

/** Time limit for an answer, in milliseconds. */
const PATIENCE = 10_000;

/** The world of a command that runs in a shell. */
export function systemWorld(): World {
  const folder = process.cwd();
  return {
    stdout: sinkOf(process.stdout),
    stderr: sinkOf(process.stderr),
    folder,
    watchesFile: watchesFileOf(process.env),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    hasNewsKey: (process.env['NEWS_API_KEY'] ?? '').trim() !== '',
    ...userName(),
    now: () => Date.now(),
    pause: async (milliseconds) => {
      await scheduler.wait(milliseconds);
    },
    openStack: async (choice) => {
      // Loaded late, with the schemas and the reader of YAML behind it: not every command reads a stack.
      const { findStack, isStopped } = await import('./stack/find-stack.ts');
      const found = await findStack(choice, folder);
      if (!found) return undefined;
      const { connectStack } = await import('./stack/connect-stack.ts');
      const sleep = async (milliseconds: number): Promise<void> => {
        await scheduler.wait(milliseconds);
      };
      const stack = connectStack(found, { now: () => Date.now() + found.clockShift, sleep });
      return { ...stack, isStopped: await isStopped(choice, folder) };
    },
    startStack: async (args) => (await import('../local/launch.ts')).launchStart(args),
    readArchive: async (watch, how) => (await import('./stack/read-once.ts')).readArchiveOnce(watch, how),
    readFeeds: async (lists, how) => (await import('./stack/read-once.ts')).pollOnce(lists, how),
    ...(process.stdin.isTTY && process.stderr.isTTY && { ask, confirm }),
    browse: openBrowser,
    probe,
    onInterrupt: (stop) => {
      process.once('SIGINT', stop).once('SIGTERM', stop);
      return () => process.off('SIGINT', stop).off('SIGTERM', stop);
    },
  };
}

function sinkOf(stream: NodeJS.WriteStream): Sink {
  tolerateClosing(stream);
  const { isTTY, columns } = stream;
  // Node reads NO_COLOR, FORCE_COLOR and TERM.
  const colour = isTTY && stream.hasColors();
  return { write: (text) => stream.write(text), isTTY, columns, colour };
}

/** The account of this process; on some systems it has no name. */
function userName(): { user?: string } {
  try {
    return { user: userInfo().username };
  } catch {
    const user = process.env['USER'];
    return user === undefined ? {} : { user };
  }
}

/** Anything but yes is no. */
async function confirm(question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test(await ask(`${question} [y/N] `));
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

async function probe(url: string, how: Parameters<World['probe']>[1]): Promise<Probe> {
  try {
    const answer = await fetch(url, { ...how, signal: AbortSignal.timeout(PATIENCE), redirect: 'manual' });
    const body = (await answer.text()).slice(0, 1_000);
    const date = Date.parse(answer.headers.get('date') ?? '');
    return { answered: true, status: answer.status, date: Number.isNaN(date) ? undefined : date, body };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { answered: false, why: cause instanceof Error ? cause.message : String(cause) };
  }
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser, where there is a desktop. Does not wait for it. */
function openBrowser(address: string): void {
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...before, address], { stdio: 'ignore', detached: true });
  // Without a desktop the user has the printed address.
  child.on('error', () => undefined);
  child.unref();
}

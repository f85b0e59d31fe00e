import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';

/** V8 would take four times as much memory for short-lived values. `gc` frees what the start needed. */
const FLAGS = ['--max-semi-space-size=8', '--expose-gc'];
/** Each thread would have its own memory pool in the library of C on Linux: with two the stack takes a fifth less. */
const SETTINGS = { MALLOC_ARENA_MAX: '2' };

/**
 * Runs the local stack in a Node with the flags and the environment that keep it small. Both are read before any code
 * runs, so this process becomes the other one. Windows cannot do that: there it waits for a child.
 *
 * @returns the exit code, where this process goes on.
 */
export async function launchStart(args: readonly string[]): Promise<number> {
  const file = join(import.meta.dirname, `start${extname(import.meta.filename)}`);
  const command = [...FLAGS, file, ...args];
  const env = { ...SETTINGS, NODE_COMPILE_CACHE: cacheFolder('compiled'), ...process.env };
  if (process.platform !== 'win32') process.execve?.(process.execPath, [process.execPath, ...command], env);
  const child = spawn(process.execPath, command, { env, stdio: 'inherit' });
  // Ctrl-C reaches both. The child decides when it ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  const [code]: unknown[] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}

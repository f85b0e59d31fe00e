import { spawn } from 'node:child_process';
import { Unavailable } from '../outcome.ts';

export interface Ended {
  /** The exit code; 1 when a signal ended the command. */
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command to its end and returns what it printed.
 *
 * @throws Unavailable when there is no such command on this machine.
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const child = spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended: Ended = { code: 1, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text));
  await new Promise<void>((resolve, reject) => {
    child.once('error', (cause: NodeJS.ErrnoException) => {
      reject(cause.code === 'ENOENT' ? new Unavailable(`there is no ${command} on this machine`) : cause);
    });
    child.once('close', (code) => {
      ended.code = code ?? 1;
      resolve();
    });
  });
  return ended;
}

/** The last lines of what a command printed, for a message. */
export function lastLines({ stdout, stderr }: Ended, count = 3): string {
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-count).join(' / ');
}

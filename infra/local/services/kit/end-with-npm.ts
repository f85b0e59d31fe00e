import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How often to look, in milliseconds. */
const EVERY = 500;
/** How long a polite end may take, in milliseconds. */
const GRACE = 10_000;

/**
 * Ends this process as SIGTERM does when npm, which started it, no longer runs. Who kills npm alone, or its shell,
 * leaves their child running. A process that was started without npm does not look, and neither npm nor this process
 * ends with the shell of the user: see docs/decisions/the-local-stack-runs-the-synthesised-template.md.
 */
export function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const first = process.ppid;
  const watched = isShell(commandOf(first)) ? parentOf(first) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === first && (watched === undefined || isRunning(watched))) return;
    clearInterval(timer);
    setTimeout(() => process.exit(1), GRACE).unref();
    process.kill(process.pid, 'SIGTERM');
  }, EVERY);
  timer.unref();
}

/** npm runs a command in a shell, and most shells stay as its parent. Others have become the command. */
function isShell(command: string): boolean {
  return /^(.*\/)?-?(sh|bash|dash|ash|zsh|ksh|busybox)$/.test(command);
}

/** The name of a process. Empty where the system does not say it. */
function commandOf(pid: number): string {
  return fileOf(pid, 'comm') ?? tableOf(pid, 'comm');
}

function parentOf(pid: number): number | undefined {
  // The second field, the name in brackets, may hold anything. The parent is the second one after it.
  const [, , after = ''] = /^(.*)\)(.*)$/s.exec(fileOf(pid, 'stat') ?? '') ?? [];
  const parent = Number(after.trim().split(' ')[1] ?? tableOf(pid, 'ppid'));
  return Number.isInteger(parent) && parent > 0 ? parent : undefined;
}

function fileOf(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function tableOf(pid: number, column: string): string {
  const { stdout } = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return typeof stdout === 'string' ? stdout.trim() : '';
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

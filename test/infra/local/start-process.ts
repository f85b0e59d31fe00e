import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

export interface EndedProcess {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** `npm start` as a process of its own, in a group of its own, so that a signal meets it and nobody else. */
export interface StartProcess {
  pid: number;
  /** Resolves when stdout holds the text. Rejects when the process ends before. */
  says(text: string): Promise<void>;
  /** What it has printed on stderr until now. */
  stderr(): string;
  send(signal: NodeJS.Signals): void;
  ended: Promise<EndedProcess>;
}

/** @param environment what it finds there beside what the test itself does. */
export function startProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): StartProcess {
  const child = spawn(process.execPath, [join(ROOT, 'infra/local/start.ts'), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let [stdout, stderr] = ['', ''];
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const waiting = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const look of waiting) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<EndedProcess>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return {
    pid: child.pid ?? 0,
    ended,
    stderr: () => stderr,
    send: (signal) => {
      if (isRunning() && child.pid !== undefined) process.kill(-child.pid, signal);
    },
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!stdout.includes(text)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`It ended without saying ${text}:\n${stdout}\n${stderr}`)));
      }),
  };
}

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, printFigures, quantile } from './report.ts';

// How long `npm start` takes until its links and its first alert are printed, on a fresh data folder and on the state
// that it has kept; what its process takes then; and how long short commands take. The first start fills the caches of
// the project, so it is measured apart: after `npm ci` it is that of a fresh clone.

const ROOT = join(import.meta.dirname, '..', '..');
/** How long each start runs, in seconds. */
const RUNNING = 25;
const COMMANDS = [
  ['--version'],
  ['validate'],
  ['status'],
  ['open'],
  ['plan'],
  ['doctor'],
  ['preview', 'acme-now'],
];
/** Rounds of each command. */
const ROUNDS = 3;

/**
 * When what was printed, in seconds after the command; how large the process was in the end, in MB, and what it had
 * worked, in seconds.
 */
interface Seen {
  links: number;
  alert: number;
  memory: number;
  work: number;
}

async function startOn(data: string, commands: () => void = () => undefined): Promise<Seen> {
  const began = performance.now();
  const seen: Seen = { links: Number.NaN, alert: Number.NaN, memory: Number.NaN, work: Number.NaN };
  const stack = spawn('npm', ['start', '--silent', '--', '--data', data], { cwd: ROOT, detached: true });
  const seconds = () => (performance.now() - began) / 1_000;
  stack.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (Number.isNaN(seen.links) && text.includes('  pages  ')) seen.links = seconds();
    if (Number.isNaN(seen.alert) && text.includes('Why you got this')) seen.alert = seconds();
  });
  let said = '';
  stack.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise((resolve) => stack.once('close', resolve));
  try {
    await pause(RUNNING * 1_000);
    Object.assign(seen, sizeOf(stack.pid ?? 0));
    // Other work on the machine may make a start slower. Commands need its links.
    while (Number.isNaN(seen.links)) {
      if (stack.exitCode !== null) throw new Error(`npm start ended with ${stack.exitCode}: ${said}`);
      await pause(500);
    }
    commands();
  } finally {
    if (stack.exitCode === null) process.kill(-(stack.pid ?? 0), 'SIGINT');
    await ended;
  }
  return seen;
}

/** What the kernel says of a process; nothing where it has just ended. */
function stateOf(pid: string): { memory: string; stat: string } | undefined {
  try {
    const [memory, stat] = ['smaps_rollup', 'stat'].map((file) =>
      readFileSync(`/proc/${pid}/${file}`, 'utf8'),
    );
    return { memory: memory ?? '', stat: stat ?? '' };
  } catch {
    return undefined;
  }
}

/** All processes of a group, with their shares of shared memory (Linux alone). */
function sizeOf(group: number): Pick<Seen, 'memory' | 'work'> {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=,pgid='], { encoding: 'utf8' });
  const pids = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  let [memory, work] = [0, 0];
  for (const [pid = ''] of pids.filter(([, own]) => own === String(group))) {
    const state = stateOf(pid);
    if (!state) continue;
    memory += Number(/^Pss:\s+(\d+)/m.exec(state.memory)?.[1]) / 1_000;
    // The name of a process is in brackets, and may have blanks (proc(5)). The kernel counts in hundredths of a
    // second.
    const [, fields = ''] = state.stat.split(') ');
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
    work += (user + system) / 100;
  }
  return { memory, work };
}

/** Seconds that a command takes through npx, the middle one of some rounds. */
function timeOf(args: readonly string[]): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    const { status, stderr } = spawnSync('npx', ['--no-install', ...args], { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npx ${args.join(' ')} ended with ${status}: ${stderr}`);
    return (performance.now() - began) / 1_000;
  });
  return quantile(times, 0.5);
}

const folder = mkdtempSync(join(tmpdir(), 'bellwether-start-'));
const figures: Figure[] = [];
const add = (name: string, value: number, unit: string, aim?: number) =>
  figures.push({ name: `start: ${name}`, value, unit, ...(aim !== undefined && { aim }) });
try {
  const data = join(folder, 'data');
  const first = await startOn(data);
  rmSync(data, { recursive: true });
  const fresh = await startOn(data);
  const again = await startOn(data, () => {
    add('npx alone', timeOf(['tsc', '--version']), 's');
    for (const command of COMMANDS) {
      const reads = command.length > 1 || !['--version', 'validate'].includes(command[0] ?? '');
      const args = ['bellwether', ...command, ...(reads ? ['--data', data] : [])];
      add(`npx bellwether ${command.join(' ')}`, timeOf(args), 's', reads ? 2 : 0.8);
    }
  });
  add('the first alert, with the caches as they were', first.alert, 's', 15);
  add('the links', fresh.links, 's', 4.2);
  add('the first alert', fresh.alert, 's', 6);
  add('the links on kept state', again.links, 's', 4);
  add(`memory of all its processes after ${RUNNING} s`, fresh.memory, 'MB', 400);
  add(`processor time of ${RUNNING} s`, fresh.work, 's');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
printFigures(figures);

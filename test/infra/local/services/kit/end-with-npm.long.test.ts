import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';

const MAIN = join(import.meta.dirname, '../../../../../infra/local/services/main.ts');
const WAIT = { timeout: 60_000, interval: 50 };

/** Stands for npm: runs a command in a shell, prints the id of the shell, and lives on. */
const LAUNCHER = `
  const { spawn } = require('node:child_process');
  const child = spawn('sh', ['-c', process.argv[1]], { stdio: ['ignore', 'inherit', 'inherit'] });
  console.log('shell ' + child.pid);
  setInterval(() => {}, 1000);`;

const leftovers: number[] = [];
afterAll(() => {
  for (const pid of leftovers.splice(0)) end(pid, 'SIGKILL');
});

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function launch(command: string, environment: Record<string, string>) {
  const { npm_lifecycle_event: _of, ...rest } = process.env;
  const npm = spawn(process.execPath, ['-e', LAUNCHER, command], {
    env: { ...rest, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  npm.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const found = await vi.waitFor(() => {
    const shell = /shell (\d+)/.exec(said)?.[1];
    const server = /server (\d+)/.exec(said)?.[1];
    if (!shell || !server || !said.includes('"news"')) throw new Error('not yet');
    return { shell: Number(shell), server: Number(server) };
  }, WAIT);
  leftovers.push(found.server, found.shell, npm.pid ?? 0);
  return { npm, ...found };
}

const node = `"${process.execPath}" "${MAIN}"`;
/** With its process id first. The shell stays when a command follows, and becomes the server with exec. */
const STAYS = `${node} & echo server $!; wait`;
const BECOMES = `echo server $$; exec ${node}`;
const BY_NPM = { npm_lifecycle_event: 'services' };

// The tests wait most of the time, so they run beside each other.
it.concurrent.each([
  ['npm is killed and its shell stays', STAYS],
  ['npm is killed and the shell has become the server', BECOMES],
])('the services end when %s', async (_how, command) => {
  const { npm, server } = await launch(command, BY_NPM);
  expect(isRunning(server)).toBe(true);
  npm.kill('SIGKILL');
  await once(npm, 'exit');
  await vi.waitFor(() => expect(isRunning(server)).toBe(false), WAIT);
});

it.concurrent('services that were started without npm live on', async () => {
  const { npm, server } = await launch(BECOMES, {});
  npm.kill('SIGKILL');
  await once(npm, 'exit');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(isRunning(server)).toBe(true);
});

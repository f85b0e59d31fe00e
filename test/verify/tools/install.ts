import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Unavailable } from '../outcome.ts';
import { type Ended, lastLines, runCommand } from './run-command.ts';

/** The locked versions of the tools, with the hashes of their files and without any address. */
const LOCKED = join(import.meta.dirname, 'locked');

/** Where tools and other work of the checks are kept: outside of git, gone with the packages. */
export const CACHE = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'verify');

/** Where Python's packages need at least this version. */
const LEAST_PYTHON = [3, 10] as const;

/**
 * Installs the Python packages of `locked/NAME.txt` into an environment of their own, once for each content of that
 * file. uv does it where it is found, pip otherwise.
 *
 * @returns the folder of the environment's commands.
 * @throws Unavailable without Python or without the network; Error when a file has another hash than the locked one.
 */
export async function installPython(name: string): Promise<string> {
  const requirements = join(LOCKED, `${name}.txt`);
  const version = await pythonVersion();
  const home = join(CACHE, `${name}-${hashOf(await readFile(requirements, 'utf8'), version)}`);
  const commands = join(home, process.platform === 'win32' ? 'Scripts' : 'bin');
  await installOnce(home, async () => {
    mustWork(await runCommand('python3', ['-m', 'venv', home]), `create an environment for ${name}`);
    const python = join(commands, 'python');
    const uv = await runCommand('uv', ['--version']).catch(() => undefined);
    const rest = ['--require-hashes', '-r', requirements];
    const ended = uv
      ? await runCommand('uv', ['pip', 'install', '--quiet', '--python', python, ...rest])
      : // pip spends half of its time writing compiled files.
        await runCommand(python, ['-m', 'pip', 'install', '--quiet', '--no-compile', ...rest]);
    mustWork(ended, `install ${name}`);
  });
  return commands;
}

async function pythonVersion(): Promise<string> {
  const { code, stdout } = await runCommand('python3', [
    '-c',
    'import sys, venv; print(*sys.version_info[:2])',
  ]);
  const [major = 0, minor = 0] = stdout.trim().split(' ').map(Number);
  const [leastMajor, leastMinor] = LEAST_PYTHON;
  const isEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  if (code !== 0 || !isEnough)
    throw new Unavailable(`there is no Python ${LEAST_PYTHON.join('.')} with venv`);
  return `${major}.${minor}`;
}

/**
 * Installs the npm package of the folder `locked/NAME`, once for each content of its lock file. No script of it runs.
 *
 * @returns the folder of the package itself.
 * @throws Unavailable without the network; Error when the package has another hash than the locked one.
 */
export async function installPackage(name: string): Promise<string> {
  const locked = join(LOCKED, name);
  const home = join(CACHE, `${name}-${hashOf(await readFile(join(locked, 'package-lock.json'), 'utf8'))}`);
  await installOnce(home, async () => {
    await cp(locked, home, { recursive: true });
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    mustWork(await runCommand('npm', args, { cwd: home }), `install ${name}`);
  });
  return join(home, 'node_modules', name);
}

/** A folder without its mark was not finished: it is made again. */
async function installOnce(home: string, install: () => Promise<void>): Promise<void> {
  const mark = join(home, 'installed');
  if (existsSync(mark)) return;
  await rm(home, { recursive: true, force: true });
  await mkdir(CACHE, { recursive: true });
  await install();
  const making = join(home, 'installing');
  await mkdir(making);
  await rename(making, mark);
}

/** What pip, uv and npm say when a file has another hash than the locked one. */
const WRONG_HASH = /EINTEGRITY|do not match the hashes|Hash mismatch/i;

function mustWork(ended: Ended, what: string): void {
  if (ended.code === 0) return;
  const message = `could not ${what}: ${lastLines(ended)}`;
  if (WRONG_HASH.test(`${ended.stdout}${ended.stderr}`)) throw new Error(message);
  throw new Unavailable(message);
}

function hashOf(...texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12);
}

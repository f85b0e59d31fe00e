import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BundlePlace, PROGRAMS, type ProgramName } from './bundled-programs.ts';

/** A bundle takes three to six seconds of processor time. While sources change, one is made at most this often, in milliseconds. */
const AT_MOST_EVERY = 10 * 60 * 1_000;

/**
 * Has a bundle made by a process that runs on after this one, unless that was done a short time ago, by any command. Where the disk
 * cannot be written nothing happens, and on a machine of continuous integration neither: it is gone after a few commands.
 *
 * @param start starts that process. A test captures it, and names a folder of its own.
 */
export function orderBundle(
  name: ProgramName,
  environment: NodeJS.ProcessEnv,
  {
    home = PROGRAMS[name].home,
    start = startMaker,
  }: { home?: string; start?: (name: ProgramName) => void } = {},
): void {
  if (environment['CI'] === undefined && claim(home)) start(name);
}

function startMaker(name: ProgramName): void {
  const maker = spawn(process.execPath, [join(import.meta.dirname, 'maker.ts'), name], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  maker.on('error', () => undefined);
  maker.unref();
}

/** True for one command at a time. */
function claim(home: BundlePlace['home']): boolean {
  const file = join(home, 'ordered');
  try {
    mkdirSync(home, { recursive: true });
    const { mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (Math.abs(Date.now() - mtimeMs) < AT_MOST_EVERY) return false;
    rmSync(file, { force: true });
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

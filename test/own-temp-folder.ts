import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files here are in memory, which saves the tests thousands of waits for a disk. Linux has it. */
const IN_MEMORY = '/dev/shm';
/** Free bytes that a run wants there. Containers often have 64 MB. */
const ENOUGH = 2 * 1024 ** 3;

function parentFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize >= ENOUGH) return IN_MEMORY;
  } catch {
    // This machine has no such folder, or another user owns it.
  }
  return tmpdir();
}

/**
 * Gives a run of the tests a folder for temporary files of its own, which goes away with the run. So a test that
 * fails, or a process that is killed, leaves nothing behind. Workers and the processes that they start inherit the
 * variable.
 */
export default function openTempFolder(): () => void {
  const folder = mkdtempSync(join(parentFolder(), 'bellwether-tests-'));
  process.env['TMPDIR'] = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // Ctrl-C ends the run without its teardown.
  process.once('exit', remove);
  return remove;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives a run of the tests a folder for temporary files of its own, which goes away with the run. So a test that fails,
 * or a process that is killed, leaves nothing behind. Workers and the processes that they start inherit the variable.
 */
export default function openTempFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-tests-'));
  process.env['TMPDIR'] = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // Ctrl-C ends the run without its teardown.
  process.once('exit', remove);
  return remove;
}

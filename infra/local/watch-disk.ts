import { diskProblem, FREE_TO_RUN, readDisk } from './services/kit/state-folder.ts';
import { SettingsError } from './services/kit/settings-file.ts';

/** How often to look, in milliseconds. */
const EVERY = 1_000;

/**
 * Rejects when the disk of a folder becomes full or read-only, before the engines meet that in the middle of a write. The
 * stack then stops: what it has accepted is kept, and the next start continues.
 */
export function watchDisk(folder: string, { every = EVERY, read = readDisk } = {}): Promise<never> {
  return new Promise((_resolve, reject) => {
    const timer = setInterval(() => {
      const problem = diskProblem(folder, FREE_TO_RUN, read);
      if (problem === undefined) return;
      clearInterval(timer);
      reject(new SettingsError(`${problem} Bellwether has stopped. What it has accepted is saved.`));
    }, every);
    timer.unref();
  });
}

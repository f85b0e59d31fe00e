import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STACK_FILE } from '../cli/stack/find-stack.ts';
import { SettingsError } from './services/kit/settings-file.ts';
import { diskProblem, FREE_TO_RUN, openStateFolder, readDisk } from './services/kit/state-folder.ts';

/** The folder of one running stack. Only this process uses it. */
export interface DataFolder {
  path: string;
  /** Every message that SNS has accepted, one a line. */
  outbox: string;
  /** Every line that the functions have printed. */
  log: string;
  /** Addresses of the running stack, for the command line. */
  stackFile: string;
  release(): void;
}

/** The files and folders that a stack keeps in its folder. */
const OURS = [
  /^(queues|services|table)$/,
  /^records\.db(-\w+)?$/,
  /^(outbox\.ndjson|functions\.log(\.old)?|stack\.json)$/,
];

/**
 * The file with the number of the form in which all of this is written, and that number. Another form needs another
 * number.
 */
const FORMAT_FILE = 'format';
const FORMAT = '1';

/**
 * Locks the folder for this process. The lock ends with the process, also when it is killed. `fresh` deletes what a
 * stack kept there. It deletes nothing in a folder that no stack has used.
 *
 * @throws SettingsError when another process has locked the folder, when it cannot be written to, when the disk is
 *   full, or when a stack has written it in another form.
 */
export function openDataFolder(path: string, { fresh }: { fresh: boolean }): DataFolder {
  const isOurs = existsSync(join(path, 'lock.pid'));
  const hold = openStateFolder(path);
  const kept = isOurs ? readdirSync(path).filter((name) => OURS.some((form) => form.test(name))) : [];
  const format = join(path, FORMAT_FILE);
  if (fresh) for (const name of kept) rmSync(join(path, name), { recursive: true });
  else if (kept.length > 0 && !isOfFormat(format)) {
    hold.close();
    throw new SettingsError(
      `The state in ${path} is of another version of Bellwether. Start with --fresh, which deletes it.`,
    );
  }
  writeFileSync(format, `${FORMAT}\n`, { mode: 0o600 });
  return {
    path,
    outbox: join(path, 'outbox.ndjson'),
    log: join(path, 'functions.log'),
    stackFile: join(path, STACK_FILE),
    release: () => hold.close(),
  };
}

function isOfFormat(file: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').trim() === FORMAT;
}

/** How often to look, in milliseconds. */
const EVERY = 1_000;

/**
 * Rejects when the disk of a folder becomes full or read-only, before the engines meet that in the middle of a write.
 * The stack then stops: what it has accepted is kept, and the next start continues.
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

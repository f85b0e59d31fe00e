import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { diskProblem, FREE_AT_START, makePrivateFolder, onDisk } from './disk.ts';
import { SettingsError } from './settings-file.ts';

/**
 * What must survive a restart and a kill of the services. Each part opens a database of its own by name. What a
 * statement has written survives a kill of the process.
 */
export interface StateFolder {
  /** The SQLite database of this name, opened once. Names are single words: `usage`, `extraction`. */
  database(name: string): DatabaseSync;
  /** Closes the databases and releases the folder. */
  close(): void;
}

/**
 * Opens a folder for this process alone. The operating system locks the file `lock` until the process ends, in whatever
 * way. So a folder that a killed process has left opens at once. Only its owner can read the folder.
 *
 * @throws SettingsError when another process (or this one, a second time) has the folder, when it cannot be written to, or
 *   when the disk is full.
 */
export function openStateFolder(dir: string): StateFolder {
  const lock = onDisk(dir, () => {
    makePrivateFolder(dir);
    keepPrivate(dir);
    const full = diskProblem(dir, FREE_AT_START);
    if (full !== undefined) throw new SettingsError(full);
    return holdFolder(dir);
  });
  return openDatabases({
    locate: (name) => join(dir, `${name}.sqlite`),
    release: () => lock.close(),
  });
}

/** State that ends with the process: for tests and for a trial without `--data`. */
export function openMemoryState(): StateFolder {
  return openDatabases({ locate: () => ':memory:', release: () => {} });
}

function openDatabases(place: { locate(name: string): string; release(): void }): StateFolder {
  const open = new Map<string, DatabaseSync>();
  return {
    database(name) {
      const known = open.get(name);
      if (known) return known;
      const database = new DatabaseSync(place.locate(name));
      // WAL without a sync per commit: a killed process loses nothing, a machine that loses power may.
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
      open.set(name, database);
      return database;
    },
    close() {
      for (const database of open.values()) database.close();
      open.clear();
      place.release();
    },
  };
}

/** Takes the rights of others away from a folder of ours and from what lies in it. A folder of the user stays as it is. */
function keepPrivate(dir: string): void {
  const names = readdirSync(dir);
  if (names.length > 0 && !existsSync(join(dir, LOCK))) return;
  chmodSync(dir, 0o700);
  for (const name of names) {
    const path = join(dir, name);
    const found = lstatSync(path);
    if (found.isFile()) chmodSync(path, 0o600);
    if (found.isDirectory()) chmodSync(path, 0o700);
  }
}

const LOCK = 'lock';

function holdFolder(dir: string): DatabaseSync {
  const holder = join(dir, 'lock.pid');
  const lock = new DatabaseSync(join(dir, LOCK), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    const pid = textOf(holder);
    throw new SettingsError(
      `The folder ${dir} is in use by another process${pid ? ` (pid ${pid})` : ''}. Stop that one, or give another folder with --data`,
      { cause },
    );
  }
  writeFileSync(holder, `${process.pid}\n`);
  return lock;
}

/** SQLite's code for a file that another process has locked. */
const BUSY = 5;

function isBusy(cause: unknown): boolean {
  return cause instanceof Error && 'errcode' in cause && cause.errcode === BUSY;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

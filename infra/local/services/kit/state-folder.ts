import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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
 * way. So a folder that a killed process has left opens at once.
 *
 * @throws SettingsError when another process (or this one, a second time) has the folder.
 */
export function openStateFolder(dir: string): StateFolder {
  mkdirSync(dir, { recursive: true });
  const lock = holdFolder(dir);
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

function holdFolder(dir: string): DatabaseSync {
  const holder = join(dir, 'lock.pid');
  const lock = new DatabaseSync(join(dir, 'lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    const pid = textOf(holder);
    throw new SettingsError(
      `The folder ${dir} is in use by another process${pid ? ` (pid ${pid})` : ''}. Stop that one, or give another folder with --data`,
      { cause },
    );
  }
  writeFileSync(holder, `${process.pid}\n`);
  return lock;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

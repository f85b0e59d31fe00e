import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SettingsError } from './settings-file.ts';

/**
 * What must survive a restart and a kill of the services. Each part opens a database of its own by name. What a
 * statement has written survives a kill of the process.
 */
export type StateFolder = ReturnType<typeof openDatabases>;

/**
 * Opens a folder for this process alone. The operating system locks the file `lock` until the process ends, in
 * whatever way. So a folder that a killed process has left opens at once. Only its owner can read the folder.
 *
 * @throws SettingsError when another process (or this one, a second time) has the folder, when it cannot be written
 *   to, or when the disk is full.
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

function openDatabases(place: { locate(name: string): string; release(): void }) {
  const open = new Map<string, DatabaseSync>();
  return {
    /** The SQLite database of this name, opened once. Names are single words: `usage`, `extraction`. */
    database(name: string): DatabaseSync {
      const known = open.get(name);
      if (known) return known;
      const database = new DatabaseSync(place.locate(name));
      // WAL without a sync per commit: a killed process loses nothing, a machine that loses power may.
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
      open.set(name, database);
      return database;
    },
    /** Closes the databases and releases the folder. */
    close(): void {
      for (const database of open.values()) database.close();
      open.clear();
      place.release();
    },
  };
}

/**
 * Takes the rights of others away from a folder of ours and from what lies in it. A folder of the user stays as it
 * is.
 */
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

/** What to do about a folder that cannot be used, by the system's code of the error. */
const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there. Use another folder with --data, or change its owner',
  EPERM: 'this user may not change it. Use another folder with --data, or change its owner',
  EROFS: 'it is on a read-only disk. Use another folder with --data',
  ENOSPC: 'the disk is full. Free some space and start again, or use a folder on another disk with --data',
  EDQUOT: 'your quota of the disk is used up. Free some space, or use another folder with --data',
  ENOTDIR: 'a part of the path is a file. Use another folder with --data',
  EEXIST: 'it is a file, not a folder. Use another folder with --data',
  EIO: 'the disk reports an error. Check the disk, or use another folder with --data',
};

/**
 * The codes of SQLite for the same (sqlite.org, result codes): read-only, I/O error, full, and a file that cannot be
 * opened.
 */
const SQLITE: Readonly<Record<number, string>> = { 8: 'EROFS', 10: 'EIO', 13: 'ENOSPC', 14: 'EACCES' };

/**
 * An error of the disk in one line for the user. Undefined for any other error. The error may be wrapped in others.
 */
export function explainDisk(thrown: unknown, folder?: string): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const advice = SYSTEM[codeOf(thrown) ?? ''];
  if (advice === undefined) return explainDisk(thrown.cause, folder);
  const path = folder ?? ('path' in thrown ? String(thrown.path) : 'the data folder');
  return `Cannot write to ${path}: ${advice}.`;
}

function codeOf(error: Error): string | undefined {
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE[error.errcode & 0xff];
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Runs steps that write to a folder. @throws SettingsError in one line when the disk does not allow them. */
export function onDisk<T>(folder: string, steps: () => T): T {
  try {
    return steps();
  } catch (cause) {
    const text = explainDisk(cause, folder);
    throw text === undefined ? cause : new SettingsError(text, { cause });
  }
}

/**
 * The bytes that must be free at a start, and while a stack runs. The table writes its files again in parts of
 * megabytes.
 */
const FREE_AT_START = 48 * 1024 * 1024;
export const FREE_TO_RUN = 16 * 1024 * 1024;

/** What the disk of a folder says of itself. */
interface DiskState {
  /** Bytes that this user may still write. */
  free: number;
  /** The system's code of an error when the folder cannot be written to. */
  refusal?: string;
}

export function readDisk(folder: string): DiskState {
  const { bavail, bsize } = statfsSync(folder);
  try {
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    const refusal = cause instanceof Error ? codeOf(cause) : undefined;
    if (refusal !== undefined) return { free: bavail * bsize, refusal };
  }
  return { free: bavail * bsize };
}

/** Why a folder cannot be used, in one line. Undefined when it can. `least`: the bytes that must be free. */
export function diskProblem(folder: string, least: number, read = readDisk): string | undefined {
  const { free, refusal } = read(folder);
  if (refusal !== undefined) return `Cannot write to ${folder}: ${SYSTEM[refusal] ?? refusal}.`;
  if (free >= least) return undefined;
  const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
  return `The disk of ${folder} is full: ${megabytes(free)} MB are free, and ${megabytes(least)} MB are needed. Free some space and start again, or use a folder on another disk with --data.`;
}

/**
 * Makes a folder that only its owner can read, with its parents. One that exists stays as it is.
 *
 * @throws the system's error, or SettingsError below a folder that cannot be written to.
 */
function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    // On a read-only disk Node says ENOENT for a folder with its parents.
    const problem = existsSync(folder) ? undefined : diskProblem(existingParent(folder), 0);
    throw problem === undefined ? cause : new SettingsError(problem, { cause });
  }
}

function existingParent(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) || parent === path ? parent : existingParent(parent);
}

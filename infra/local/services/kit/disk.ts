import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { SettingsError } from './settings-file.ts';

/** What to do about a folder that cannot be used, by the system's code of the error. */
const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there. Use another folder with --data, or change its owner',
  EPERM: 'this user may not change it. Use another folder with --data, or change its owner',
  EROFS: 'it is on a read-only disk. Use another folder with --data',
  ENOSPC: 'the disk is full. Free some space and start again, or use a folder on another disk with --data',
  EDQUOT:
    'your quota of the disk is used up. Free some space and start again, or use another folder with --data',
  ENOTDIR: 'a part of the path is a file. Use another folder with --data',
  EEXIST: 'it is a file, not a folder. Use another folder with --data',
  EIO: 'the disk reports an error. Check the disk, or use another folder with --data',
};

/** The codes of SQLite for the same (sqlite.org, result codes): read-only, I/O error, full, and a file that cannot be opened. */
const SQLITE: Readonly<Record<number, string>> = { 8: 'EROFS', 10: 'EIO', 13: 'ENOSPC', 14: 'EACCES' };

/** An error of the disk in one line for the user. Undefined for any other error. The error may be wrapped in others. */
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

/** The bytes that must be free at a start, and while a stack runs. The table writes its files again in parts of megabytes. */
export const FREE_AT_START = 48 * 1024 * 1024;
export const FREE_TO_RUN = 16 * 1024 * 1024;

/** What the disk of a folder says of itself. */
export interface DiskState {
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
export function makePrivateFolder(folder: string): void {
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

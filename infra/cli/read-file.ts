import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type CompiledWatches,
  compileWatches,
  printProblems,
  type Unused,
} from '../watches-file/compile-watches.ts';
import { adviseOnName, besideOf } from '../watches-file/find-file.ts';
import { CliFailure } from './failure.ts';
import { printAmount } from './print-values.ts';
import { paint } from './terminal.ts';
import type { World } from './world.ts';

export type ValidWatches = Extract<CompiledWatches, { ok: true }>;

/**
 * Reads and compiles a watches file. `unused` are services that its stage does not use.
 *
 * @throws CliFailure when the file does not exist or is not text.
 */
export async function compileWatchesFile(
  file: string,
  { folder, now }: World,
  unused?: Unused,
): Promise<CompiledWatches> {
  return compileWatches(await readText(file, { folder }), {
    file,
    now: now(),
    readBeside: besideOf(resolve(folder, file)),
    ...(unused && { unused }),
  });
}

/**
 * As `compileWatchesFile`, for commands that need a valid file. Prints problems and warnings on stderr.
 *
 * @throws CliFailure also when the file has problems.
 */
export async function readValidWatches(file: string, world: World): Promise<ValidWatches> {
  const compiled = await compileWatchesFile(file, world);
  world.stderr.write(printProblems(compiled.warnings, paint('warning', 'warning')));
  if (compiled.ok) return compiled;
  world.stderr.write(printProblems(compiled.problems, paint('error', 'error')));
  throw new CliFailure(
    `${file} has ${printAmount(compiled.problems.length, 'problem')}. Nothing was changed.`,
  );
}

/** @throws CliFailure when the file does not exist or is not text. */
export async function readText(file: string, { folder }: Pick<World, 'folder'>): Promise<string> {
  const bytes = await readFile(resolve(folder, file)).catch((cause: unknown) => {
    throw new CliFailure(`Cannot read ${file}: ${reasonOf(cause)}.`, {
      hint:
        (codeOf(cause) === 'ENOENT' ? adviseOnName({ file, folder }) : undefined) ??
        'run the command in the project folder, or name the file with --watches FILE',
      cause,
    });
  });
  return textOf(bytes, file);
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}

function reasonOf(cause: unknown): string {
  const code = codeOf(cause);
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'permission is denied';
  return typeof code === 'string' ? code : 'unknown reason';
}

function textOf(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CliFailure(`${file} is not UTF-8 text.`, { hint: 'save the file as UTF-8', cause });
  }
}

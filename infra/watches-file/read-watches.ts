import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compileWatches, type Unused } from './compile-watches.ts';
import { besideOf } from './find-file.ts';
import { printProblems } from './print-problems.ts';

/** A file of watches that must not be deployed. The message lists every problem with its place. */
export class WatchesRefused extends Error {
  override readonly name = 'WatchesRefused';
}

/**
 * Compiles a file of watches, with a path that starts at the project, to the payload of `apply-watches`, for a stage that does not use some services.
 *
 * @throws WatchesRefused before anything is deployed, when the file has a problem.
 */
export async function readWatches(file: string, unused?: Unused): Promise<string> {
  const path = resolve(join(import.meta.dirname, '..', '..'), file);
  const text = await readFile(path, 'utf8');
  const compiled = compileWatches(text, {
    file,
    now: Date.now(),
    readBeside: besideOf(path),
    ...(unused && { unused }),
  });
  if (!compiled.ok) throw new WatchesRefused(`\n${printProblems(compiled.problems, 'error')}`);
  return JSON.stringify(compiled.desired);
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearest } from '../../shared/contracts/watches-file/near-miss.ts';
import { printProblems } from '../watches-file/print-problems.ts';
import { compileStage } from './compile-stage.ts';
import type { StageFile } from './stage-file.ts';

/** A stage that the project does not have, or a file of one that holds a wrong value. */
export class StageError extends Error {
  override readonly name = 'StageError';
}

/** What the name of a stack begins with where the stage names nothing else. */
const NAME_PREFIX = 'bellwether';

/** The names of the stages that a folder has a file for. */
export function stageNames(folder: string = import.meta.dirname): string[] {
  const files = readdirSync(folder);
  return files.flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -5)] : [])).toSorted();
}

/**
 * Reads the file of a stage, `NAME.yaml`.
 *
 * @throws StageError when there is no such file, or when it has a problem. The message lists every problem with its line.
 */
export function findStage(name: string, folder: string = import.meta.dirname): StageFile {
  const names = stageNames(folder);
  if (!names.includes(name)) {
    const near = nearest(name, names);
    const meant = near === undefined ? '' : ` (did you mean ${near}?)`;
    throw new StageError(`there is no stage ${JSON.stringify(name)}; use ${names.join(' or ')}${meant}`);
  }
  return stageFileOf(readFileSync(join(folder, `${name}.yaml`), 'utf8'), fileOf(name));
}

/** As `findStage`, for the text of a file. `path` is its name for messages. @throws StageError for a problem in it. */
export function stageFileOf(text: string, path: string): StageFile {
  const compiled = compileStage(text, path);
  if (compiled.ok) return compiled.file;
  throw new StageError(`${path} has problems:\n${printProblems(compiled.problems, 'error')}`);
}

/** The path of a stage's file in the project, for messages. */
export function fileOf(name: string): string {
  return `infra/stages/${name}.yaml`;
}

/** The name of the stack of a stage. */
export function stackNameOf(stage: string, namePrefix: string = NAME_PREFIX): string {
  return `${namePrefix}-${stage}`;
}

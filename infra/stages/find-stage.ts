import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { problemsOf } from '../../shared/contracts/watches-file/explain/explain-issues.ts';
import { nearest } from '../../shared/contracts/watches-file/near-miss.ts';
import { printPath, type Problem } from '../../shared/contracts/watches-file/problem.ts';
import { defined } from '../../shared/domain/lib/fields.ts';
import { type FileProblem, printProblems } from '../watches-file/compile-watches.ts';
import { locate } from '../watches-file/locate.ts';
import { placeOf, readYaml } from '../watches-file/read-yaml.ts';
import { checkStageRules, type StageFile, stageFileSchema } from './stage-file.ts';

/** A stage that the project does not have, or a file of one that holds a wrong value. */
export class StageError extends Error {
  override readonly name = 'StageError';
}

/** What the name of a stack begins with where the stage names nothing else. */
const NAME_PREFIX = 'bellwether';

/** The folder of the files of stages: `stages` of the working folder, or the one of this project. */
function stageFolder(): string {
  const own = resolve('stages');
  return existsSync(own) ? own : import.meta.dirname;
}

/** The names of the stages that a folder has a file for. */
export function stageNames(folder: string = stageFolder()): string[] {
  const files = readdirSync(folder);
  return files.flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -5)] : [])).toSorted();
}

/**
 * Reads the file of a stage, `NAME.yaml`.
 *
 * @throws StageError when there is no such file, or when it has a problem. The message lists every problem with its
 *   line.
 */
export function findStage(name: string, folder: string = stageFolder()): StageFile {
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

/** The path of a stage's file in the working folder, for messages. */
export function fileOf(name: string): string {
  return existsSync(resolve('stages')) ? `stages/${name}.yaml` : `infra/stages/${name}.yaml`;
}

/** The name of the stack of a stage. */
export function stackNameOf(stage: string, namePrefix: string = NAME_PREFIX): string {
  return `${namePrefix}-${stage}`;
}

export type CompiledStage = { ok: true; file: StageFile } | { ok: false; problems: FileProblem[] };

/**
 * Reads the text of a stage's file: its values, or every problem in it, in the order of the file. Never throws.
 * `file` is the name for messages.
 */
export function compileStage(text: string, file: string): CompiledStage {
  const yaml = readYaml(text);
  const faults = yaml.faults.map((fault) => ({ file, ...fault, path: printPath(fault.path) }));
  if (!('data' in yaml)) return { ok: false, problems: faults };
  const { data } = yaml;
  const parsed = stageFileSchema.safeParse(data);
  const found = parsed.success
    ? checkStageRules(parsed.data)
    : problemsOf(parsed.error.issues, { schema: stageFileSchema, raw: data });
  const place = (problem: Problem): FileProblem => {
    const { what, expected, hint, path } = problem;
    const { at, found: written } = locate(yaml, problem);
    const where = { file, ...placeOf(yaml.lines, at), path: printPath(path) };
    return defined<FileProblem>({ ...where, what, expected, found: written, hint });
  };
  const problems = [...faults, ...found.map(place)];
  if (parsed.success && problems.length === 0) return { ok: true, file: parsed.data };
  return { ok: false, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}

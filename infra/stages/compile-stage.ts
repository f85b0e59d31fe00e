import { explainIssue } from '../../shared/contracts/watches-file/explain-issue.ts';
import { printPath, type Problem } from '../../shared/contracts/watches-file/problem.ts';
import { defined } from '../../shared/domain/lib/fields.ts';
import type { FileProblem } from '../watches-file/compile-watches.ts';
import { locate } from '../watches-file/locate.ts';
import { placeOf, readYaml } from '../watches-file/read-yaml.ts';
import { type StageFile, stageFileSchema } from './stage-file.ts';
import { checkStageRules } from './stage-rules.ts';

export type CompiledStage = { ok: true; file: StageFile } | { ok: false; problems: FileProblem[] };

/**
 * Reads the text of a stage's file: its values, or every problem in it, in the order of the file. Never throws. `file` is
 * the name for messages.
 */
export function compileStage(text: string, file: string): CompiledStage {
  const yaml = readYaml(text);
  const faults = yaml.faults.map((fault) => ({ file, ...fault, path: printPath(fault.path) }));
  if (!('data' in yaml)) return { ok: false, problems: faults };
  const { data } = yaml;
  const parsed = stageFileSchema.safeParse(data);
  const found = parsed.success
    ? checkStageRules(parsed.data)
    : parsed.error.issues.flatMap((issue) => [
        ...explainIssue(issue, { schema: stageFileSchema, raw: data }),
      ]);
  const place = (problem: Problem): FileProblem => {
    const { what, expected, hint, path } = problem;
    const { at, found: written } = locate(yaml, problem);
    const where = { file, ...placeOf(yaml.lines, at), path: printPath(path) };
    return defined<FileProblem>({ ...where, what, expected, found: written, hint });
  };
  const problems = [...faults, ...found.map(place).filter(({ line }) => !yaml.unsure.has(line))];
  if (parsed.success && problems.length === 0) return { ok: true, file: parsed.data };
  return { ok: false, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}

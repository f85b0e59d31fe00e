import type { Unused } from '../../watches-file/compile-watches.ts';
import { fileOf, findStage, StageError } from '../../stages/find-stage.ts';
import { type StageFile, unusedBy } from '../../stages/stage-file.ts';
import { CliFailure } from '../failure.ts';

/**
 * Reads the file of a stage of this project.
 *
 * @throws CliFailure for a stage that the project does not have, and for a file with problems.
 */
export function readStageFile(stage: string): StageFile {
  try {
    return findStage(stage);
  } catch (cause) {
    if (!(cause instanceof StageError)) throw cause;
    throw new CliFailure(`${cause.message.charAt(0).toUpperCase()}${cause.message.slice(1).trimEnd()}`, {
      hint: `correct ${fileOf(stage)}, or name another stage with --stage`,
      cause,
    });
  }
}

/** The file of a stage. Undefined where the project has none: its stack was deployed from elsewhere. */
export function stageFileOf(name: string | undefined): StageFile | undefined {
  try {
    return name === undefined ? undefined : readStageFile(name);
  } catch (error) {
    if (error instanceof CliFailure) return undefined;
    throw error;
  }
}

/** The services that a stage of this project does not use. @throws CliFailure as `readStageFile`. */
export function readUnused(stage: string): Unused {
  return unusedBy(readStageFile(stage), fileOf(stage));
}

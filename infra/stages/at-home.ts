import type { StageFile } from './stage-file.ts';

/**
 * The values of a stage that mean something on one machine. What only an account has is left out: regions, keys, boundaries,
 * domains and reserved calls. The local run starts all three services itself and gives their addresses as parameters.
 */
export function atHome(file: StageFile): StageFile {
  const {
    keeps_data,
    log_retention_days,
    object_retention_days,
    report_retention_days,
    concurrency,
    memory,
  } = file;
  return {
    keeps_data,
    log_retention_days,
    object_retention_days,
    report_retention_days,
    concurrency,
    memory,
  };
}

import { pick } from '../../shared/domain/lib/fields.ts';
import type { StageFile } from './stage-file.ts';

/**
 * The values of a stage that mean something on one machine. What only an account has is left out: regions, keys, boundaries,
 * domains and reserved calls. The local run starts all three services itself and gives their addresses as parameters.
 */
export function atHome(file: StageFile): StageFile {
  return pick(file, {
    keeps_data: true,
    log_retention_days: true,
    object_retention_days: true,
    report_retention_days: true,
    concurrency: true,
    memory: true,
  });
}

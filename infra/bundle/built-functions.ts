import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTIONS } from '../../shared/contracts/names.ts';

/** Where the installed package has the code of the functions. A clone has none: it bundles its sources. */
const BUILT = join(import.meta.dirname, '..', '..', 'bundles', 'code');

/**
 * Copies the code of the functions from the installed package into a folder, with the compiled watches beside
 * `apply-watches`.
 *
 * @returns the folder with one folder for each function. Undefined in a clone.
 */
export function copyBuiltFunctions(outdir: string, watchesJson: string): string | undefined {
  if (!existsSync(BUILT)) return undefined;
  cpSync(BUILT, outdir, { recursive: true });
  writeFileSync(join(outdir, FUNCTIONS.applyWatches, 'watches.json'), watchesJson);
  return outdir;
}

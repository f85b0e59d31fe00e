import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Desired } from '../../shared/domain/config/desired-state.ts';
import type { Instant } from '../../shared/domain/time/instant.ts';
import { compileWatches } from '../watches-file/compile-watches.ts';
import { besideOf } from '../watches-file/read-beside.ts';
import { adviseOnName } from '../watches-file/other-name.ts';
import { printProblems } from '../watches-file/print-problems.ts';
import { messageOf, SettingsError } from './services/kit/settings-file.ts';

/**
 * Reads and compiles a file of watches.
 *
 * @throws SettingsError that lists every problem of the file with its place, or says why the file cannot be read.
 */
export function readWatchesFile(
  file: string,
  { now, warn }: { now: Instant; warn: (text: string) => void },
): Desired {
  const compiled = compileWatches(textOf(file), { file, now, readBeside: besideOf(file) });
  if (compiled.warnings.length > 0) warn(printProblems(compiled.warnings, 'warning').trimEnd());
  if (compiled.ok) return compiled.desired;
  const problems = printProblems(compiled.problems, 'error');
  throw new SettingsError(`${problems}Nothing was started or changed. Correct ${file} and start again.`);
}

function adviceOn(file: string): string | undefined {
  const advice = existsSync(resolve(file)) ? undefined : adviseOnName({ file, folder: '.' });
  return advice && `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`;
}

function textOf(file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8');
  } catch (cause) {
    throw new SettingsError(
      `--watches ${file}: cannot read the file (${messageOf(cause)}). ${adviceOn(file) ?? 'Check the path.'}`,
      { cause },
    );
  }
}

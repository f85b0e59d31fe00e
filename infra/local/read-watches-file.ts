import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Desired } from '../../shared/domain/config/desired-state.ts';
import type { Instant } from '../../shared/domain/time/instant.ts';
import { readFeedList } from '../watches-file/read-feed-list.ts';
import { compileWatches, printProblems } from '../watches-file/compile-watches.ts';
import { adviseOnName, besideOf } from '../watches-file/find-file.ts';
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

function textOf(file: string, option = '--watches'): string {
  try {
    return readFileSync(resolve(file), 'utf8');
  } catch (cause) {
    throw new SettingsError(
      `${option} ${file}: cannot read the file (${messageOf(cause)}). ${(option === '--watches' ? adviceOn(file) : undefined) ?? 'Check the path.'}`,
      { cause },
    );
  }
}

/** Alerts are printed here and sent nowhere: RFC 2606 reserves the domain. */
const ADDRESS = 'you@bellwether.example';

/**
 * One watch over all feeds of a file: the headlines with some words, or all of them, each minute, those of the last
 * day at once.
 *
 * @throws SettingsError for a file that cannot be read, and for words that are no query.
 */
export function watchFeeds({ file, q = '*' }: { file: string; q?: string }, now: Instant): Desired {
  const read = readFeedList(textOf(file, '--feeds'), file);
  if ('fault' in read) throw new SettingsError(`--feeds: ${read.fault.what}. ${sentence(read.fault.hint)}`);
  const text = JSON.stringify({
    operators: { email: [ADDRESS] },
    channels: { you: { email: [ADDRESS] } },
    feeds: { all: { urls: read.urls } },
    watches: {
      headlines: {
        kind: 'feeds',
        query: { q, feeds: ['all'] },
        schedule: 'rate(1 minute)',
        first_run: 'tell',
        alert: { when: 'story', channel: 'you' },
      },
    },
  });
  const compiled = compileWatches(text, { file, now });
  if (compiled.ok) return compiled.desired;
  const problems = compiled.problems.map(({ path, what, hint }) => {
    const where = path.endsWith('.q') ? `--q ${q}` : `--feeds ${file}`;
    return `${where}: ${what}.${hint === undefined ? '' : ` ${sentence(hint)}`}`;
  });
  throw new SettingsError(problems.join('\n'));
}

function sentence(hint: string): string {
  return `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`;
}

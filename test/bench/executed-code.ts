import { readFile } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

interface ExecutedCode {
  /** Files of which at least one function was called. */
  files: number;
  /**
   * Lines of these files, and those of them that lie in a function that was called, in a part of it that was reached.
   */
  lines: { all: number; executed: number };
  /** Each file with its lines, the longest first. */
  of: string[];
}

const ROOT = new URL('../../', import.meta.url);

/** What executed of some folders, by the coverage of V8. A module that was only imported does not count. */
export async function executedIn(
  coverage: readonly Profiler.ScriptCoverage[],
  folders: readonly string[],
): Promise<ExecutedCode> {
  const isCounted = (url: string) => folders.some((folder) => url.startsWith(new URL(folder, ROOT).href));
  const called = coverage.filter(({ url, functions }) => isCounted(url) && functions.some(wasCalled));
  const of = await Promise.all(
    called.map(async ({ url, functions }) => {
      const file = fileURLToPath(url);
      const text = await readFile(file, 'utf8');
      return {
        file: relative(fileURLToPath(ROOT), file),
        all: text.split('\n').length - 1,
        executed: executedLines(text, functions.filter(wasCalled)),
      };
    }),
  );
  const sum = (key: 'all' | 'executed') => of.reduce((total, file) => total + file[key], 0);
  return {
    files: of.length,
    lines: { all: sum('all'), executed: sum('executed') },
    of: of.toSorted((a, b) => b.all - a.all).map(({ file, all, executed }) => `${all}\t${executed}\t${file}`),
  };
}

/** The function that holds a whole module is called when it is imported. */
function wasCalled({ ranges: [range] }: Profiler.FunctionCoverage): boolean {
  return range !== undefined && range.startOffset > 0 && range.count > 0;
}

/** Ranges within a function lie behind it, and say what was not reached. */
function executedLines(text: string, functions: readonly Profiler.FunctionCoverage[]): number {
  const reached = new Uint8Array(text.length);
  for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges))
    reached.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  let start = 0;
  return text.split('\n').filter((line) => {
    const isReached = line.trim() !== '' && reached.subarray(start, start + line.length).includes(1);
    start += line.length + 1;
    return isReached;
  }).length;
}

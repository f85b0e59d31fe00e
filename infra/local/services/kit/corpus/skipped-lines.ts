import { CorpusError } from './read-lines.ts';

/** The lines of a corpus that could not be used. */
export interface SkippedLines {
  /** Takes the error of a line. */
  add(error: CorpusError): void;
  count(): number;
  /** What was skipped, for the user: the first lines in full, then the count by reason. Empty when nothing was. */
  report(lines: number): string[];
}

/** How many lines are named in full, and how many reasons are counted. */
const NAMED = 5;
const REASONS = 20;

export function countSkipped(): SkippedLines {
  const first: string[] = [];
  const reasons = new Map<string, number>();
  let count = 0;
  return {
    count: () => count,
    add: ({ message, reason }) => {
      count += 1;
      if (first.length < NAMED) first.push(message);
      // A line may hold anything, so the number of reasons has no other limit.
      const key = reasons.has(reason) || reasons.size < REASONS ? reason : 'other reasons';
      reasons.set(key, (reasons.get(key) ?? 0) + 1);
    },
    report: (lines) => {
      if (count === 0) return [];
      const amount = (n: number) => n.toLocaleString('en');
      const most = [...reasons].toSorted(([, one], [, other]) => other - one);
      const isAre = count === 1 ? 'was' : 'were';
      return [
        `${amount(count)} of ${amount(lines)} lines of the corpus ${isAre} skipped:`,
        ...first.map((message) => `  ${message}`),
        ...(count > first.length ? most.map(([reason, n]) => `  ${amount(n)} × ${reason}`) : []),
        '  Correct these lines to use them. With --strict such a corpus is refused.',
      ];
    },
  };
}

/** When no line can be used, the file has another format: nothing could be served. */
export function assertSomeUsed(skipped: SkippedLines, lines: number): void {
  if (lines > 0 && skipped.count() === lines) {
    throw new CorpusError(
      `No line of the corpus can be used.\n${skipped.report(lines).slice(1, -1).join('\n')}`,
    );
  }
}

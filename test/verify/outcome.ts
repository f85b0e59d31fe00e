/** What one check of `npm run verify` came to. */
export type Outcome =
  | { status: 'passed'; detail: string }
  | { status: 'failed'; findings: readonly string[] }
  | { status: 'skipped'; reason: string };

/** One check. It is skipped where this machine lacks what it needs; it throws only for a fault of its own. */
export interface Check {
  name: string;
  run(): Promise<Outcome>;
}

/** A check with its outcome and how long it took, in milliseconds. */
export interface Verdict {
  name: string;
  outcome: Outcome;
  took: number;
}

/**
 * This machine lacks what a check needs: Python, Java or the network. The message says what, for the line `SKIPPED`.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** Passed with `detail` when there are no findings, otherwise failed. */
export function outcomeOf(findings: readonly string[], detail: string): Outcome {
  return findings.length === 0 ? { status: 'passed', detail } : { status: 'failed', findings };
}

/** Runs a check. A check that throws has failed; one that lacks something is skipped. */
export async function judge(check: Check, now: () => number): Promise<Verdict> {
  const start = now();
  const outcome = await check.run().catch((cause: unknown): Outcome => {
    if (cause instanceof Unavailable) return { status: 'skipped', reason: cause.message };
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    return { status: 'failed', findings: [`the check itself failed: ${text}`] };
  });
  return { name: check.name, outcome, took: now() - start };
}

/** The findings and the table that people read, and the exit code: 1 when a check has failed. */
export function printVerdicts(verdicts: readonly Verdict[]): { text: string; code: 0 | 1 } {
  const failed = verdicts.filter(({ outcome }) => outcome.status === 'failed');
  const lines = failed.flatMap(({ name, outcome }) => [
    `${name}:`,
    ...(outcome.status === 'failed' ? outcome.findings.map((finding) => `  ${finding}`) : []),
    '',
  ]);
  const width = Math.max(...verdicts.map(({ name }) => name.length));
  const rows = verdicts.map(({ name, outcome, took }) => {
    const seconds = `${(took / 1_000).toFixed(1)} s`.padStart(8);
    return `${name.padEnd(width)} ${seconds}  ${summaryOf(outcome)}`;
  });
  const count = (status: Outcome['status']) =>
    verdicts.filter(({ outcome }) => outcome.status === status).length;
  const total = `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
  return {
    text: `${[...lines, ...rows, '', total].join('\n')}\n`,
    code: failed.length === 0 ? 0 : 1,
  };
}

function summaryOf(outcome: Outcome): string {
  switch (outcome.status) {
    case 'passed':
      return `passed: ${outcome.detail}`;
    case 'skipped':
      return `SKIPPED: ${outcome.reason}`;
    case 'failed':
      return `FAILED: ${outcome.findings.length === 1 ? '1 finding' : `${outcome.findings.length} findings`}, see above`;
  }
}

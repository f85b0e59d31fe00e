/** The verdict on one part of a deployed stack. Only a `problem` makes the exit code 1. */
export interface Verdict {
  /** The part: `schedule`, `run`. Scripts read it; it does not change. */
  check: string;
  result: 'ok' | 'problem' | 'skipped';
  /** What was seen and what it means. */
  text: string;
  /** What to do; absent for `ok`. */
  advice?: string;
}

export function ok(check: string, text: string): Verdict {
  return { check, result: 'ok', text };
}

export function problem(check: string, text: string, advice: string): Verdict {
  return { check, result: 'problem', text, advice };
}

export function skipped(check: string, text: string, advice: string): Verdict {
  return { check, result: 'skipped', text, advice };
}

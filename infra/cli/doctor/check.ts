/** The result of one check of `doctor`. Only a `problem` makes the exit code 1. */
export interface Check {
  result: 'ok' | 'hint' | 'problem';
  text: string;
  /** What to do; absent for `ok`. */
  advice?: string;
}

export function ok(text: string): Check {
  return { result: 'ok', text };
}

export function hint(text: string, advice: string): Check {
  return { result: 'hint', text, advice };
}

export function problem(text: string, advice: string): Check {
  return { result: 'problem', text, advice };
}

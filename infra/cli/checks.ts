import type { AddressState } from './read-status.ts';
import { paint } from './terminal.ts';

/** The result of one check of a stack. Only a `problem` makes the exit code 1. */
export interface Check {
  result: 'ok' | 'hint' | 'skipped' | 'problem';
  /** What was seen and what it means. */
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

export function skipped(text: string, advice: string): Check {
  return { result: 'skipped', text, advice };
}

export function problem(text: string, advice: string): Check {
  return { result: 'problem', text, advice };
}

export function countOf(checks: readonly Check[], wanted: Check['result']): number {
  return checks.filter(({ result }) => result === wanted).length;
}

const PAINTS = { ok: 'good', hint: 'warning', skipped: 'warning', problem: 'error' } as const;

/** A line of the table, and below it what to do. */
export function printCheck({ result, text, advice }: Check, name = ''): string {
  const start = `${result.padEnd(8)} ${name}`;
  const below = advice === undefined ? '' : `${' '.repeat(start.length)}${advice}\n`;
  return `${paint(PAINTS[result], result)}${start.slice(result.length)}${text}\n${below}`;
}

/** Why an address gets nothing, after its name, and what to do. Absent: it gets what its channel sends. */
export const ADDRESS_FAULTS: Readonly<Partial<Record<AddressState, readonly [is: string, advice: string]>>> =
  {
    pending: [
      'is not confirmed yet',
      'open the link in the message to this address; after 3 days, run bellwether apply to send a new one',
    ],
    gone: ['is not subscribed', 'run bellwether apply to subscribe it again'],
    'opted-out': [
      'opted out of SMS by replying STOP',
      'ask its owner, then opt it in: aws sns opt-in-phone-number. AWS allows this once in 30 days for a number. Or remove it from the file',
    ],
    unsubscribed: [
      'unsubscribed by the link of a mail',
      'take it out of the file. Only its owner can undo this, by the same link; apply does not subscribe it again',
    ],
  };

/** What `look` gives, or undefined when it gives nothing in so many looks. `pause` waits between two of them. */
export async function lookFor<T>(
  look: () => Promise<T | undefined>,
  { looks, pause }: { looks: number; pause: () => Promise<void> },
): Promise<T | undefined> {
  for (let n = 1; ; n += 1) {
    const found = await look();
    if (found !== undefined || n > looks) return found;
    await pause();
  }
}

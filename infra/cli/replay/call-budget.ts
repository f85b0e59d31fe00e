import { CliFailure } from '../failure.ts';
import { printAmount, printNumber } from '../print-values.ts';

/** Counts the calls of a command to the services, and ends it before they are too many. */
export interface CallBudget {
  readonly used: number;
  readonly most: number;
  /** To be called before `calls` are made. @throws CliFailure when they are more than are left. */
  need(calls: number): void;
  /** To be called with the calls that were made, retries included. */
  note(calls: number): void;
}

export function callBudget(most: number): CallBudget {
  let used = 0;
  return {
    get used() {
      return used;
    },
    most,
    need(calls) {
      if (used + calls <= most) return;
      throw new CliFailure(
        `The replay needs more than ${printAmount(most, 'call')} to the services. It has used ${printNumber(used)} and would need at least ${printNumber(calls)} more. Nothing was sent or changed.`,
        { hint: `replay fewer days (--days 7), or allow more calls (--max-calls ${most * 4})` },
      );
    },
    note(calls) {
      used += calls;
    },
  };
}

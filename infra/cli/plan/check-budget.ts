import { CliFailure } from '../failure.ts';
import type { ValidWatches } from '../read-file.ts';
import { printNumber } from '../print-values.ts';
import { LARGEST_SHARE, type CallEstimate } from './estimate-calls.ts';

/** @throws CliFailure when the watches would use up the plan of the news service, unless `overBudget` is set. */
export function checkBudget(
  estimate: CallEstimate,
  { overBudget, placed }: { overBudget: boolean; placed: ValidWatches['placed'] },
): void {
  const { isOver, total, allowed } = estimate;
  if (!isOver || overBudget || allowed === undefined) return;
  const { file, line } = placed({ path: ['plan', 'calls_per_month'], what: 'The plan' });
  const most = `${LARGEST_SHARE * 100}% of the ${printNumber(allowed)} that plan.calls_per_month allows`;
  throw new CliFailure(`The watches need about ${printNumber(total)} calls per month, more than ${most}.`, {
    hint: `let watches run less often, correct plan.calls_per_month (${file}:${line}), or add --over-budget`,
  });
}

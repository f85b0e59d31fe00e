import { joinAlertsMade, type AlertsMade } from '../../domain/alerts/alert.ts';
import type { RunOutcome } from '../../domain/runs/outcome.ts';

/** What a step of an extraction found and put. */
export type StepOutcome = AlertsMade &
  Pick<RunOutcome, 'matched' | 'new' | 'stories' | 'changed' | 'refused' | 'error'>;

/** Both outcomes: their alerts are added, and of everything else the later one counts. */
export function withOutcome<A extends Partial<AlertsMade>, B extends Partial<AlertsMade>>(
  a: A,
  b: B,
): A & B & AlertsMade {
  return { ...a, ...b, ...joinAlertsMade(a, b) };
}

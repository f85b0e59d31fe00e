import { sumAlertsPut, type AlertsPut } from '../../domain/alerts/alerts-put.ts';
import type { RunOutcome } from '../../domain/runs/outcome.ts';

/** What a step of an extraction found and put. */
export type StepOutcome = AlertsPut &
  Pick<RunOutcome, 'matched' | 'new' | 'stories' | 'changed' | 'refused' | 'error'>;

/** Both outcomes: their alerts are added, and of everything else the later one counts. */
export function withOutcome<A extends Partial<AlertsPut>, B extends Partial<AlertsPut>>(
  a: A,
  b: B,
): A & B & AlertsPut {
  return { ...a, ...b, ...sumAlertsPut([a, b]) };
}

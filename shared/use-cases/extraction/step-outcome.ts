import { joinAlertsMade, NO_ALERTS, type AlertsMade } from '../../domain/alerts/alerts-made.ts';
import type { RunOutcome } from '../../domain/runs/outcome.ts';

/** What a step of an extraction asked, found and put. */
export interface StepOutcome
  extends AlertsMade,
    Pick<
      RunOutcome,
      'calls' | 'correlationIds' | 'matched' | 'new' | 'stories' | 'changed' | 'refused' | 'error'
    > {}

export const NOTHING_DONE: StepOutcome = {
  ...NO_ALERTS,
  calls: 0,
  correlationIds: [],
  matched: 0,
  new: 0,
  stories: 0,
  changed: 0,
  refused: 0,
};

/** The sum of two reports; of two errors the later one. */
export function addStepOutcome(a: StepOutcome, b: Partial<StepOutcome>): StepOutcome {
  const { alerts = 0, channels = [], error = a.error } = b;
  return {
    ...joinAlertsMade(a, { alerts, channels }),
    calls: a.calls + (b.calls ?? 0),
    correlationIds: [...a.correlationIds, ...(b.correlationIds ?? [])],
    matched: a.matched + (b.matched ?? 0),
    new: a.new + (b.new ?? 0),
    stories: a.stories + (b.stories ?? 0),
    changed: a.changed + (b.changed ?? 0),
    refused: a.refused + (b.refused ?? 0),
    ...(error && { error }),
  };
}

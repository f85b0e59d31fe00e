import type { ExtractionState, NextStep } from './extraction.ts';
import { emptyRunOutcome, type RunOutcome } from '../runs/outcome.ts';

/** What one step of an extraction asked, found and told, where the extraction stands now, and what comes next. */
export interface ExtractionOutcome extends RunOutcome, NextStep {
  jobId: string;
  /** Absent when there is no such extraction. */
  state?: ExtractionState;
  /** Records whose content had changed. */
  changed: number;
}

/** A step that has not done anything yet, of an extraction that needs no further one. */
export function emptyExtractionOutcome(jobId: string, watchId: string): ExtractionOutcome {
  return { ...emptyRunOutcome(watchId), kind: 'extraction', jobId, next: 'end', waitSeconds: 0, changed: 0 };
}

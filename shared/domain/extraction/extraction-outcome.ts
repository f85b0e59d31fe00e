import type { ExtractionState, NextStep } from './extraction.ts';
import { emptyRunOutcome, type RunOutcome } from '../runs/outcome.ts';

/** What one step of an extraction did, the state of the extraction, and the next step. */
export interface ExtractionOutcome extends RunOutcome, NextStep {
  jobId: string;
  /** Absent when the extraction does not exist. */
  state?: ExtractionState;
  /** Known records with new content. */
  changed: number;
}

/** The outcome of a step that has done nothing, and needs no next step. */
export function emptyExtractionOutcome(jobId: string, watchId: string): ExtractionOutcome {
  return { ...emptyRunOutcome(watchId), kind: 'extraction', jobId, next: 'end', waitSeconds: 0, changed: 0 };
}

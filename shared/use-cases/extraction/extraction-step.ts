import type { Extraction, ExtractionChange } from '../../domain/extraction/extraction.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { ExtractionOutcome } from '../../domain/extraction/extraction-outcome.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Counted, Extractions, JobService, RecordKeys } from '../ports/extraction-ports.ts';
import type {
  Alerts,
  CallLimits,
  Clock,
  Definitions,
  Findings,
  RawStore,
  RunStates,
  Incidents,
} from '../ports/ports.ts';
import type { Stories, NotifiedStories } from '../ports/story-ports.ts';
import type { SeenValues } from '../ports/counting-ports.ts';

export interface AdvancePorts {
  clock: Clock;
  definitions: Definitions;
  states: RunStates;
  extractions: Extractions;
  alerts: Alerts;
  troubles: Incidents;
  jobs: JobService;
}

/** What taking records needs beside that. */
export interface CollectPorts extends AdvancePorts {
  findings: Findings;
  marks: RecordKeys;
  stories: Stories;
  told: NotifiedStories;
  raw: RawStore;
  seen: SeenValues;
}

/** One step of an extraction under way. */
export interface Advance<P extends AdvancePorts = AdvancePorts> {
  /** As it was last read or written. */
  extraction: Extraction;
  watch: Watch;
  ports: P;
  outcome: ExtractionOutcome;
  /** No upstream call may reach beyond these. */
  limits: CallLimits;
}

/** What a step comes to; `overtaken` when another execution has written in between. */
export type Turn = ExtractionChange | 'overtaken';

/** When a step must be over. */
export interface AdvanceContext {
  deadline: Instant;
}

/** Counts the requests of a call; one that failed counts as one. */
export async function counted<T extends Counted>({ outcome }: Advance, call: Promise<T>): Promise<T> {
  try {
    const answer = await call;
    outcome.calls += answer.calls;
    if (answer.correlationId !== undefined) outcome.correlationIds.push(answer.correlationId);
    return answer;
  } catch (error) {
    outcome.calls += 1;
    throw error;
  }
}

/** The id that the service gave the job; a step that needs it is never taken before it is there. */
export function upstreamIdOf({ extraction }: Advance): string {
  const { id, state, upstreamId } = extraction;
  if (upstreamId === undefined) throw new Error(`The extraction ${id} is ${state} and has no job.`);
  return upstreamId;
}

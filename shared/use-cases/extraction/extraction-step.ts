import type { Extraction, ExtractionChange } from '../../domain/extraction/extraction.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Extractions, JobService, RecordKeys } from '../ports/extraction-ports.ts';
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
import type { StepOutcome } from './step-outcome.ts';

export interface AdvancePorts {
  clock: Clock;
  definitions: Definitions;
  states: RunStates;
  extractions: Extractions;
  alerts: Alerts;
  troubles: Incidents;
  jobs: JobService;
}

/** What storing and judging records needs besides. */
export interface CollectPorts extends AdvancePorts {
  findings: Findings;
  marks: RecordKeys;
  stories: Stories;
  told: NotifiedStories;
  raw: RawStore;
  seen: SeenValues;
}

/** What a step is given. */
export interface StepContext<P extends AdvancePorts = AdvancePorts> {
  /** As it was last read or written. */
  extraction: Extraction;
  watch: Watch;
  ports: P;
  /** No upstream call may last beyond these. */
  limits: CallLimits;
}

/** What a step comes to. */
export interface StepResult {
  /** The change to be written. */
  change: ExtractionChange;
  outcome: StepOutcome;
  /** The extraction, where the step has written it. */
  extraction?: Extraction;
}

/** Another execution has written the extraction in the meantime. */
export const OVERTAKEN = 'overtaken';

/** When a step must be over. */
export interface AdvanceContext {
  deadline: Instant;
}

/** The id that the service gave the job. A step that needs it is never taken before it is known. */
export function upstreamIdOf({ extraction }: StepContext): string {
  const { id, state, upstreamId } = extraction;
  if (upstreamId === undefined) throw new Error(`The extraction ${id} is ${state} and has no job.`);
  return upstreamId;
}

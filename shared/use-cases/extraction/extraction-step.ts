import type { Ports } from '../ports/ports.ts';
import type { Extraction, ExtractionChange } from '../../domain/extraction/extraction.ts';
import type { UpstreamError } from '../../domain/lib/errors.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { CallLimits } from '../ports/clock.ts';
import type { Requests } from './count-requests.ts';
import type { StepOutcome } from './step-outcome.ts';

export type AdvancePorts = Pick<
  Ports,
  'clock' | 'definitions' | 'states' | 'extractions' | 'alerts' | 'incidents' | 'jobs'
>;

/** What storing and judging records needs besides. */
export type CollectPorts = AdvancePorts &
  Pick<Ports, 'findings' | 'marks' | 'stories' | 'notifiedStories' | 'raw' | 'seen'>;

export interface StepContext<P extends AdvancePorts = AdvancePorts> {
  extraction: Extraction;
  watch: Watch;
  ports: P;
  /** What the step has sent so far. */
  requests: () => Requests;
  /** No upstream call may last beyond these. */
  limits: CallLimits;
}

/** What a step comes to. Without change or failure, another execution has written the extraction in the meantime. */
export interface StepResult {
  change?: ExtractionChange;
  /** The failed call of a step that had put something before; other steps throw. */
  failure?: UpstreamError;
  outcome?: Partial<StepOutcome>;
  /** The extraction, where the step has written it. */
  extraction?: Extraction;
}

export interface AdvanceContext {
  deadline: Instant;
}

/** The id that the service gave the job. A step that needs it is never taken before it is known. */
export function upstreamIdOf({ extraction }: StepContext): string {
  const { id, state, upstreamId } = extraction;
  if (upstreamId === undefined) throw new Error(`The extraction ${id} is ${state} and has no job.`);
  return upstreamId;
}

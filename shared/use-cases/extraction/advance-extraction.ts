import {
  type Extraction,
  type ExtractionState,
  type ExtractionStep,
  hasEnded,
  isTransitionAllowed,
  nextStepOf,
} from '../../domain/extraction/extraction.ts';
import {
  emptyExtractionOutcome,
  type ExtractionOutcome,
} from '../../domain/extraction/extraction-outcome.ts';
import { extractionEnded, stepFailed } from '../../domain/extraction/extraction-transitions.ts';
import { incidentOf } from '../../domain/incidents/incident.ts';
import { GoneError, RefusedError, ThrottledError } from '../../domain/lib/errors.ts';
import type { RunStatus } from '../../domain/runs/outcome.ts';
import { SECOND } from '../../domain/time/instant.ts';
import { openIncident } from '../alerts/notify-incidents.ts';
import { CallFailed } from './call-service.ts';
import {
  OVERTAKEN,
  type AdvanceContext,
  type AdvancePorts,
  type StepContext,
  type StepResult,
} from './extraction-step.ts';
import { handleTransition } from './handle-transition.ts';
import { addStepOutcome, NOTHING_DONE, type StepOutcome } from './step-outcome.ts';

/** What is left of the function's time for bookkeeping: no call may last into it. */
const RESERVE = 20 * SECOND;
/** A timer may fire a little early. */
const EARLY = SECOND;
/** How long an execution that was overtaken leaves the extraction to the other one, in seconds. */
const STEP_ASIDE = 60;

/** A step of the workflow, and the function that takes it. */
export interface StepFunction<P extends AdvancePorts> {
  step: ExtractionStep;
  take: (context: StepContext<P>) => Promise<StepResult | typeof OVERTAKEN>;
}

/**
 * Takes one step of an extraction and says what comes next. A step that is not due, or not the next one, does nothing but
 * say so; so any execution can repeat any step. Throws only for faults of our own store and queues.
 */
export async function advanceExtraction<P extends AdvancePorts>(
  { step, take }: StepFunction<P>,
  jobId: string,
  { ports, context }: { ports: P; context: AdvanceContext },
): Promise<ExtractionOutcome> {
  const extraction = await ports.extractions.get(jobId);
  if (!extraction) return emptyExtractionOutcome(jobId, '');
  const due = nextStepOf(extraction, ports.clock.now() + EARLY);
  if (due.next !== step || due.waitSeconds > 0) return outcomeOf(extraction, NOTHING_DONE, ports);
  const watch = await ports.definitions.watch(extraction.watchId);
  const limits = { deadline: context.deadline - RESERVE };
  const result =
    watch?.version === extraction.watchVersion
      ? await takeStep(watch.disabled ? endOfDisabled : take, { extraction, watch, ports, limits })
      : { change: extractionEnded('removed', { now: ports.clock.now() }), outcome: NOTHING_DONE };
  if (result !== OVERTAKEN) {
    const { change, outcome } = result;
    const calls = extraction.calls + outcome.calls;
    const written = await ports.extractions.move(result.extraction ?? extraction, { ...change, calls });
    if (written) return outcomeOf(written, outcome, ports);
  }
  const fresh = (await ports.extractions.get(jobId)) ?? extraction;
  const outcome = outcomeOf(fresh, result === OVERTAKEN ? NOTHING_DONE : result.outcome, ports);
  return { ...outcome, waitSeconds: hasEnded(fresh.state) ? 0 : Math.max(outcome.waitSeconds, STEP_ASIDE) };
}

/**
 * An extraction of a disabled watch ends: a disabled watch asks nothing and stores nothing. Its range does not count as
 * covered, so the first job after the watch is enabled again asks for it.
 */
async function endOfDisabled({ ports }: StepContext): Promise<StepResult> {
  const change = extractionEnded('removed', { error: 'Its watch is disabled.', now: ports.clock.now() });
  return { change, outcome: NOTHING_DONE };
}

/** Takes a step, and does what its change of state entails. */
async function takeStep<P extends AdvancePorts>(
  take: StepFunction<P>['take'],
  context: StepContext<P>,
): Promise<StepResult | typeof OVERTAKEN> {
  const taken = await takeOrRetry(take, context);
  if (taken === OVERTAKEN) return OVERTAKEN;
  const { extraction = context.extraction } = taken;
  const result = await handleTransition({ ...context, extraction }, taken);
  const { state } = result.change;
  if (!isTransitionAllowed(extraction.state, state))
    throw new Error(`No extraction goes from ${extraction.state} to ${state}.`);
  return result;
}

/** A step that the service did not allow is tried again later; a job that the service does not have any more has failed. */
async function takeOrRetry<P extends AdvancePorts>(
  take: StepFunction<P>['take'],
  context: StepContext<P>,
): Promise<StepResult | typeof OVERTAKEN> {
  try {
    return await take(context);
  } catch (error) {
    if (error instanceof CallFailed) return handleFailure(context, error);
    throw error;
  }
}

async function handleFailure(
  { extraction, watch, ports }: StepContext,
  { failure, outcome }: CallFailed,
): Promise<StepResult> {
  const { name, message } = failure;
  const now = ports.clock.now();
  const failed = addStepOutcome(outcome, { error: { name, message } });
  if (failure instanceof GoneError)
    return { change: extractionEnded('failed', { error: message, now }), outcome: failed };
  const incident =
    failure instanceof RefusedError
      ? incidentOf(failure, { watch, failures: extraction.failures, now })
      : undefined;
  const opened = incident ? await openIncident(ports, incident) : {};
  const retryAfter = failure instanceof ThrottledError ? failure.retryAfter : undefined;
  return {
    change: stepFailed(extraction, { error: message, retryAfter, now }),
    outcome: addStepOutcome(failed, opened),
  };
}

function outcomeOf(
  extraction: Extraction,
  outcome: StepOutcome,
  { clock }: Pick<AdvancePorts, 'clock'>,
): ExtractionOutcome {
  const { id, watchId, state } = extraction;
  return {
    ...emptyExtractionOutcome(id, watchId),
    ...outcome,
    ...nextStepOf(extraction, clock.now()),
    state,
    status: STATUS[state],
  };
}

/** How the step counts among the runs of the watch. */
const STATUS: Readonly<Record<ExtractionState, RunStatus>> = {
  waiting: 'continued',
  submitting: 'continued',
  working: 'continued',
  late: 'continued',
  'collecting-part': 'continued',
  collecting: 'continued',
  continuing: 'continued',
  done: 'done',
  removed: 'skipped',
  failed: 'failed',
  refused: 'failed',
  abandoned: 'failed',
};

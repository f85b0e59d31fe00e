import { type AlertsMade, baselineAlertOf, joinAlertsMade } from '../../domain/alerts/alert.ts';
import {
  emptyExtractionOutcome,
  type Extraction,
  type ExtractionChange,
  type ExtractionOutcome,
  type ExtractionState,
  type ExtractionStep,
  extractionSubjects,
  failedIncident,
  hasEnded,
  lateIncident,
  nextStepOf,
} from '../../domain/extraction/extraction.ts';
import { extractionEnded, stepFailed } from '../../domain/extraction/extraction-transitions.ts';
import { incidentOf } from '../../domain/incidents/incident.ts';
import { GoneError, RefusedError, ThrottledError, UpstreamError } from '../../domain/lib/errors.ts';
import type { RunStatus } from '../../domain/runs/outcome.ts';
import { SECOND } from '../../domain/time/instant.ts';
import { openIncident, putOnChannels, resolveIncidents } from '../alerts/put-alerts.ts';
import type { CallContext } from '../ports/clock.ts';
import {
  type AdvancePorts,
  countRequests,
  countUsage,
  type StepContext,
  type StepOutcome,
  type StepResult,
  withOutcome,
} from './extraction-step.ts';

/** The end of the function's time, reserved for bookkeeping: no call may last into it. */
const RESERVE = 20 * SECOND;
/** A timer may fire a little early. */
const EARLY = SECOND;
/** How long an execution that was overtaken leaves the extraction to the other one, in seconds. */
const STEP_ASIDE = 60;

type Take<P extends AdvancePorts> = (context: StepContext<P>) => Promise<StepResult>;

/**
 * A function that takes one step of an extraction and says what comes next. A step that is not due, or not the next
 * one, does nothing but say so; so any execution can repeat any step. Throws only for faults of our own store and
 * queues.
 */
export function stepFunction<P extends AdvancePorts>(step: ExtractionStep, take: Take<P>) {
  return async (jobId: string, given: P, context: CallContext): Promise<ExtractionOutcome> => {
    const { jobs, requests } = countRequests(given.jobs);
    const ports = { ...given, jobs };
    const extraction = await ports.extractions.get(jobId);
    if (!extraction) return emptyExtractionOutcome(jobId, '');
    const due = nextStepOf(extraction, ports.clock.now() + EARLY);
    if (due.next !== step || due.waitSeconds > 0) return outcomeOf(extraction, ports);
    const watch = await ports.definitions.watch(extraction.watchId);
    const limits = { owner: context.owner, deadline: context.deadline - RESERVE };
    const result: StepResult =
      watch?.version === extraction.watchVersion
        ? await takeStep(watch.disabled ? endOfDisabled : take, {
            extraction,
            watch,
            ports,
            requests,
            limits,
          })
        : { change: extractionEnded('removed', { now: ports.clock.now() }) };
    const { change, extraction: from = extraction } = result;
    const calls = extraction.calls + requests().calls;
    const written = change && (await ports.extractions.move(from, { ...change, calls }));
    const fresh = written ?? (await ports.extractions.get(jobId)) ?? extraction;
    const outcome = { ...outcomeOf(fresh, ports), ...result.outcome, ...requests() };
    if (written) return outcome;
    return { ...outcome, waitSeconds: hasEnded(fresh.state) ? 0 : Math.max(outcome.waitSeconds, STEP_ASIDE) };
  };
}

/**
 * An extraction of a disabled watch ends: a disabled watch asks nothing and stores nothing. Its range does not count
 * as covered, so the first job after the watch is enabled again asks for it.
 */
async function endOfDisabled({ ports }: StepContext): Promise<StepResult> {
  return { change: extractionEnded('removed', { error: 'Its watch is disabled.', now: ports.clock.now() }) };
}

/**
 * A step that the service did not allow is tried again later; a job that the service does not have any more has
 * failed.
 */
async function takeStep<P extends AdvancePorts>(take: Take<P>, context: StepContext<P>): Promise<StepResult> {
  const { change, ...taken } = await take(context).catch((error: unknown) => {
    if (error instanceof UpstreamError) return handleFailure(context, error);
    throw error;
  });
  if (!change) return taken;
  const { extraction = context.extraction } = taken;
  return handleTransition({ ...context, extraction }, { ...taken, change });
}

async function handleFailure(
  { extraction, watch, ports }: StepContext,
  failure: UpstreamError,
): Promise<StepResult> {
  const { name, message } = failure;
  const now = ports.clock.now();
  const outcome = { error: { name, message } };
  if (failure instanceof GoneError)
    return { change: extractionEnded('failed', { error: message, now }), outcome };
  const incident =
    failure instanceof RefusedError
      ? incidentOf(failure, { watch, failures: extraction.failures, now })
      : undefined;
  const opened = incident ? await openIncident(ports, incident) : {};
  const retryAfter = failure instanceof ThrottledError ? failure.retryAfter : undefined;
  return {
    change: stepFailed(extraction, { error: message, retryAfter, now }),
    outcome: { ...outcome, ...opened },
  };
}

function outcomeOf(extraction: Extraction, { clock }: Pick<AdvancePorts, 'clock'>): ExtractionOutcome {
  const { id, watchId, state } = extraction;
  return {
    ...emptyExtractionOutcome(id, watchId),
    ...nextStepOf(extraction, clock.now()),
    state,
    status: hasEnded(state) ? (STATUS_OF_ENDS[state] ?? 'failed') : 'continued',
  };
}

/** How the last step counts among the runs of the watch. Other ends are failures. */
const STATUS_OF_ENDS: Partial<Record<ExtractionState, RunStatus>> = { done: 'done', removed: 'skipped' };

/** How soon an end is written again that could not be counted because a run held the state of the watch. */
const RETRY = 20 * SECOND;

/**
 * Does what a change of state entails, before the change is written: opens and resolves incidents, counts usage, puts
 * the summary of a baseline. A repeat does nothing twice. Gives back the change, or one that comes back to it later.
 */
async function handleTransition(
  context: StepContext,
  { change, ...step }: StepResult & { change: ExtractionChange },
): Promise<StepResult & { change: ExtractionChange }> {
  const outcome = withOutcome(step.outcome ?? {}, await openIncidents(context, change));
  // Of a refused job the usage is counted where the refusal is known.
  if (!hasEnded(change.state) || change.state === 'refused') return { ...step, change, outcome };
  const { extraction, ports } = context;
  const { records = extraction.records, found = extraction.found, changed = extraction.changed } = change;
  const covers = change.state === 'done';
  if (!(await countUsage(context, { covers, records, found }))) {
    const dueAt = ports.clock.now() + RETRY;
    return { ...step, change: { state: extraction.state, dueAt, found, changed }, outcome };
  }
  if (!covers) return { ...step, change, outcome };
  // Counted once, at the end: parts and pages are taken more than once.
  const finished = withOutcome({ ...outcome, matched: records }, await finish(context, found));
  return { ...step, change, outcome: finished };
}

async function openIncidents(
  { extraction, ports }: StepContext,
  { state, error: why = 'The reason is not known.' }: ExtractionChange,
): Promise<Partial<StepOutcome>> {
  const now = ports.clock.now();
  if (state === 'late' && extraction.state !== 'late')
    return openIncident(ports, lateIncident(extraction, now));
  if (state !== 'failed' && state !== 'abandoned') return {};
  const incident = failedIncident(extraction, { why, now });
  const opened = await openIncident(ports, incident);
  return { ...opened, error: { name: 'JobFailed', message: why, incident: incident.kind } };
}

/** Resolves the incidents about jobs of this watch, and notifies of a baseline with one summary. */
async function finish({ extraction, watch, ports }: StepContext, found: number): Promise<AlertsMade> {
  const resolved = await resolveIncidents(ports, extractionSubjects(watch.id));
  if (!extraction.silent || extraction.track === 'backfill') return resolved;
  const summary = baselineAlertOf(watch, { found, window: extraction.range, now: ports.clock.now() });
  return joinAlertsMade(resolved, await putOnChannels(ports, summary, watch));
}

import type { ExtractionChange } from '../../domain/extraction/extraction.ts';
import { failedIncident } from '../../domain/extraction/extraction-incident.ts';
import { CLOCK_SKEW } from '../../domain/extraction/extraction-times.ts';
import {
  submitAccepted,
  extractionEnded,
  jobNotListed,
  submitStarted,
  slotsBusy,
} from '../../domain/extraction/extraction-transitions.ts';
import { incidentOf } from '../../domain/incidents/incident.ts';
import { GoneError, RefusedError, ThrottledError } from '../../domain/lib/errors.ts';
import { openIncident } from '../alerts/notify-incidents.ts';
import { CallFailed, callService } from './call-service.ts';
import { countUsage } from './count-usage.ts';
import { OVERTAKEN, type StepContext, type StepResult } from './extraction-step.ts';
import { addStepOutcome, type StepOutcome } from './step-outcome.ts';

/**
 * Submits the job once. The intent is written first; an extraction whose intent is written already looks for the job in
 * the service's list before it is submitted again.
 */
export async function submitJob(context: StepContext): Promise<StepResult | typeof OVERTAKEN> {
  if (context.extraction.state === 'submitting') return findLostJob(context);
  const { ports, limits } = context;
  const intent = submitStarted(context.extraction, ports.clock.now());
  const extraction = await ports.extractions.move(context.extraction, intent);
  if (!extraction) return OVERTAKEN;
  const submitting = { ...context, extraction };
  try {
    const { answer, outcome } = await callService(ports.jobs.submit(extraction, limits));
    const claimed = await claimJob(submitting, answer.upstreamId);
    return { change: claimed ?? { state: 'waiting', dueAt: ports.clock.now() }, outcome, extraction };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return { ...(await handleNotAccepted(submitting, error)), extraction };
  }
}

/** The job was not submitted, or its answer was lost. */
async function handleNotAccepted(
  context: StepContext,
  { failure, outcome }: CallFailed,
): Promise<StepResult> {
  const { extraction, watch, ports } = context;
  const now = ports.clock.now();
  if (failure instanceof ThrottledError) {
    const { retryAfter } = failure;
    return { change: slotsBusy(extraction, { severity: watch.severity, retryAfter, now }), outcome };
  }
  if (failure instanceof RefusedError || failure instanceof GoneError)
    return handleRefusal(context, { failure, outcome });
  return { change: { state: 'submitting', dueAt: extraction.dueAt, error: failure.message }, outcome };
}

/**
 * The service refuses this job for good: the operators are notified. The range counts as covered where the service cannot
 * answer the query, and not where a key was missing or the account was empty.
 */
async function handleRefusal(
  context: StepContext,
  { failure, outcome: before }: { failure: RefusedError | GoneError; outcome: StepOutcome },
): Promise<StepResult> {
  const { extraction, watch, ports } = context;
  const now = ports.clock.now();
  const { name, message } = failure;
  const incident =
    incidentOf(failure, { watch, failures: 0, now }) ?? failedIncident(extraction, { why: message, now });
  const opened = await openIncident(ports, incident);
  const outcome = addStepOutcome(before, { ...opened, error: { name, message, trouble: incident.kind } });
  const isTemporary =
    failure instanceof RefusedError && (failure.refusal === 'key' || failure.refusal === 'quota');
  await countUsage(context, { covers: !isTemporary, records: 0, found: 0, calls: outcome.calls });
  return { change: extractionEnded('refused', { error: message, now }), outcome };
}

/** The answer to a submit was lost: the job may be in the list of those made since the intent. */
async function findLostJob(context: StepContext): Promise<StepResult> {
  const { extraction, ports, limits } = context;
  const { query, range, intentAt = extraction.createdAt } = extraction;
  const since = intentAt - CLOCK_SKEW;
  const { answer, outcome } = await callService(ports.jobs.find({ query, range, since }, limits));
  for (const upstreamId of answer.upstreamIds) {
    const change = await claimJob(context, upstreamId);
    if (change) return { change, outcome };
  }
  return { change: jobNotListed(extraction, ports.clock.now()), outcome };
}

/** Undefined when another extraction has claimed the job: one that asks the same and lost its answer, too. */
async function claimJob(
  { extraction, ports }: StepContext,
  upstreamId: string,
): Promise<ExtractionChange | undefined> {
  const { id, expiresAt } = extraction;
  const isOurs = await ports.extractions.claim(upstreamId, { extractionId: id, expiresAt });
  return isOurs ? submitAccepted(upstreamId, ports.clock.now()) : undefined;
}

import {
  type ExtractionChange,
  type ExtractionOutcome,
  failedIncident,
} from '../../domain/extraction/extraction.ts';
import {
  CLOCK_SKEW,
  extractionEnded,
  jobNotListed,
  slotsBusy,
  submitAccepted,
  submitStarted,
} from '../../domain/extraction/extraction-transitions.ts';
import { incidentOf } from '../../domain/incidents/incident.ts';
import { GoneError, RefusedError, ThrottledError, UpstreamError } from '../../domain/lib/errors.ts';
import { openIncident } from '../alerts/put-alerts.ts';
import { advanceExtraction } from './advance-extraction.ts';
import {
  type AdvanceContext,
  type AdvancePorts,
  countUsage,
  type StepContext,
  type StepResult,
} from './extraction-step.ts';

/** Submits the job of an extraction once, or finds it after a lost answer. */
export function submitExtraction(
  jobId: string,
  ports: AdvancePorts,
  context: AdvanceContext,
): Promise<ExtractionOutcome> {
  return advanceExtraction({ step: 'submit', take: submitJob }, jobId, { ports, context });
}

/**
 * Submits the job once. The intent is written first; an extraction whose intent is written already looks for the job in
 * the service's list before it is submitted again.
 */
async function submitJob(context: StepContext): Promise<StepResult> {
  if (context.extraction.state === 'submitting') return findLostJob(context);
  const { ports, limits } = context;
  const intent = submitStarted(context.extraction, ports.clock.now());
  const extraction = await ports.extractions.move(context.extraction, intent);
  if (!extraction) return {};
  const submitting = { ...context, extraction };
  try {
    const { upstreamId } = await ports.jobs.submit(extraction, limits);
    const claimed = await claimJob(submitting, upstreamId);
    return { change: claimed ?? { state: 'waiting', dueAt: ports.clock.now() }, extraction };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { ...(await handleNotAccepted(submitting, error)), extraction };
  }
}

async function handleNotAccepted(context: StepContext, error: UpstreamError): Promise<StepResult> {
  const { extraction, watch, ports } = context;
  if (error instanceof ThrottledError) {
    const { retryAfter } = error;
    const now = ports.clock.now();
    return { change: slotsBusy(extraction, { severity: watch.severity, retryAfter, now }) };
  }
  if (error instanceof RefusedError || error instanceof GoneError) return handleRefusal(context, error);
  return { change: { state: 'submitting', dueAt: extraction.dueAt, error: error.message } };
}

/**
 * The service refuses this job for good: the operators are notified. The range counts as covered where the service cannot
 * answer the query, and not where a key was missing or the account was empty.
 */
async function handleRefusal(context: StepContext, error: RefusedError | GoneError): Promise<StepResult> {
  const { extraction, watch, ports } = context;
  const now = ports.clock.now();
  const { name, message } = error;
  const incident =
    incidentOf(error, { watch, failures: 0, now }) ?? failedIncident(extraction, { why: message, now });
  const opened = await openIncident(ports, incident);
  const isTemporary = error instanceof RefusedError && (error.refusal === 'key' || error.refusal === 'quota');
  await countUsage(context, { covers: !isTemporary, records: 0, found: 0 });
  return {
    change: extractionEnded('refused', { error: message, now }),
    outcome: { ...opened, error: { name, message, trouble: incident.kind } },
  };
}

/** The answer to a submit was lost: the job may be in the list of those made since the intent. */
async function findLostJob(context: StepContext): Promise<StepResult> {
  const { extraction, ports, limits } = context;
  const { query, range, intentAt = extraction.createdAt } = extraction;
  const since = intentAt - CLOCK_SKEW;
  const { upstreamIds } = await ports.jobs.find({ query, range, since }, limits);
  for (const upstreamId of upstreamIds) {
    const change = await claimJob(context, upstreamId);
    if (change) return { change };
  }
  return { change: jobNotListed(extraction, ports.clock.now()) };
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

import {
  CLOCK_SKEW,
  extractionEnded,
  jobNotListed,
  jobPolled,
  MOST_EXECUTIONS,
  slotsBusy,
  submitAccepted,
  submitStarted,
} from '../../domain/extraction/extraction-transitions.ts';
import {
  emptyExtractionOutcome,
  executionName,
  type ExtractionChange,
  type ExtractionOutcome,
  failedIncident,
  hasEnded,
} from '../../domain/extraction/extraction.ts';
import { incidentOf } from '../../domain/incidents/incident.ts';
import { GoneError, RefusedError, ThrottledError, UpstreamError } from '../../domain/lib/errors.ts';
import { FAILED_STATES } from '../../domain/services/extraction-rules.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { openIncident } from '../alerts/put-alerts.ts';
import type { Ports } from '../ports/ports.ts';
import { stepFunction } from './advance-extraction.ts';
import {
  type AdvancePorts,
  countUsage,
  readRecords,
  type StepContext,
  type StepResult,
  upstreamIdOf,
} from './extraction-step.ts';

/** Submits the job of an extraction once, or finds it after a lost answer. */
export const submitExtraction = stepFunction('submit', submitJob);

/**
 * Submits the job once. The intent is written first; an extraction whose intent is written already looks for the job
 * in the service's list before it is submitted again.
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
 * The service refuses this job for good: the operators are notified. The range counts as covered where the service
 * cannot answer the query, and not where a key was missing or the account was empty.
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
    outcome: { ...opened, error: { name, message, incident: incident.kind } },
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

/** Reads how far the job of an extraction is. */
export const pollExtraction = stepFunction('poll', pollJob);

/** Reads the stage of the job. A stage that is neither completed nor failed is work, in whatever order stages come. */
async function pollJob(context: StepContext): Promise<StepResult> {
  const { extraction, ports, limits } = context;
  const { stage } = await ports.jobs.stage(upstreamIdOf(context), limits);
  if (!FAILED_STATES.includes(stage))
    return { change: jobPolled(extraction, { stage, now: ports.clock.now() }) };
  const { error = 'The service gives no reason.' } = await readRecords(context, 1);
  return {
    change: { ...extractionEnded('failed', { error, now: ports.clock.now() }), upstreamState: stage },
  };
}

/**
 * Records why an execution stopped: our own function failed more often than it is tried. The extraction stays open,
 * and `reconcile` starts another execution; after the last one the extraction has failed, and the operators are
 * notified.
 */
export async function recordBrokenExecution(
  { jobId, cause }: { jobId: string; cause: string },
  ports: AdvancePorts,
): Promise<ExtractionOutcome> {
  const extraction = await ports.extractions.get(jobId);
  const nothing = emptyExtractionOutcome(jobId, extraction?.watchId ?? '');
  if (!extraction || hasEnded(extraction.state)) return nothing;
  const now = ports.clock.now();
  const message = `A step failed: ${cause}`;
  const outcome = { ...nothing, error: { name: 'ExecutionBroken', message } };
  const { state } = extraction;
  if (extraction.executions < MOST_EXECUTIONS) {
    await ports.extractions.move(extraction, { state, dueAt: now, error: message });
    return { ...outcome, status: 'continued', state };
  }
  const opened = await openIncident(ports, failedIncident(extraction, { why: message, now }));
  await ports.extractions.move(extraction, extractionEnded('failed', { error: message, now }));
  return { ...outcome, ...opened, status: 'failed', state: 'failed' };
}

const MOST = 100;

export type RestartPorts = Pick<Ports, 'extractions' | 'workflow' | 'executions'> & {
  clock: Pick<Ports['clock'], 'now'>;
};

/**
 * Starts another execution for every open extraction whose next step is overdue while no execution of it runs. Gives
 * back their ids. The number of the execution is written first, so that no two have one name.
 *
 * @param given `at` may be later than now where executions are known to be lost.
 */
export async function restartExtractions(
  { extractions, workflow, executions, clock }: RestartPorts,
  given: { at?: Instant; most?: number } = {},
): Promise<string[]> {
  const { at = clock.now(), most = MOST } = given;
  const overdue = await extractions.overdue(at, most);
  if (overdue.length === 0) return [];
  const running = await executions.running();
  const restarted: string[] = [];
  for (const extraction of overdue) {
    if (running.has(executionName(extraction))) continue;
    const { state, dueAt, executions: started } = extraction;
    const change = { state, dueAt: Math.max(dueAt, clock.now()), executions: started + 1 };
    const next = await extractions.move(extraction, change);
    if (!next) continue;
    await workflow.start(executionName(next), next.id);
    restarted.push(next.id);
  }
  return restarted;
}

import {
  emptyExtractionOutcome,
  executionName,
  type ExtractionOutcome,
  failedIncident,
  hasEnded,
} from '../../domain/extraction/extraction.ts';
import {
  extractionEnded,
  jobPolled,
  MOST_EXECUTIONS,
} from '../../domain/extraction/extraction-transitions.ts';
import { FAILED_STATES } from '../../domain/services/extraction-rules.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { openIncident } from '../alerts/put-alerts.ts';
import type { Ports } from '../ports/ports.ts';
import { advanceExtraction } from './advance-extraction.ts';
import {
  type AdvanceContext,
  type AdvancePorts,
  readRecords,
  type StepContext,
  type StepResult,
  upstreamIdOf,
} from './extraction-step.ts';

/** Reads how far the job of an extraction is. */
export function pollExtraction(
  jobId: string,
  ports: AdvancePorts,
  context: AdvanceContext,
): Promise<ExtractionOutcome> {
  return advanceExtraction({ step: 'poll', take: pollJob }, jobId, { ports, context });
}

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
 * Records why an execution stopped: our own function failed more often than it is tried. The extraction stays open, and
 * `reconcile` starts another execution; after the last one the extraction has failed, and the operators are notified.
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
 * Starts another execution for every open extraction whose next step is overdue while no execution of it runs. Gives back
 * their ids. The number of the execution is written first, so that no two have one name.
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

import { hasEnded } from '../../domain/extraction/extraction.ts';
import {
  emptyExtractionOutcome,
  type ExtractionOutcome,
} from '../../domain/extraction/extraction-outcome.ts';
import { MOST_EXECUTIONS } from '../../domain/extraction/extraction-times.ts';
import { failedIncident } from '../../domain/extraction/extraction-incident.ts';
import { ended } from '../../domain/extraction/extraction-transitions.ts';
import { openIncident } from '../alerts/notify-incidents.ts';
import type { AdvancePorts } from './extraction-step.ts';

/**
 * Notes why an execution broke off: our own function failed for longer than it was tried again. The extraction stays open,
 * and `reconcile` starts it again; after some executions it has failed, which the operators are told.
 */
export async function recordBrokenExecution(
  { jobId, cause }: { jobId: string; cause: string },
  ports: AdvancePorts,
): Promise<ExtractionOutcome> {
  const extraction = await ports.extractions.get(jobId);
  const outcome = emptyExtractionOutcome(jobId, extraction?.watchId ?? '');
  if (!extraction || hasEnded(extraction.state)) return outcome;
  const now = ports.clock.now();
  const error = `A step broke off: ${cause}`;
  outcome.error = { name: 'ExecutionBroken', message: error };
  if (extraction.executions < MOST_EXECUTIONS) {
    await ports.extractions.move(extraction, { state: extraction.state, dueAt: now, error });
    return { ...outcome, status: 'continued', state: extraction.state };
  }
  await openIncident({ ports, outcome }, failedIncident(extraction, { why: error, now }));
  await ports.extractions.move(extraction, ended('failed', { error, now }));
  return { ...outcome, status: 'failed', state: 'failed' };
}

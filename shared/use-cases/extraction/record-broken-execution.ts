import { failedIncident } from '../../domain/extraction/extraction-incident.ts';
import { MOST_EXECUTIONS } from '../../domain/extraction/extraction-times.ts';
import { extractionEnded } from '../../domain/extraction/extraction-transitions.ts';
import {
  emptyExtractionOutcome,
  type ExtractionOutcome,
  hasEnded,
} from '../../domain/extraction/extraction.ts';
import { openIncident } from '../alerts/notify-incidents.ts';
import type { AdvancePorts } from './extraction-step.ts';

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

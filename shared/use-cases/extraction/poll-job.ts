import { FAILED_STATES } from '../../domain/services/extraction-rules.ts';
import { extractionEnded, jobPolled } from '../../domain/extraction/extraction-transitions.ts';
import { callService } from './call-service.ts';
import { type StepContext, type StepResult, upstreamIdOf } from './extraction-step.ts';
import { readRecords } from './read-records.ts';

/** Reads the stage of the job. A stage that is neither completed nor failed is work, in whatever order stages come. */
export async function pollJob(context: StepContext): Promise<StepResult> {
  const { extraction, ports, limits } = context;
  const polling = await callService(ports.jobs.stage(upstreamIdOf(context), limits));
  const { stage } = polling.answer;
  if (!FAILED_STATES.includes(stage))
    return { change: jobPolled(extraction, { stage, now: ports.clock.now() }), outcome: polling.outcome };
  const { answer, outcome } = await readRecords(context, 1, polling.outcome);
  const { error = 'The service gives no reason.' } = answer;
  return {
    change: { ...extractionEnded('failed', { error, now: ports.clock.now() }), upstreamState: stage },
    outcome,
  };
}

import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import type { Timed } from '../settings.ts';
import { type Job, type Stage, STAGES } from '../stored.ts';

/** Completed or failed: polling may end. */
export function isOver(stage: Stage): stage is 'completed' | 'failed' {
  return stage === 'completed' || stage === 'failed';
}

/** When each step of a job ends; the last one never does. Undefined in the walk by call. */
function endsOf({ settings: { walk } }: Timed, { steps, startedAt }: Job): Instant[] | undefined {
  if (walk.by === 'call') return undefined;
  let at = startedAt;
  return steps.map(({ stage }) => (at += isOver(stage) ? Infinity : walk.stages[stage]));
}

/** The number of the step that a job is in. */
export function stepOf(context: Timed, job: Job): number {
  const last = job.steps.length - 1;
  const ended = endsOf(context, job)?.filter((at) => at <= context.clock.now()).length ?? job.polls;
  return Math.max(0, Math.min(ended, last));
}

export function stageOf(context: Timed, job: Job): Stage {
  return job.steps[stepOf(context, job)]?.stage ?? 'submitted';
}

/** When a job is over by the clock; undefined for one that never is, and in the walk by call. */
export function endOf(context: Timed, job: Job): Instant | undefined {
  const last = job.steps.at(-1);
  return last && isOver(last.stage) ? endsOf(context, job)?.at(-2) : undefined;
}

/**
 * All seven stages, each with whether it is done. The stages before the present one are; in a failed job those before
 * the one it failed in. A step back to fetching opens the stages after it again.
 */
export function stagesView(context: Timed, job: Job) {
  const at = stepOf(context, job);
  const present = job.steps[at]?.stage ?? 'submitted';
  const reached = STAGES.indexOf((present === 'failed' ? job.steps[at - 1]?.stage : undefined) ?? present);
  return STAGES.map((status, index) => ({
    status,
    order: index + 1,
    completed: status === present ? isOver(present) : index < reached && status !== 'failed',
  }));
}

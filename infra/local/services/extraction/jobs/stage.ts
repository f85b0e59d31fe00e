/** The stages of a job in their order (extraction service, job states). */
export const STAGES = [
  'submitted',
  'analyzing',
  'fetching',
  'clustering',
  'enriching',
  'completed',
  'failed',
] as const;

export type Stage = (typeof STAGES)[number];

/** Completed or failed: polling may end. */
export function isOver(stage: Stage): stage is 'completed' | 'failed' {
  return stage === 'completed' || stage === 'failed';
}

/** One line of `steps` in a status answer. */
export interface StepView {
  status: Stage;
  order: number;
  completed: boolean;
}

/**
 * All seven stages, each with whether it is done. The stages before the present one are; in a failed job those before
 * the one it failed in. A step back to fetching opens the stages after it again.
 */
export function stepsOf({ stage, failedIn }: { stage: Stage; failedIn?: Stage | undefined }): StepView[] {
  const reached = STAGES.indexOf(failedIn ?? stage);
  return STAGES.map((status, index) => ({
    status,
    order: index + 1,
    completed: status === stage ? isOver(stage) : index < reached && status !== 'failed',
  }));
}

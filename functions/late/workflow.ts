import { loadedOnce } from '../../shared/domain/lib/loaded-once.ts';
import type { Workflow } from '../../shared/use-cases/ports/extraction.ts';

/** The workflow of extractions, whose client of Step Functions is loaded with the first execution. */
export function lateWorkflow(stateMachineArn: string): Workflow {
  const open = loadedOnce(async () =>
    (await import('../../shared/aws/workflow/open-workflow.ts')).openWorkflow(stateMachineArn),
  );
  return { start: async (...given) => (await open()).start(...given) };
}

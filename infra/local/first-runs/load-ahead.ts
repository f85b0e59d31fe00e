import type { Machine } from '../aws/start-machine.ts';
import type { StackAccess } from '../open-access.ts';

/** Loads the functions of the first runs and of their alerts. Meanwhile the services read their articles. */
export function loadAhead(
  { stack, functions }: Pick<Machine, 'stack' | 'functions'>,
  { runQueues, outputs }: Pick<StackAccess, 'runQueues' | 'outputs'>,
): void {
  const runs = stack.eventSources.find(({ queueArn }) =>
    runQueues.includes(queueArn.split(':').at(-1) ?? ''),
  );
  if (runs) functions.loadAhead(runs.functionName);
  functions.loadAhead(outputs.DeliverAlertsFunction);
}

import {
  ExecutionAlreadyExists,
  paginateListExecutions,
  type SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { Workflow } from '../use-cases/extraction-ports.ts';

/** The state machine that carries extractions on, one execution each. */
export function stepFunctionsWorkflow(client: SFNClient, stateMachineArn: string): Workflow {
  return {
    async start(name, jobId) {
      const input = JSON.stringify({ jobId });
      try {
        await client.send(new StartExecutionCommand({ stateMachineArn, name, input }));
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },

    async running() {
      const names = new Set<string>();
      const query = { stateMachineArn, statusFilter: 'RUNNING' } as const;
      for await (const { executions = [] } of paginateListExecutions({ client }, query)) {
        for (const { name } of executions) if (name !== undefined) names.add(name);
      }
      return names;
    },
  };
}

import {
  ExecutionAlreadyExists,
  paginateListExecutions,
  type SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { Executions, Workflow } from '../../use-cases/ports/extraction.ts';

/** The state machine that carries extractions on, one execution each: starts them. */
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
  };
}

/** What that state machine has under way. */
export function stepFunctionsExecutions(client: SFNClient, stateMachineArn: string): Executions {
  return {
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

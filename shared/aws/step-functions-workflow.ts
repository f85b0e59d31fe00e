import {
  ExecutionAlreadyExists,
  paginateListExecutions,
  type SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { undefinedOn } from './bounded-requests.ts';
import type { Executions, Workflow } from '../use-cases/ports/services.ts';

/** Starts executions of the state machine, one per extraction. */
export function stepFunctionsWorkflow(client: SFNClient, stateMachineArn: string): Workflow {
  return {
    async start(name, jobId) {
      const input = JSON.stringify({ jobId });
      const command = new StartExecutionCommand({ stateMachineArn, name, input });
      await undefinedOn(ExecutionAlreadyExists, client.send(command));
    },
  };
}

/** The names of its running executions. */
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

import { SFNClient } from '@aws-sdk/client-sfn';
import type { Workflow } from '../../use-cases/ports/extraction.ts';
import { boundedRequests } from '../requests/bounded-requests.ts';
import { stepFunctionsWorkflow } from './step-functions-workflow.ts';

/** The workflow of extractions with a client of its own. */
export function openWorkflow(stateMachineArn: string): Workflow {
  return stepFunctionsWorkflow(new SFNClient(boundedRequests()), stateMachineArn);
}

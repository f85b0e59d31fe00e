import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { openStore, type Store } from '../../shared/store/open-store.ts';
import { secretPageLinks } from '../../shared/aws/secrets.ts';
import { sqsRunQueue } from '../../shared/aws/sqs-queues.ts';
import { stepFunctionsExecutions, stepFunctionsWorkflow } from '../../shared/aws/step-functions-workflow.ts';
import { ENV } from '../../shared/contracts/names.ts';
import type { PageLinks } from '../../shared/domain/pages/signed-link.ts';
import type { Executions, Workflow } from '../../shared/use-cases/ports/services.ts';
import type { RunQueue } from '../../shared/use-cases/ports/ports.ts';
import { outputsSchema, type StackOutputs } from '../stack-outputs.ts';
import { localCredentials } from './aws/local-account.ts';
import type { SharedClock } from './aws/shared-clock.ts';
import type { Machine } from './aws/start-machine.ts';

/** The running stack as its own functions see it: what a start and its report read, and how they order runs. */
export interface StackAccess {
  outputs: StackOutputs;
  store: Store;
  queue: RunQueue;
  workflow: Workflow;
  executions: Executions;
  /** Names of all queues of work: runs, decisions, webhook payloads and other transports. */
  workQueues: readonly string[];
  /** Links to the pages, signed as the functions sign them. */
  links: () => Promise<PageLinks>;
  close(): void;
}

export function openAccess({ stack, endpoints }: Machine, clock: SharedClock): StackAccess {
  const table = new DynamoDBClient({ ...localCredentials, endpoint: endpoints.DYNAMODB });
  const secrets = new SecretsManagerClient({ ...localCredentials, endpoint: endpoints.SECRETS_MANAGER });
  const sqs = new SQSClient({ ...localCredentials, endpoint: endpoints.SQS });
  const workflows = new SFNClient({ ...localCredentials, endpoint: endpoints.SFN });
  const outputs = outputsSchema.parse(stack.outputs);
  const runs = {
    news: outputs.RunsNewsQueueUrl,
    events: outputs.RunsEventsQueueUrl,
    extraction: outputs.RunsExtractionQueueUrl,
    ...(outputs.RunsFeedsQueueUrl !== undefined && { feeds: outputs.RunsFeedsQueueUrl }),
    ...(outputs.RunsWorldQueueUrl !== undefined && { world: outputs.RunsWorldQueueUrl }),
  };
  const transportQueues = new Set(
    stack.functions.flatMap(({ environment }) => environment[ENV.transportsQueue] ?? []),
  );
  return {
    outputs,
    store: openStore(dynamoTable(table, outputs.TableName)),
    queue: sqsRunQueue(sqs, runs),
    workflow: stepFunctionsWorkflow(workflows, outputs.WorkflowArn),
    executions: stepFunctionsExecutions(workflows, outputs.WorkflowArn),
    workQueues: [
      ...Object.values(runs),
      outputs.DecideQueueUrl,
      outputs.DeliveriesQueueUrl,
      ...transportQueues,
    ].map((url) => url.split('/').at(-1) ?? ''),
    links: secretPageLinks(secrets, {
      keySecret: outputs.LinkKeySecret,
      base: outputs.PagesUrl,
      clock,
    }),
    close: () => {
      secrets.destroy();
      table.destroy();
      sqs.destroy();
      workflows.destroy();
    },
  };
}

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { openStore, type Store } from '../../shared/aws/dynamo/open-store.ts';
import { secretPageLinks } from '../../shared/aws/secrets/secret-page-links.ts';
import { sqsRunQueue } from '../../shared/aws/sqs/sqs-run-queue.ts';
import {
  stepFunctionsExecutions,
  stepFunctionsWorkflow,
} from '../../shared/aws/workflow/step-functions-workflow.ts';
import { ENV, OUTPUTS } from '../../shared/contracts/names.ts';
import type { Service } from '../../shared/domain/lib/errors.ts';
import type { PageLinks } from '../../shared/domain/pages/page-links.ts';
import type { Executions, Workflow } from '../../shared/use-cases/ports/extraction-ports.ts';
import type { RunQueue } from '../../shared/use-cases/ports/ports.ts';
import { localCredentials } from './aws/local-account.ts';
import type { SharedClock } from './aws/shared-clock.ts';
import type { Machine } from './aws/start-machine.ts';

/** The running stack as its own functions see it: what start and its report read, and where they order runs. */
export interface StackAccess {
  store: Store;
  queue: RunQueue;
  workflow: Workflow;
  executions: Executions;
  /** Names of the queues of runs and of deliveries. */
  runQueues: readonly string[];
  /** Links to the pages, signed as the functions sign them. */
  links: () => Promise<PageLinks>;
  close(): void;
}

export function openAccess({ stack, endpoints }: Machine, clock: SharedClock): StackAccess {
  const table = new DynamoDBClient({ ...localCredentials, endpoint: endpoints.DYNAMODB });
  const secrets = new SecretsManagerClient({ ...localCredentials, endpoint: endpoints.SECRETS_MANAGER });
  const sqs = new SQSClient({ ...localCredentials, endpoint: endpoints.SQS });
  const workflows = new SFNClient({ ...localCredentials, endpoint: endpoints.SFN });
  const machineArn = stack.outputs[OUTPUTS.workflow] ?? '';
  const environment = Object.assign({}, ...stack.functions.map((one) => one.environment));
  const services: Service[] = ['news', 'events', 'extraction'];
  const urls = services.flatMap((service): [Service, string][] => {
    const url: unknown = environment[ENV.runsQueue[service]];
    return typeof url === 'string' ? [[service, url]] : [];
  });
  return {
    store: openStore(table, stack.outputs[OUTPUTS.table] ?? ''),
    queue: sqsRunQueue(sqs, Object.fromEntries(urls)),
    workflow: stepFunctionsWorkflow(workflows, machineArn),
    executions: stepFunctionsExecutions(workflows, machineArn),
    runQueues: [...urls.map(([, url]) => url), stack.outputs[OUTPUTS.deliveriesQueue] ?? ''].map(
      (url) => url.split('/').at(-1) ?? '',
    ),
    links: secretPageLinks(secrets, {
      keySecret: stack.outputs[OUTPUTS.linkKeySecret] ?? '',
      base: stack.outputs[OUTPUTS.pages] ?? '',
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

import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { openStore } from '../shared/aws/dynamo/open-store.ts';
import { s3RawStore } from '../shared/aws/s3/s3-raw-store.ts';
import { secretKey } from '../shared/aws/secrets/secret-key.ts';
import {
  stepFunctionsExecutions,
  stepFunctionsWorkflow,
} from '../shared/aws/workflow/step-functions-workflow.ts';
import { snsSubscriptions } from '../shared/aws/sns/sns-subscriptions.ts';
import { sqsRunQueue } from '../shared/aws/sqs/sqs-run-queue.ts';
import { readReconcileEnvironment, type ServiceAccess } from '../shared/contracts/environment.ts';
import { EVENTS } from '../shared/contracts/names.ts';
import { createEventsClient } from '../shared/providers/events/create-events-client.ts';
import { eventsPlan } from '../shared/providers/events/events-plan.ts';
import { extractionPlan } from '../shared/providers/extraction/source/extraction-plan.ts';
import { openUpstream } from '../shared/providers/extraction/source/open-upstream.ts';
import { createNewsClient } from '../shared/providers/news/create-news-client.ts';
import { newsPlan } from '../shared/providers/news/news-plan.ts';
import { reconcile } from '../shared/use-cases/reconcile/reconcile.ts';
import { clock, invokeHandler, logger } from './edge.ts';

const environment = readReconcileEnvironment(process.env);
const secrets = new SecretsManagerClient();
const workflows = new SFNClient();
const access = ({ url, keySecret, prefix }: ServiceAccess) => ({
  baseUrl: url,
  key: secretKey(secrets, { secretId: keySecret, clock }),
  clock,
  ...(prefix !== undefined && { prefix }),
});
const { news, events, extraction } = environment.services;
const ports = {
  ...openStore(new DynamoDBClient(), environment.table),
  clock,
  queue: sqsRunQueue(new SQSClient(), environment.runsQueues),
  workflow: stepFunctionsWorkflow(workflows, environment.workflow),
  executions: stepFunctionsExecutions(workflows, environment.workflow),
  subscriptions: snsSubscriptions(new SNSClient(), environment.topic),
  plans: {
    ...(news && { news: newsPlan(createNewsClient(access(news))) }),
    ...(events && { events: eventsPlan(createEventsClient(access(events))) }),
    ...(extraction && { extraction: extractionPlan(access(extraction)) }),
  },
};

const { stack, receiver } = environment;
const settings = { stack, receiver, newSecret: () => randomBytes(32).toString('base64url') };
const upstream = extraction && {
  ...ports,
  raw: s3RawStore(new S3Client(), environment.bucket),
  ...openUpstream(access(extraction)),
};

/** Heals what a single run cannot, and keeps what the extraction service holds for the watches. */
export const handler = invokeHandler(z.looseObject({}), async (_payload, call) => {
  const outcome = await reconcile(
    { ...ports, ...(upstream && { upstream: { ports: upstream, settings } }) },
    call,
  );
  logger.info(EVENTS.reconciled, { event: EVENTS.reconciled, outcome });
  return outcome;
});

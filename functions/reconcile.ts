import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { openStore } from '../shared/aws/open-store.ts';
import { snsSubscriptions } from '../shared/aws/sns-subscriptions.ts';
import { sqsRunQueue } from '../shared/aws/sqs-run-queue.ts';
import { readReconcileEnvironment } from '../shared/contracts/environment.ts';
import { EVENTS } from '../shared/contracts/names.ts';
import { reconcile } from '../shared/use-cases/reconcile.ts';
import { clock, invokeHandler, logger } from './edge.ts';

const environment = readReconcileEnvironment(process.env);
const ports = {
  ...openStore(new DynamoDBClient(), environment.table),
  clock,
  queue: sqsRunQueue(new SQSClient(), environment.runsQueues),
  subscriptions: snsSubscriptions(new SNSClient(), environment.topic),
};

/** Heals what a single run cannot. */
export const handler = invokeHandler(z.looseObject({}), async (_payload, call) => {
  const outcome = await reconcile(ports, call);
  logger.info(EVENTS.reconciled, { event: EVENTS.reconciled, outcome });
  return outcome;
});

import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import { sqsDecideQueue } from '../shared/aws/sqs-queues.ts';
import { s3RawStore, s3WebhookPayloads } from '../shared/aws/s3-objects.ts';
import { webhookOrderSchema } from '../shared/contracts/orders.ts';
import { readInsertEnvironment } from '../shared/contracts/environment.ts';
import { EVENTS } from '../shared/contracts/names.ts';
import { webhookReader } from '../shared/providers/extraction/source/webhook-reader.ts';
import { openUpstream } from '../shared/providers/extraction/source/open-upstream.ts';
import { processWebhooks } from '../shared/use-cases/upstream/process-webhooks.ts';
import { countWork, logEvent, openTable, queueBatchHandler, settingsOf } from './handler.ts';
import { openDelivery } from './open-delivery.ts';

const { table, topic, bucket, decideQueue, ...service } = readInsertEnvironment(process.env);
const objects = new S3Client(boundedRequests());
const secrets = new SecretsManagerClient(boundedRequests());
const ports = {
  ...openTable(table),
  decideQueue: sqsDecideQueue(new SQSClient(boundedRequests()), decideQueue),
  raw: s3RawStore(bucket, objects),
  webhookPayloads: s3WebhookPayloads(bucket, objects),
  readWebhook: webhookReader,
  ...openUpstream(settingsOf(service, secrets)),
};
const delivery = openDelivery(ports, { topic, secrets });

/**
 * Stores the records of webhook payloads that were kept, and orders them to be decided. It delivers critical alerts to
 * the operators at once; the sweep of the next minute delivers the others.
 */
export const handler = queueBatchHandler(webhookOrderSchema, async (orders, call) => {
  const { processed, failed } = await delivery.urgently(call, (alerts) =>
    processWebhooks(orders, { ...ports, alerts }, call),
  );
  for (const { order, outcome } of processed) {
    logEvent(EVENTS.deliveryTaken, { orders: [order], outcome });
    countWork(outcome);
  }
  return failed;
});

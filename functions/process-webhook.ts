import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { s3WebhookPayloads } from '../shared/aws/s3/s3-webhook-payloads.ts';
import { s3RawStore } from '../shared/aws/s3/s3-raw-store.ts';
import { webhookOrderSchema } from '../shared/contracts/orders/webhook-order.ts';
import { readProcessWebhookEnvironment } from '../shared/contracts/environment.ts';
import { EVENTS } from '../shared/contracts/names.ts';
import { webhookReader } from '../shared/providers/extraction/source/webhook-reader.ts';
import { openUpstream } from '../shared/providers/extraction/source/open-upstream.ts';
import { processWebhook } from '../shared/use-cases/upstream/webhooks/process-webhook.ts';
import { logger, queueHandler } from './handler.ts';
import { countWork, openTableToDecide, settingsOf } from './wiring.ts';

const { table, bucket, ...service } = readProcessWebhookEnvironment(process.env);
const objects = new S3Client();
const ports = {
  ...openTableToDecide(table),
  raw: s3RawStore(objects, bucket),
  bodies: s3WebhookPayloads(objects, bucket),
  readWebhook: webhookReader,
  ...openUpstream(settingsOf(service, new SecretsManagerClient())),
};

/**
 * Processes the records of a webhook payload that was kept. It does not deliver what is new: payloads come in large
 * numbers, so the sweep of the next minute delivers for all of them at once.
 */
export const handler = queueHandler(webhookOrderSchema, async (order, call) => {
  const outcome = await processWebhook(order, ports, call);
  logger.info(EVENTS.deliveryTaken, { event: EVENTS.deliveryTaken, order, outcome });
  countWork(outcome);
});

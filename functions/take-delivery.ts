import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { openStore } from '../shared/aws/dynamo/open-store.ts';
import { s3WebhookPayloads } from '../shared/aws/s3/s3-webhook-payloads.ts';
import { s3RawStore } from '../shared/aws/s3/s3-raw-store.ts';
import { secretKey } from '../shared/aws/secrets/secret-key.ts';
import { webhookOrderSchema } from '../shared/contracts/orders/webhook-order.ts';
import { readTakeEnvironment } from '../shared/contracts/environment.ts';
import { EVENTS, METRICS } from '../shared/contracts/names.ts';
import { webhookReader } from '../shared/providers/extraction/source/webhook-reader.ts';
import { openUpstream } from '../shared/providers/extraction/source/open-upstream.ts';
import { rememberPast } from '../shared/use-cases/findings/remember-past.ts';
import { processWebhook } from '../shared/use-cases/upstream/webhooks/process-webhook.ts';
import { clock, countMetric, logger, queueHandler } from './edge.ts';

const { table, bucket, url, prefix, keySecret } = readTakeEnvironment(process.env);
const key = secretKey(new SecretsManagerClient(), { secretId: keySecret, clock });
const store = openStore(new DynamoDBClient(), table);
const ports = {
  ...store,
  findings: rememberPast(store.findings, clock),
  clock,
  raw: s3RawStore(new S3Client(), bucket),
  bodies: s3WebhookPayloads(new S3Client(), bucket),
  readWebhook: webhookReader,
  ...openUpstream({ baseUrl: url, prefix, key, clock }),
};

/**
 * Takes the records of a delivery that was kept. What is new is told by the sweep of the next minute: deliveries come in
 * crowds, and to tell after each one would cost more than to take them all.
 */
export const handler = queueHandler(webhookOrderSchema, async (order, call) => {
  const outcome = await processWebhook(order, ports, call);
  logger.info(EVENTS.deliveryTaken, { event: EVENTS.deliveryTaken, order, outcome });
  countMetric(METRICS.findings, outcome.new);
  countMetric(METRICS.alerts, outcome.alerts);
  countMetric(METRICS.calls, outcome.calls);
});

import { createHash } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { s3WebhookPayloads } from '../shared/aws/s3/s3-webhook-payloads.ts';
import { sqsWebhookQueue } from '../shared/aws/sqs/sqs-webhook-queue.ts';
import { readReceiveEnvironment } from '../shared/contracts/environment.ts';
import { EVENTS, METRICS } from '../shared/contracts/names.ts';
import { receiveWebhook } from '../shared/use-cases/upstream/webhooks/receive-webhook.ts';
import { countMetric, httpHandler, logger } from './handler.ts';
import { openTable } from './wiring.ts';

const { table, bucket, deliveriesQueue: webhooksQueue } = readReceiveEnvironment(process.env);
const ports = {
  ...openTable(table),
  bodies: s3WebhookPayloads(new S3Client(), bucket),
  deliveries: sqsWebhookQueue(new SQSClient(), webhooksQueue),
};

const HEADERS = { 'content-type': 'text/plain; charset=utf-8' };

/** Keeps a webhook payload of the extraction service. Answers 202 when it is kept, 401 without the webhook's secret. */
export const handler = httpHandler(async ({ path, headers, body }) => {
  const watchId = path.split('/').at(-1) ?? '';
  const secret = /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const digest = createHash('sha256').update(body).digest('hex');
  const answer = await receiveWebhook({ watchId, secret, body, digest }, ports);
  const event = EVENTS.deliveryReceived;
  logger.info(event, { event, outcome: { watchId, answer, bytes: body.length, digest } });
  countMetric(answer === 'kept' ? METRICS.deliveries : METRICS.refusedDeliveries, 1);
  return answer === 'kept'
    ? { status: 202, headers: HEADERS, body: 'kept\n' }
    : { status: 401, headers: HEADERS, body: 'the secret does not belong to this webhook\n' };
});

import { createHash } from 'node:crypto';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import { s3WebhookPayloads } from '../shared/aws/s3-objects.ts';
import { sqsWebhookQueue } from '../shared/aws/sqs-queues.ts';
import { readReceiveEnvironment } from '../shared/contracts/environment.ts';
import { LONGEST_NAME } from '../shared/domain/lib/fields.ts';
import { EVENTS, METRICS } from '../shared/contracts/names.ts';
import { type ReceiveOutcome, receiveWebhook } from '../shared/use-cases/upstream/receive-webhook.ts';
import { secretKey } from '../shared/aws/secrets.ts';
import { maskedPayloads } from '../shared/providers/http/reader.ts';
import { clock, countMetric, httpHandler, logEvent, openTable } from './handler.ts';

const { table, bucket, deliveriesQueue: webhooksQueue, keySecret } = readReceiveEnvironment(process.env);
const readKey = secretKey(new SecretsManagerClient(boundedRequests()), { secretId: keySecret, clock });
const ports = {
  ...openTable(table),
  webhookPayloads: maskedPayloads(s3WebhookPayloads(bucket), readKey),
  deliveries: sqsWebhookQueue(new SQSClient(boundedRequests()), webhooksQueue),
};

const HEADERS = { 'content-type': 'text/plain; charset=utf-8' };

const ANSWERS: Readonly<Record<ReceiveOutcome, { status: number; body: string }>> = {
  kept: { status: 202, body: 'kept\n' },
  refused: { status: 401, body: 'the secret does not belong to this webhook\n' },
  unknown: { status: 404, body: 'this is not the address of a webhook\n' },
  'too large': { status: 413, body: 'the payload is too large\n' },
};

/**
 * Keeps a webhook payload of the extraction service. Answers 202 when it is kept, 401 without the webhook's secret,
 * 404 for a path that no watch can have, 413 for a body that is too large.
 */
export const handler = httpHandler(async ({ path, headers, body }) => {
  const watchId = /\/deliveries\/([^/]*)$/.exec(path)?.[1] ?? '';
  const secret = /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const digest = createHash('sha256').update(body).digest('hex');
  const answer = await receiveWebhook({ watchId, secret, body, digest }, ports);
  const shown = answer === 'unknown' ? watchId.slice(0, LONGEST_NAME) : watchId;
  logEvent(EVENTS.deliveryReceived, { outcome: { watchId: shown, answer, bytes: body.length, digest } });
  countMetric(answer === 'kept' ? METRICS.deliveries : METRICS.refusedDeliveries, 1);
  return { headers: HEADERS, ...ANSWERS[answer] };
});

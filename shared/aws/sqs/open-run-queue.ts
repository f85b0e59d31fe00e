import { SQSClient } from '@aws-sdk/client-sqs';
import type { RunQueue } from '../../use-cases/ports/queues.ts';
import { boundedRequests } from '../requests/bounded-requests.ts';
import { type RunQueueUrls, sqsRunQueue } from './sqs-run-queue.ts';

/** The runs queues with a client of their own. */
export function openRunQueue(urls: RunQueueUrls): RunQueue {
  return sqsRunQueue(new SQSClient(boundedRequests()), urls);
}

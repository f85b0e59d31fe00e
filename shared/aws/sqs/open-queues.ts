import { SQSClient } from '@aws-sdk/client-sqs';
import type { DecideQueue, RunQueue, TransportQueue } from '../../use-cases/ports/queues.ts';
import { boundedRequests } from '../requests/bounded-requests.ts';
import { sqsDecideQueue } from './sqs-decide-queue.ts';
import { type RunQueueUrls, sqsRunQueue } from './sqs-run-queue.ts';
import { sqsTransportQueue } from './sqs-transport-queue.ts';

// Queues, each with a client of its own: for functions that load the client with their first order.

export function openRunQueue(urls: RunQueueUrls): RunQueue {
  return sqsRunQueue(new SQSClient(boundedRequests()), urls);
}

export function openDecideQueue(url: string): DecideQueue {
  return sqsDecideQueue(new SQSClient(boundedRequests()), url);
}

export function openTransportQueue(url: string): TransportQueue {
  return sqsTransportQueue(new SQSClient(boundedRequests()), url);
}

import { SQSClient } from '@aws-sdk/client-sqs';
import type { TransportQueue } from '../../use-cases/ports/queues.ts';
import { boundedRequests } from '../requests/bounded-requests.ts';
import { sqsTransportQueue } from './sqs-transport-queue.ts';

/** The queue of other transports with a client of its own. */
export function openTransportQueue(url: string): TransportQueue {
  return sqsTransportQueue(new SQSClient(boundedRequests()), url);
}

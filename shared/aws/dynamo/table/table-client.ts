import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { boundedRequests } from '../../requests/bounded-requests.ts';
import { writeJsonBodies } from './json-bodies.ts';

/**
 * DynamoDB refuses writes to a partition that took 1,000 units within a second (DynamoDB Developer Guide, "Best practices for
 * designing and using partition keys effectively"). All items of a watch are in one partition, and a large run writes that
 * fast. The three tries of the SDK then end within two seconds, and the run would fail. Eight last up to 50 seconds.
 */
const MOST_TRIES = 8;

/** The client of the table in functions: its requests end in time, and it waits while a partition is busy. */
export function tableClient(settings: DynamoDBClientConfig = {}): DynamoDBClient {
  const client = new DynamoDBClient({
    ...boundedRequests(),
    maxAttempts: MOST_TRIES,
    // The steps of a kind of request are put together once: a tenth of the processor time of a request otherwise.
    cacheMiddleware: true,
    ...settings,
  });
  // It copies each request and answer for a log that nobody reads, which takes a tenth of the processor time of a request.
  client.middlewareStack.remove('loggerMiddleware');
  writeJsonBodies(client);
  return client;
}

import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { boundedRequests } from '../bounded-requests.ts';

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

/** Requests with whole items or many keys. */
const LARGE = new Set(['BatchGetItemCommand', 'BatchWriteItemCommand', 'PutItemCommand']);

/**
 * Lets V8 write the bodies of large requests. Such a body is the JSON of the input, with bytes in base64. The SDK writes it by the schema
 * of the service, one character after the other: a quarter of the processor time of a batch.
 */
export function writeJsonBodies({ middlewareStack: steps }: DynamoDBClient): void {
  const bodies = new WeakMap<object, Buffer>();
  steps.add(
    (next, context) => async (args) => {
      if (!LARGE.has(String(context['commandName']))) return next(args);
      const input = {};
      bodies.set(input, Buffer.from(JSON.stringify(inJson(args.input)), 'utf8'));
      return next({ ...args, input });
    },
    { name: 'jsonBody', step: 'serialize', priority: 'high' },
  );
  steps.add(
    (next) => async (args) => {
      const { input, request } = args;
      const body = bodies.get(input);
      if (body && typeof request === 'object' && request !== null && 'body' in request) request.body = body;
      return next(args);
    },
    { name: 'jsonBodyOfRequest', step: 'build', priority: 'high' },
  );
}

function inJson(input: unknown): unknown {
  return hasBytes(input) ? withBase64(input) : input;
}

function hasBytes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof Uint8Array || Object.values(value).some(hasBytes);
}

/** DynamoDB takes bytes in base64, which JSON does not know. */
function withBase64(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(withBase64);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withBase64(one)]));
}

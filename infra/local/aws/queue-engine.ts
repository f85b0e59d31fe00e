import { mkdirSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp, type BuildAppOptions } from 'fauxqs';
import * as z from 'zod';
import { classOf, loadFromFauxqs } from './load-from-fauxqs.ts';
import { ACCOUNT, type EngineAddress, isFromOwnClient, localCredentials, REGION } from './local-account.ts';
import { admitsTopic } from './queue-policy.ts';

export interface QueueSpec {
  name: string;
  arn: string;
  /** In the words of CreateQueue: `VisibilityTimeout`, `RedrivePolicy` and so on. */
  attributes: Readonly<Record<string, string>>;
}

/** A message as an event source passes it to a function. */
export interface QueueRecord {
  messageId: string;
  receiptHandle: string;
  body: string;
  attributes: Record<string, string>;
  /** No message of ours has any. */
  messageAttributes: Readonly<Record<string, never>>;
  md5OfBody: string;
  eventSource: 'aws:sqs';
  eventSourceARN: string;
  awsRegion: string;
}

/** SQS and S3 on this machine: fauxqs, with its data in a folder. A queue is given by its name or ARN. */
export interface QueueEngine extends EngineAddress {
  urlOf(queue: string): string;
  /** Makes a queue, or gives an existing one these attributes. */
  createQueue(spec: QueueSpec): void;
  /**
   * Makes a bucket unless it exists. `hiddenFrom` names the callers that may not list it: a missing object is 403 to
   * them. A caller's name is its session token, and callers without one may do everything.
   */
  createBucket(name: string, hiddenFrom?: ReadonlySet<string>): void;
  /** Sends over HTTP, so that every limit applies. @throws an SDK error, also when there is no such queue. */
  send(queue: string, body: string): Promise<void>;
  /** Whether there is such a queue, and its policy lets SNS send to it for a topic. */
  admits(queue: string, topicArn: string): boolean;
  /** Waits about a second for messages: at most `limit`, and at most ten. May return none. */
  receive(queue: string, limit: number): Promise<QueueRecord[]>;
  /** Ends the waits for messages of a queue: they return none. */
  interrupt(queue: string): void;
  /** False once the visibility time-out of a receive has ended: another receiver may have the message. */
  holds(queue: string, receiptHandle: string): boolean;
  remove(queue: string, receiptHandle: string): void;
  /** Makes messages visible that were in flight when the process last died: their consumer died with it. */
  releaseAll(): void;
  depth(queue: string): { ready: number; delayed: number; inFlight: number };
  /** Milliseconds until the next delayed or hidden message of these queues is due; undefined when none waits. */
  untilNext(queues: readonly string[]): number | undefined;
  /** Shortens the delays and the visibility time-outs of all messages by this many milliseconds. */
  skip(milliseconds: number): void;
  stop(): Promise<void>;
}

/** How often a receiver that waits looks for messages that have become visible, in milliseconds. */
const LOOK = 1_000;

export async function startQueueEngine(folder: string): Promise<QueueEngine> {
  mkdirSync(folder, { recursive: true });
  const { stores, close } = await loadFauxqsStores(folder);
  const { sqsStore, s3Store } = stores;
  const hidden = new Map<string, ReadonlySet<string>>();
  const app = openFront(stores);
  app.addHook(
    'onSend',
    async (request, reply, payload) => refuseMissing(hidden, { request, reply }) ?? payload,
  );
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  let stopped = false;

  const client = new SQSClient({ ...localCredentials, endpoint: url });
  const find = (queue: string): FauxqsQueue => findQueue(sqsStore, queue);
  const urlOf = (queue: string) => `${url}/${ACCOUNT}/${nameOf(queue)}`;
  return {
    url,
    urlOf,
    createQueue: ({ name, arn, attributes }) => {
      const found = sqsStore.getQueueByName(name);
      if (found) found.setAttributes({ RedrivePolicy: '', ...attributes });
      else sqsStore.createQueue(name, urlOf(name), arn, { ...attributes });
    },
    createBucket: (name, hiddenFrom = new Set()) => {
      hidden.set(name, hiddenFrom);
      if (!s3Store.hasBucket(name)) s3Store.createBucket(name);
    },
    admits: (queue, topicArn) => {
      const found = sqsStore.getQueueByName(nameOf(queue));
      return (
        found !== undefined && admitsTopic(found.attributes['Policy'], { queueArn: found.arn, topicArn })
      );
    },
    send: async (queue, body) => {
      await client.send(new SendMessageCommand({ QueueUrl: urlOf(queue), MessageBody: body }));
    },
    receive: async (name, limit) => {
      const queue = find(name);
      const take = () => queue.dequeue(limit, undefined, (arn) => sqsStore.getQueueByArn(arn));
      let taken = stopped ? [] : take();
      if (taken.length === 0 && !stopped) {
        await arrival(queue);
        taken = stopped ? [] : take();
      }
      return taken.flatMap(({ ReceiptHandle }) => recordOf(queue, ReceiptHandle));
    },
    interrupt: (queue) => find(queue).cancelWaiters(),
    holds: (queue, receiptHandle) => {
      const entry = find(queue).inflightMessages.get(receiptHandle);
      return entry !== undefined && entry.visibilityDeadline > Date.now();
    },
    remove: (queue, receiptHandle) => {
      find(queue).deleteMessage(receiptHandle);
    },
    releaseAll: () => {
      for (const queue of sqsStore.allQueues()) {
        for (const entry of queue.inflightMessages.values()) entry.visibilityDeadline = 0;
        queue.processTimers();
      }
    },
    depth: (name) => {
      const { messages, delayedMessages, inflightMessages } = find(name);
      return { ready: messages.length, delayed: delayedMessages.length, inFlight: inflightMessages.size };
    },
    untilNext: (queues) => {
      const times = queues.map(find).flatMap(waitingTimes);
      return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - Date.now());
    },
    skip: (milliseconds) => {
      for (const queue of sqsStore.allQueues()) moveTimes(queue, milliseconds);
    },
    stop: async () => {
      stopped = true;
      client.destroy();
      await app.close();
      close();
    },
  };
}

/** The HTTP API of the stores. It refuses requests that fauxqs accepts but treats differently from AWS. */
function openFront(stores: FauxqsStores) {
  const app = buildApp({ logger: false, defaultRegion: REGION, stores });
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (!isFromOwnClient(headers)) return reply.status(403).send('UnrecognizedClientException');
    // The object would be overwritten.
    if (headers['if-none-match'] !== undefined) {
      return reply.status(501).send('If-None-Match is not known on this machine');
    }
    return undefined;
  });
  app.addHook('preHandler', async (request) => {
    const { headers, body } = request;
    if (headers['x-amz-target'] === 'AmazonSQS.SendMessage') request.body = keepTrace(headers, body);
  });
  return app;
}

function nameOf(nameOrArn: string): string {
  return nameOrArn.split(':').at(-1) ?? nameOrArn;
}

function findQueue(store: QueueStore, queue: string): FauxqsQueue {
  const found = store.getQueueByName(nameOf(queue));
  if (!found) throw new Error(`There is no queue ${queue} on this machine`);
  return found;
}

/**
 * Resolves when a message has come, when one may have become visible, or when the engine stops. The wait of fauxqs
 * itself would check fifty times a second.
 */
function arrival(queue: FauxqsQueue): Promise<void> {
  return new Promise((resolve) => {
    const due = Math.min(...waitingTimes(queue)) - Date.now();
    const waiter = { resolve, timer: setTimeout(leave, Math.max(1, Math.min(LOOK, due))) };
    queue.pollWaiters.push(waiter);
    function leave(): void {
      queue.pollWaiters = queue.pollWaiters.filter((one) => one !== waiter);
      resolve();
    }
  });
}

function recordOf(queue: FauxqsQueue, receiptHandle: string): QueueRecord[] {
  const message = queue.inflightMessages.get(receiptHandle)?.message;
  if (!message) return [];
  const trace = message.messageAttributes[TRACE]?.StringValue;
  return [
    {
      messageId: message.messageId,
      receiptHandle,
      body: message.body,
      attributes: {
        ApproximateReceiveCount: String(message.approximateReceiveCount),
        SentTimestamp: String(message.sentTimestamp),
        SenderId: ACCOUNT,
        ApproximateFirstReceiveTimestamp: String(message.approximateFirstReceiveTimestamp ?? Date.now()),
        ...(trace !== undefined && { [TRACE]: trace }),
      },
      messageAttributes: {},
      md5OfBody: message.md5OfBody,
      eventSource: 'aws:sqs',
      eventSourceARN: queue.arn,
      awsRegion: REGION,
    },
  ];
}

/** When each delayed or hidden message of a queue becomes visible. */
function waitingTimes(queue: FauxqsQueue): number[] {
  return [
    ...queue.delayedMessages.map(({ delayUntil = 0 }) => delayUntil),
    ...[...queue.inflightMessages.values()].map(({ visibilityDeadline }) => visibilityDeadline),
  ];
}

/** The folder keeps the old times: after a kill a message waits once more, but it is not lost. */
function moveTimes(queue: FauxqsQueue, milliseconds: number): void {
  for (const message of queue.delayedMessages) {
    if (message.delayUntil !== undefined) message.delayUntil -= milliseconds;
  }
  for (const entry of queue.inflightMessages.values()) entry.visibilityDeadline -= milliseconds;
  queue.processTimers();
}

type FauxqsStores = NonNullable<BuildAppOptions['stores']>;
type QueueStore = FauxqsStores['sqsStore'];
type FauxqsQueue = NonNullable<ReturnType<QueueStore['getQueueByName']>>;
type Persistence = NonNullable<QueueStore['persistence']>;

/**
 * Loads the stores of fauxqs from a folder, with all that they hold. The package's own start function always listens
 * on every network interface, and gives no access to the queues. Its exported `buildApp` takes stores, but the
 * package exports no classes to make them. So these are loaded by file, from the version that is pinned.
 */
export async function loadFauxqsStores(folder: string): Promise<{ stores: FauxqsStores; close: () => void }> {
  const { SqsStore } = await loadFromFauxqs('sqs/sqsStore.js', z.object({ SqsStore: classOf<QueueStore>() }));
  const { SnsStore } = await loadFromFauxqs(
    'sns/snsStore.js',
    z.object({ SnsStore: classOf<FauxqsStores['snsStore']>() }),
  );
  const { S3Store } = await loadFromFauxqs(
    's3/s3Store.js',
    z.object({ S3Store: classOf<FauxqsStores['s3Store']>() }),
  );
  const { PersistenceManager } = await loadFromFauxqs(
    'persistence.js',
    z.object({ PersistenceManager: classOf<Persistence, [string]>() }),
  );
  const persistence = new PersistenceManager(folder);
  // It syncs each commit to the disk, and every message is three commits: two thirds of the time of a burst. Without
  // that a killed process loses nothing, a machine that loses power may.
  openedSchema.parse(persistence).db.exec('PRAGMA synchronous = NORMAL');
  // Version 2.4.1 loses a message that is made visible at once: it writes null into a column that does not allow it.
  // The row may stay as it is: whatever is in flight in the folder becomes visible at the next start.
  persistence.updateMessageReady = () => undefined;
  const stores: FauxqsStores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() };
  persistence.load(stores.sqsStore, stores.snsStore, stores.s3Store);
  stores.sqsStore.persistence = persistence;
  stores.s3Store.persistence = persistence;
  for (const queue of stores.sqsStore.allQueues()) queue.persistence = persistence;
  return { stores, close: () => persistence.close() };
}

/** What the version that is pinned holds beside its types. */
const openedSchema = z.object({ db: z.instanceof(DatabaseSync) });

/** The header that names the caller: a function has its name as its session token. */
const CALLER = 'x-amz-security-token';

const ACCESS_DENIED =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';

interface Exchange {
  request: { url: string; headers: IncomingHttpHeaders };
  reply: {
    statusCode: number;
    status: (code: number) => unknown;
    header: (name: string, value: string) => unknown;
  };
}

/**
 * S3 answers 403 to a request for a missing object when the caller may not list its bucket (Amazon S3 API Reference,
 * "GetObject"). Undefined for an answer that stays as it is.
 *
 * @param hidden who may not list, by the name of the bucket.
 */
function refuseMissing(
  hidden: ReadonlyMap<string, ReadonlySet<string>>,
  { request: { url, headers }, reply }: Exchange,
): string | undefined {
  if (reply.statusCode !== 404) return undefined;
  const [, bucket = ''] = url.split(/[/?]/);
  const caller = headers[CALLER];
  if (typeof caller !== 'string' || !hidden.get(bucket)?.has(caller)) return undefined;
  reply.status(403);
  reply.header('content-length', String(Buffer.byteLength(ACCESS_DENIED)));
  return ACCESS_DENIED;
}

/** The system attribute in which SQS keeps the trace header of the request that sent a message. */
const TRACE = 'AWSTraceHeader';

const sendSchema = z.looseObject({ MessageAttributes: z.record(z.string(), z.unknown()).default({}) });

/**
 * The body of a SendMessage request with the trace header of the request among the attributes of the message, where
 * fauxqs keeps it. It has no system attributes. A body of another form is left as it is: fauxqs refuses it.
 */
function keepTrace(headers: IncomingHttpHeaders, body: unknown): unknown {
  const trace = headers['x-amzn-trace-id'];
  const send = sendSchema.safeParse(body);
  if (trace === undefined || !send.success) return body;
  const { MessageAttributes, ...rest } = send.data;
  return {
    ...rest,
    MessageAttributes: { ...MessageAttributes, [TRACE]: { DataType: 'String', StringValue: trace } },
  };
}

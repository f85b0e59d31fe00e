import { randomUUID } from 'node:crypto';
import { scheduler } from 'node:timers/promises';
import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SNSClient } from '@aws-sdk/client-sns';
import middy from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type * as z from 'zod';
import { boundedRequests, requestLimits, withinCall } from '../shared/aws/bounded-requests.ts';
import { dynamoTable, tableClient } from '../shared/aws/dynamo/dynamo-table.ts';
import { secretKey } from '../shared/aws/secrets.ts';
import { snsSubscriptions } from '../shared/aws/sns-subscriptions.ts';
import type { ServiceAccess } from '../shared/contracts/environment.ts';
import { EVENTS, METRICS } from '../shared/contracts/names.ts';
import { httpEventSchema, type HttpResult, httpResultOf } from '../shared/contracts/orders.ts';
import { parseAs, parseJson, tryParse } from '../shared/contracts/parse-as.ts';
import type { Channel } from '../shared/domain/channels/channel.ts';
import type { ExtractionOutcome, NextStep } from '../shared/domain/extraction/extraction.ts';
import { openLogMask } from '../shared/domain/lib/mask-addresses.ts';
import type { HttpAnswer, HttpRequest } from '../shared/domain/pages/http-exchange.ts';
import type { DeliveryOutcome, ReconcileOutcome, RunOutcome } from '../shared/domain/runs/outcome.ts';
import type { Instant } from '../shared/domain/time/instant.ts';
import { callAddress } from '../shared/providers/http/call-address.ts';
import { type Judging, judgingIn } from '../shared/store/watches/judging.ts';
import { openStore } from '../shared/store/open-store.ts';
import type { Definitions } from '../shared/store/watches/definitions.ts';
import type { Clock } from '../shared/use-cases/ports/clock.ts';
import type { Subscriptions } from '../shared/use-cases/ports/ports.ts';

/** Masks the addresses of subscribers in all that this function logs and throws. */
export const logMask = openLogMask();
export const logger = new Logger({ jsonReplacerFn: logMask.value });
const metrics = new Metrics({ namespace: METRICS.namespace });

/** The clock of every function. All waits of our code go through it. */
export const clock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds) => {
    await scheduler.wait(milliseconds);
  },
};

/** One call: who works, and until when the function lives. */
export interface Call {
  /** Owns the leases of this call. No other call has it, also where it repeats the same message. */
  owner: string;
  deadline: Instant;
  /** As Lambda names the function. */
  functionName: string;
}

/**
 * A handler for a queue. It parses each record and works on it separately. A record that fails is given back alone and
 * comes again. So is a record that does not fit the schema: it is logged and goes to the dead letters after its
 * receives.
 */
export function queueHandler<S extends z.ZodType>(
  schema: S,
  work: (message: z.output<S>, call: Call) => Promise<void>,
) {
  return stack(async (event: SQSEvent, invocation): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const { messageId, body } of event.Records) {
      try {
        const message = parseAs(schema, parseJson(body));
        await inCall(invocation, (call) => work(message, call));
      } catch (error) {
        logFailed(messageId, { error, invocation });
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures };
  });
}

/**
 * A handler for a queue whose messages are worked on together, as one call. It gives back alone each record that
 * `work` says has failed, and all of them when it throws. A record that does not fit the schema is given back as by
 * {@link queueHandler}.
 */
export function queueBatchHandler<M extends object>(
  schema: z.ZodType<M>,
  work: (messages: readonly M[], call: Call) => Promise<ReadonlyMap<M, unknown>>,
) {
  return stack(async (event: SQSEvent, invocation): Promise<SQSBatchResponse> => {
    const failed = new Map<string, unknown>();
    const messages = new Map<M, string>();
    for (const { messageId, body } of event.Records) {
      try {
        messages.set(parseAs(schema, parseJson(body)), messageId);
      } catch (error) {
        failed.set(messageId, error);
      }
    }
    try {
      const failures = await inCall(invocation, (call) => work([...messages.keys()], call));
      for (const [message, messageId] of messages)
        if (failures.has(message)) failed.set(messageId, failures.get(message));
    } catch (error) {
      for (const messageId of messages.values()) failed.set(messageId, error);
    }
    for (const [messageId, error] of failed) logFailed(messageId, { error, invocation });
    return { batchItemFailures: Array.from(failed.keys(), (itemIdentifier) => ({ itemIdentifier })) };
  });
}

function logFailed(
  messageId: string,
  { error, invocation }: { error: unknown; invocation: Invocation },
): void {
  logger.error('A message failed. The queue delivers it again', { messageId, error });
  countCaught(invocation.context.functionName);
}

/** A handler that a schedule or the command line invokes with a payload. It answers with the outcome of its work. */
export function invokeHandler<S extends z.ZodType, R>(
  schema: S,
  work: (payload: z.output<S>, call: Call) => Promise<R>,
) {
  return stack(
    async (event: unknown, invocation): Promise<R> =>
      inCall(invocation, (call) => work(parseAs(schema, event), call)),
  );
}

/**
 * A handler for the HTTP gateway. It parses the request and answers in the gateway's form. When the work throws, it
 * logs the error and answers 500, which the gateway counts. The answer holds no detail of the error.
 *
 * @param failureAt what a path answers then. Default: a plain text.
 */
export function httpHandler(
  work: (request: HttpRequest, call: Call) => Promise<HttpAnswer>,
  failureAt: (path: string) => HttpAnswer | undefined = () => undefined,
) {
  return stack(async (event: unknown, invocation): Promise<HttpResult> => {
    try {
      return httpResultOf(await inCall(invocation, (call) => work(parseAs(httpEventSchema, event), call)));
    } catch (error) {
      logger.error('A request failed', { error });
      countCaught(invocation.context.functionName);
      const { data } = tryParse(httpEventSchema, event);
      return httpResultOf(failureAt(data?.path ?? '') ?? FAILURE);
    }
  });
}

const FAILURE: HttpAnswer = {
  status: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'The request failed. Try again in a minute. The log of the function has the reason.\n',
};

/** Adds `value` to a metric. Zero adds nothing. */
export function countMetric(name: string, value: number): void {
  if (value > 0) metrics.addMetric(name, MetricUnit.Count, value);
}

/**
 * A failure that is caught is no error of the function: only this metric shows it. It is counted for the function, and
 * for all together: the alarm reads one metric.
 */
export function countCaught(functionName: string): void {
  const own = metrics.singleMetric();
  own.addDimension(METRICS.functionDimension, functionName);
  own.addMetric(METRICS.failedMessages, MetricUnit.Count, 1);
  metrics.singleMetric().addMetric(METRICS.failedMessages, MetricUnit.Count, 1);
}

/** What Lambda gives a handler beside the event. */
interface Invocation {
  context: Context;
  /** Fires when middy answers for the handler, moments before Lambda would stop it. The work goes on then. */
  signal: AbortSignal;
}

/**
 * Does the work of one call, or of one message of a batch: what it leaves over can send nothing more once it has
 * ended.
 */
function inCall<R>({ context, signal }: Invocation, work: (call: Call) => Promise<R>): Promise<R> {
  const { functionName, awsRequestId } = context;
  const deadline = clock.now() + context.getRemainingTimeInMillis();
  // Lambda repeats an event under the same id of the request, and a queue may deliver a message twice at the same
  // time.
  const owner = `${awsRequestId}#${randomUUID()}`;
  return withinCall({ deadline, now: () => clock.now(), signal }, () =>
    work({ owner, deadline, functionName }),
  );
}

/**
 * The one middy stack around every handler: it puts the context into the log, publishes the metrics at the end, and
 * masks addresses in what the function throws, because the runtime logs it.
 */
function stack<E, R>(handler: (event: E, invocation: Invocation) => Promise<R>) {
  return middy<E, R>()
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .use({ after: publishMetrics, onError: endFailed })
    .handler((event, context, { signal }) => handler(event, { context, signal }));
}

/**
 * Powertools warns of an empty set. Most sweeps count nothing, and a warning every minute would hide the real ones.
 */
function publishMetrics(): void {
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
}

/** Replaces the error of a failed call by one that the runtime may log. */
function endFailed(request: { error: unknown }): void {
  publishMetrics();
  request.error = logMask.error(request.error);
}

// Logs and metrics of what functions did.

/** Logs an event, for alarms and queries to find. */
export function logEvent(event: string, facts: object): void {
  logger.info(event, { event, ...facts });
}

/** Logs what a delivery sent, and counts it. */
export function reportDelivery(outcome: DeliveryOutcome): void {
  const states = outcome.messages.map(({ state }) => state);
  logEvent(EVENTS.deliveryEnded, { outcome });
  countMetric(METRICS.messages, states.filter((state) => state === 'accepted').length);
  countMetric(METRICS.deadMessages, states.filter((state) => state === 'dead').length);
  for (const { notifyTime } of outcome.messages)
    if (notifyTime) metrics.addMetric(METRICS.notifyTime, MetricUnit.Milliseconds, notifyTime.total);
}

/** Logs what a step of an extraction did, and counts it. Returns what the workflow has to know. */
export function reportExtraction(outcome: ExtractionOutcome): NextStep & { jobId: string } {
  logEvent(EVENTS.extractionStepped, { outcome });
  countWork(outcome);
  const { jobId, next, waitSeconds } = outcome;
  return { jobId, next, waitSeconds };
}

/**
 * Logs and counts what a sweep did. After one that is done it calls the address of the heartbeat, if there is one: a
 * call that fails is only logged. A sweep that found another one working says nothing about missing runs.
 */
export async function reportSweep(outcome: ReconcileOutcome, heartbeat: string | undefined): Promise<void> {
  logEvent(EVENTS.reconciled, { outcome });
  countQuarantined(outcome);
  if (outcome.status !== 'done') return;
  // Zero too: an alarm can tell it from a function that is not called.
  metrics.addMetric(METRICS.missedRuns, MetricUnit.Count, outcome.missed.length);
  if (heartbeat === undefined) return;
  try {
    await callAddress(heartbeat);
  } catch (error) {
    logger.warn('The address of the heartbeat did not accept the call', { error });
  }
}

/** Counts quarantined items, and logs what our code threw at single items. */
function countQuarantined({ quarantined, faults = [] }: Pick<RunOutcome, 'quarantined' | 'faults'>): void {
  for (const error of faults)
    logger.error('An item caused an error and is quarantined. The other items go on', { error });
  countMetric(METRICS.quarantined, quarantined);
}

/** Counts alerts, new findings and upstream calls, and quarantined items as {@link countQuarantined}. */
export function countWork({
  alerts,
  new: found = 0,
  calls = 0,
  ...quarantined
}: Pick<RunOutcome, 'alerts' | 'quarantined' | 'faults'> & Partial<Pick<RunOutcome, 'new' | 'calls'>>): void {
  countQuarantined(quarantined);
  countMetric(METRICS.findings, found);
  countMetric(METRICS.alerts, alerts);
  countMetric(METRICS.calls, calls);
}

// What several functions share. Everything here is a function, so that a bundle holds only what its function calls.

/** Every port of the table, and the clock. The endpoints of channels are masked in the log from the first sight on. */
export function openTable(name: string, client: DynamoDBClient = tableClient()) {
  const store = openStore(dynamoTable(client, name));
  const { definitions } = store;
  return { ...store, definitions: { ...definitions, ...hiding(definitions) }, clock };
}

/** What models were asked: for functions that ask them, or show it. */
export function openJudging(name: string): Judging {
  return judgingIn(dynamoTable(tableClient(), name));
}

/** Reads channels, and hides their addresses that may hold a secret. */
function hiding(definitions: Definitions): Pick<Definitions, 'channel' | 'channels'> {
  const hideIn = (channels: readonly Channel[]): void => {
    const addresses = channels.flatMap(({ https, transports: { webhook } = {} }) => [
      ...https,
      ...(webhook && 'url' in webhook ? [webhook.url] : []),
    ]);
    if (addresses.length > 0) logMask.hide(addresses);
  };
  return {
    async channel(name) {
      const channel = await definitions.channel(name);
      hideIn(channel ? [channel] : []);
      return channel;
    },
    async channels() {
      const channels = await definitions.channels();
      hideIn(channels);
      return channels;
    },
  };
}

/** How a function calls an upstream service: its address, and its key, which is read from its secret. */
export function settingsOf(
  { url, keySecret, prefix, organizationId }: ServiceAccess,
  secrets: SecretsManagerClient,
) {
  const readKey = secretKey(secrets, { secretId: keySecret, clock });
  return {
    baseUrl: url,
    // The key is read before each try. So a try is not made for a call that has ended.
    key: async () => {
      requestLimits();
      return readKey();
    },
    clock,
    prefix,
    organizationId,
  };
}

/**
 * The subscriptions of the topic. Their endpoints are masked in the log from the first sight on.
 *
 * @param deadLetters ARN of the queue for messages that SNS could not deliver.
 */
export function openSubscriptions({
  topic,
  deadLetters,
}: {
  topic: string;
  deadLetters: string;
}): Subscriptions {
  const subscriptions = snsSubscriptions(new SNSClient(boundedRequests()), topic, { deadLetters });
  return {
    ...subscriptions,
    async list(of) {
      logMask.hide(of?.map(({ endpoint }) => endpoint) ?? []);
      const found = await subscriptions.list(of);
      logMask.hide(found.map(({ endpoint }) => endpoint));
      return found;
    },
    subscribe(wanted) {
      logMask.hide([wanted.endpoint]);
      return subscriptions.subscribe(wanted);
    },
  };
}

import { scheduler } from 'node:timers/promises';
import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import middy from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type * as z from 'zod';
import { type HttpResult, httpEventSchema, httpResultOf } from '../shared/contracts/orders/http-event.ts';
import { EVENTS, METRICS } from '../shared/contracts/names.ts';
import { parseJson } from '../shared/contracts/parse-json.ts';
import type { NextStep } from '../shared/domain/extraction/extraction.ts';
import type { ExtractionOutcome } from '../shared/domain/extraction/extraction-outcome.ts';
import type { HttpAnswer, HttpRequest } from '../shared/domain/pages/http-exchange.ts';
import type { Instant } from '../shared/domain/time/instant.ts';
import type { DeliveryOutcome } from '../shared/domain/runs/outcome.ts';
import type { PageLinks } from '../shared/domain/pages/page-links.ts';
import type { Clock } from '../shared/use-cases/ports/ports.ts';

export const logger = new Logger();
export const metrics = new Metrics({ namespace: METRICS.namespace });

/** The one clock of the functions. Every wait of ours goes through it. */
export const clock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds) => {
    await scheduler.wait(milliseconds);
  },
};

/** Who works, and until when its function lives. */
export interface Call {
  owner: string;
  deadline: Instant;
}

/**
 * A handler for a queue: each record is parsed and worked on by itself. A record that fails comes back alone; one that
 * no schema can read is a fault of the sender, logged, and goes to the dead letters after its receives.
 */
export function queueHandler<S extends z.ZodType>(
  schema: S,
  work: (message: z.output<S>, call: Call) => Promise<void>,
) {
  return stack(async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const { messageId, body } of event.Records) {
      try {
        await work(schema.parse(parseJson(body)), callOf(context, messageId));
      } catch (error) {
        logger.error('A message failed and will come again', { messageId, error });
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures };
  });
}

/** A handler that is invoked with a payload, by a schedule or by the command line, and answers with an outcome. */
export function invokeHandler<S extends z.ZodType, R>(
  schema: S,
  work: (payload: z.output<S>, call: Call) => Promise<R>,
) {
  return stack(
    async (event: unknown, context: Context): Promise<R> =>
      work(schema.parse(event), callOf(context, context.awsRequestId)),
  );
}

/**
 * A handler for the gateway: the request is parsed, the answer goes back as the gateway wants it. What goes wrong is
 * logged and answered with 500, which the gateway counts; the sender learns nothing of it.
 */
export function httpHandler(work: (request: HttpRequest, call: Call) => Promise<HttpAnswer>) {
  return stack(async (event: unknown, context: Context): Promise<HttpResult> => {
    try {
      return httpResultOf(await work(httpEventSchema.parse(event), callOf(context, context.awsRequestId)));
    } catch (error) {
      logger.error('A request failed', { error });
      return httpResultOf({
        status: 500,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: 'This did not work, and the log says why. Please try again in a minute.\n',
      });
    }
  });
}

/**
 * Links for messages. Where the key cannot be read the alerts go out without them, and the log says why: a link is no
 * reason to be silent.
 */
export async function linksOrNone(links: () => Promise<PageLinks>): Promise<PageLinks | undefined> {
  try {
    return await links();
  } catch (error) {
    logger.error('The key of links cannot be read: messages go out without links', { error });
    return undefined;
  }
}

/** What a delivery did, in the log and as metrics. */
export function reportDelivery(outcome: DeliveryOutcome): void {
  const states = outcome.messages.map(({ state }) => state);
  logger.info(EVENTS.deliveryEnded, { event: EVENTS.deliveryEnded, outcome });
  countMetric(METRICS.messages, states.filter((state) => state === 'accepted').length);
  countMetric(METRICS.deadMessages, states.filter((state) => state === 'dead').length);
}

/** What a step of an extraction did, in the log and as metrics. Gives back what the workflow has to know. */
export function reportExtraction(outcome: ExtractionOutcome): NextStep & { jobId: string } {
  logger.info(EVENTS.extractionStepped, { event: EVENTS.extractionStepped, outcome });
  countMetric(METRICS.findings, outcome.new);
  countMetric(METRICS.alerts, outcome.alerts);
  countMetric(METRICS.calls, outcome.calls);
  const { jobId, next, waitSeconds } = outcome;
  return { jobId, next, waitSeconds };
}

/** Adds one to a count, or more. */
export function countMetric(name: string, value: number): void {
  if (value > 0) metrics.addMetric(name, MetricUnit.Count, value);
}

function callOf(context: Context, owner: string): Call {
  return { owner, deadline: clock.now() + context.getRemainingTimeInMillis() };
}

/** The one stack around every handler: context in the log, metrics out at the end. */
function stack<E, R>(handler: (event: E, context: Context) => Promise<R>) {
  return middy<E, R>()
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .use({ after: publishMetrics, onError: publishMetrics })
    .handler(handler);
}

/** Powertools warns of an empty set: most sweeps have nothing to count, and a warning a minute would hide real ones. */
function publishMetrics(): void {
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
}

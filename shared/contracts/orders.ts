import * as z from 'zod';
import { FEED_ENTRIES, FEED_SUBJECTS, type FeedOrder } from '../domain/pages/shared-feed.ts';
import type { DrillOrder } from '../domain/channels/drill.ts';
import type { Matchers, SilenceOrder } from '../domain/channels/silence.ts';
import type { HttpAnswer, HttpRequest } from '../domain/pages/http-exchange.ts';
import { type Instant, isoOf } from '../domain/time/instant.ts';
import { type RunOrder, SEVERITIES, TRACKS } from '../domain/watches/watch.ts';
import { parseJson, tryParse } from './parse-as.ts';
import type { DecideOrder } from '../domain/alerts/decision.ts';

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/**
 * A message of a runs queue: from a schedule, from a run that continues, from `reconcile` or from the command line.
 */
export const runOrderSchema = z
  .object({
    v: z.literal(1),
    watchId: z.string().min(1),
    scheduledFor: time,
    track: z.enum(TRACKS).default('live'),
    continuation: z.number().int().min(0).default(0),
    sends: z.number().int().min(0).optional(),
    byHand: z.literal(true).optional(),
    window: z.object({ from: time, to: time }).optional(),
  })
  .transform(({ v: _version, ...order }): RunOrder => order);

/** A message of a runs queue that begins a drill. */
const drillOrderSchema = z
  .object({
    v: z.literal(1),
    kind: z.literal('drill'),
    id: z.string().regex(/^[0-9A-Za-z]{10}$/),
    channels: z.array(z.string().min(1)).min(1).optional(),
    sms: z.boolean(),
    orderedAt: time,
  })
  .transform(({ v: _version, channels, ...order }): DrillOrder & { kind: 'drill' } => ({
    ...order,
    ...(channels && { channels }),
  }));

/** The message body that begins a drill. */
export function drillOrderBody({ orderedAt, ...order }: DrillOrder): string {
  return JSON.stringify({ v: 1, kind: 'drill', ...order, orderedAt: isoOf(orderedAt) });
}

/** Any message of a runs queue. */
export const watchOrderSchema = z.union([drillOrderSchema, runOrderSchema]);

/** The message body that orders a run. */
export function runOrderBody(order: RunOrder): string {
  const { window, scheduledFor, ...rest } = order;
  return JSON.stringify({
    v: 1,
    ...rest,
    scheduledFor: isoOf(scheduledFor),
    window: window && { from: isoOf(window.from), to: isoOf(window.to) },
  });
}

/** What a schedule sends. The scheduler replaces the placeholder by the time of the slot. */
export function scheduledOrderBody(watchId: string): string {
  return JSON.stringify({
    v: 1,
    watchId,
    scheduledFor: '<aws.scheduler.scheduled-time>',
    track: 'live',
    continuation: 0,
  });
}

const lambdaError = z.object({ errorMessage: z.string() });

/** Why a step failed. The cause is JSON text if a function failed, or else plain text. */
const failure = z
  .object({ Error: z.string().default('States.Unknown'), Cause: z.string().default('') })
  .transform(({ Error: name, Cause }) => {
    const read = tryParse(lambdaError, parseJson(Cause));
    return `${name}: ${read.success ? read.data.errorMessage : Cause}`;
  });

/** What the workflow calls its functions with: the extraction, and why a step failed, if one did. */
export const extractionOrderSchema = z.looseObject({
  jobId: z.string().min(1),
  failure: failure.optional(),
});

const day = z.iso.date();

/**
 * What the function that writes reports is called with: by a schedule, for the days before its slot; by the command
 * line, for any days; and by a sweep with an empty object, to roll up the days that have ended.
 */
export const reportOrderSchema = z.union([
  z.object({ reportId: z.string().min(1), scheduledFor: time }),
  z.object({
    reportId: z.string().min(1),
    period: z.object({ first: day, last: day }),
    /**
     * How long the caller waits for an answer, in milliseconds. Days that are not rolled up by then are left to the
     * next call.
     */
    patience: z.number().positive(),
  }),
  z.strictObject({}),
]);

/** What the schedule of a report sends. The scheduler replaces the placeholder by the time of the slot. */
export function scheduledReportBody(reportId: string): string {
  return JSON.stringify({ v: 1, reportId, scheduledFor: '<aws.scheduler.scheduled-time>' });
}

/**
 * A message of the queue of transports: the channels whose lanes have something to send, the drill that they are to
 * send, or the acknowledged alert whose messages they are to edit.
 */
export const transportOrderSchema = z
  .object({
    v: z.literal(1),
    channels: z.array(z.string().min(1)).min(1),
    drill: z.string().min(1).optional(),
    acknowledged: z.string().min(1).optional(),
  })
  .transform(({ v: _version, ...order }) => order);

/** The message body that orders the lanes of these channels to be served. */
export function transportOrderBody(
  channels: readonly string[],
  instead: { drill?: string; acknowledged?: string } = {},
): string {
  return JSON.stringify({ v: 1, channels, ...instead });
}

/** A message of the webhooks queue. The receiver sends it once the payload is stored under `key`. */
export const webhookOrderSchema = z
  .object({
    v: z.literal(1),
    watchId: z.string().min(1),
    key: z.string().min(1),
    receivedAt: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  })
  .transform(({ v: _version, ...order }) => order);

/** The message body that orders a payload to be processed. */
export function webhookOrderBody({
  receivedAt,
  ...order
}: {
  watchId: string;
  key: string;
  receivedAt: Instant;
}): string {
  return JSON.stringify({ v: 1, ...order, receivedAt: isoOf(receivedAt) });
}

const texts = z.array(z.string().min(1).max(200)).min(1).max(100);

const matchersSchema = z.strictObject({
  watch: texts.optional(),
  brand: texts.optional(),
  channel: texts.optional(),
  severity: z.array(z.enum(SEVERITIES)).min(1).optional(),
  domain: texts.optional(),
  words: texts.optional(),
  story: texts.optional(),
}) satisfies z.ZodType<Matchers>;

/** The order of a silence. Without a matcher it would mute everything. */
export const silenceOrderSchema = z.object({
  matchers: matchersSchema.refine((matchers) => Object.keys(matchers).length > 0, 'at least one matcher'),
  owner: z.string().min(1).max(200),
  reason: z.string().min(1).max(1_000),
  endsAt: z.number(),
}) satisfies z.ZodType<SilenceOrder>;

/** The order to share a feed. */
export const feedOrderSchema = z.object({
  of: z.enum(FEED_SUBJECTS),
  name: z.string().min(1).max(200),
  entries: z.enum(FEED_ENTRIES),
}) satisfies z.ZodType<FeedOrder>;

/** What is read of the gateway's event (payload format 2.0). */
export const httpEventSchema = z
  .object({
    rawPath: z.string(),
    rawQueryString: z.string().default(''),
    headers: z.record(z.string(), z.string()).default({}),
    /** The gateway takes them out of the headers. */
    cookies: z.array(z.string()).default([]),
    requestContext: z.object({ http: z.object({ method: z.string() }) }),
    body: z.string().default(''),
    isBase64Encoded: z.boolean().default(false),
  })
  .transform(
    ({ rawPath, rawQueryString, headers, cookies, requestContext, body, isBase64Encoded }): HttpRequest => ({
      method: requestContext.http.method,
      path: rawPath,
      query: Object.fromEntries(new URLSearchParams(rawQueryString)),
      headers: { ...headers, ...(cookies.length > 0 && { cookie: cookies.join('; ') }) },
      body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
    }),
  );

/** What the gateway expects of a function. */
export interface HttpResult {
  statusCode: number;
  headers: Record<string, string>;
  cookies?: string[];
  body: string;
  isBase64Encoded?: true;
}

/** The gateway's form of an answer. */
export function httpResultOf({ status, headers, cookies, body, isBase64Encoded }: HttpAnswer): HttpResult {
  return {
    statusCode: status,
    headers: { ...headers },
    ...(cookies && { cookies: [...cookies] }),
    body,
    ...(isBase64Encoded && { isBase64Encoded }),
  };
}

/** A message of the queue of the function that decides. */
export const decideOrderSchema = z
  .object({ v: z.literal(1), space: z.string().min(1), waits: z.number().int().min(0) })
  .transform(({ v: _version, ...order }): DecideOrder => order);

/** The message body that orders a space to be decided. */
export function decideOrderBody(order: DecideOrder): string {
  return JSON.stringify({ v: 1, ...order });
}

import * as z from 'zod';
import type { DrillOrder } from '../../domain/channels/drill.ts';
import { isoOf } from '../../domain/time/instant.ts';
import { type JudgeOrder, TRACKS, type RunOrder } from '../../domain/watches/watch.ts';

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** A message of a runs queue: from a schedule, from a run that continues, from `reconcile` or from the command line. */
export const runOrderSchema = z
  .object({
    v: z.literal(1),
    watchId: z.string().min(1),
    scheduledFor: time,
    track: z.enum(TRACKS).default('live'),
    continuation: z.number().int().min(0).default(0),
    // Orders of older versions do not have it.
    sends: z.number().int().min(0).optional(),
    byHand: z.literal(true).optional(),
    window: z.object({ from: time, to: time }).optional(),
  })
  .transform(({ v: _version, ...order }): RunOrder => order);

/** A message of a runs queue that orders no run. */
const judgeOrderSchema = z
  .object({
    v: z.literal(1),
    kind: z.literal('judge'),
    watchId: z.string().min(1),
    /** The watch, where `watchId` names none. */
    judges: z.string().min(1).optional(),
    looks: z.number().int().min(0),
    last: z.literal(true).optional(),
    waits: z.number().int().min(0),
  })
  .transform(
    ({ v: _version, judges, watchId, ...order }): JudgeOrder => ({ ...order, watchId: judges ?? watchId }),
  );

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

/** The message body that begins a drill. A version that does not know drills refuses it. */
export function drillOrderBody({ orderedAt, ...order }: DrillOrder): string {
  return JSON.stringify({ v: 1, kind: 'drill', ...order, orderedAt: isoOf(orderedAt) });
}

/** Any message of a runs queue. */
export const watchOrderSchema = z.union([judgeOrderSchema, drillOrderSchema, runOrderSchema]);

/**
 * The message body that orders judging. A version that does not know such orders may meet one during a deployment. It refuses
 * the first order of an insert, because a run needs a time: the order comes again. A later one, which the function has sent
 * to itself, is for that version a run of a watch that does not exist, which it skips: what waits is marked, and a message that
 * is refused again and again would end among the dead letters.
 */
export function judgeOrderBody({ watchId, ...order }: JudgeOrder): string {
  if (order.looks === 0 && order.waits === 0) return JSON.stringify({ v: 1, ...order, watchId });
  const noRun = { watchId: `judge ${watchId}`, scheduledFor: isoOf(0) };
  return JSON.stringify({ v: 1, ...order, ...noRun, judges: watchId });
}

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

import * as z from 'zod';
import type { DrillOrder } from '../../domain/channels/drill.ts';
import { isoOf } from '../../domain/time/instant.ts';
import { type RunOrder, TRACKS } from '../../domain/watches/watch.ts';

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

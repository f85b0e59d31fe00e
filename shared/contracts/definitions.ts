import * as z from 'zod';
import type { Channel } from '../domain/channel.ts';
import type { Desired } from '../domain/desired.ts';
import { POLICIES, SEVERITIES, WATCH_KINDS, type QueryValue, type Watch } from '../domain/watch.ts';

const queryValue: z.ZodType<QueryValue> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.array(z.string()),
    z.array(z.record(z.string(), queryValue)),
    z.record(z.string(), queryValue),
  ]),
);

/** The service's own parameters, as a watch asks them. */
export const watchQuerySchema = z.record(z.string(), queryValue);

/** A watch with every default filled in, as it crosses processes and as the store keeps it. */
export const watchSchema = z.object({
  id: z.string(),
  kind: z.enum(WATCH_KINDS),
  query: watchQuerySchema,
  schedule: z.string(),
  timezone: z.string(),
  overlap: z.number(),
  lookback: z.number(),
  firstRun: z.enum(['silent', 'tell']),
  brand: z.string().optional(),
  severity: z.enum(SEVERITIES),
  priority: z.number(),
  alert: z.object({ when: z.enum(POLICIES), channel: z.string() }),
  exclude: z.object({ domains: z.array(z.string()), phrases: z.array(z.string()) }),
  keep: z.enum(['summary', 'full']),
  retention: z.number(),
  version: z.string(),
}) satisfies z.ZodType<Watch>;

export const channelSchema = z.object({
  name: z.string(),
  email: z.array(z.string()),
  sms: z.array(z.string()),
  https: z.array(z.string()),
  queue: z.array(z.string()),
  timezone: z.string(),
  minSeverity: z.enum(SEVERITIES),
  quietHours: z.object({ from: z.string(), to: z.string(), except: z.enum(SEVERITIES) }).optional(),
  digest: z.string().optional(),
}) satisfies z.ZodType<Channel>;

/** What `watches.yaml` asks for: the payload of the function that applies it. */
export const desiredSchema = z.object({
  watches: z.array(watchSchema),
  channels: z.array(channelSchema),
}) satisfies z.ZodType<Desired>;

import * as z from 'zod';
import type {
  HeldMonitor,
  Intent,
  MonitorHolding,
  ProjectHolding,
  WatchlistHolding,
} from '../../domain/upstream/upstream-resource.ts';

const instant = z.number();

const monitorFacts = {
  referenceJobId: z.string(),
  webhookId: z.string(),
  schedule: z.string(),
  timezone: z.string(),
  limit: z.number().optional(),
};

const facts = {
  name: z.string(),
  revision: z.number(),
  intent: z
    .object({
      makes: z.enum(['project', 'webhook', 'monitor', 'dataset', 'entities']),
      at: instant,
      monitor: z.object(monitorFacts).optional(),
    })
    .optional() satisfies z.ZodType<Intent | undefined>,
  failures: z.number(),
  error: z.string().optional(),
  retryAt: instant.optional(),
  checkedAt: instant.optional(),
};

const projectHoldingSchema = z.object({
  ...facts,
  type: z.literal('project'),
  id: z.string().optional(),
}) satisfies z.ZodType<ProjectHolding>;

const heldMonitorSchema = z.object({
  ...monitorFacts,
  id: z.string(),
  enabled: z.boolean(),
}) satisfies z.ZodType<HeldMonitor>;

export const monitorHoldingSchema = z.object({
  ...facts,
  type: z.literal('monitor'),
  question: z.string().optional(),
  silent: z.boolean(),
  webhook: z.object({ id: z.string(), name: z.string(), url: z.string() }).optional(),
  secrets: z.array(z.string()),
  reference: z.object({ extractionId: z.string(), jobId: z.string().optional() }).optional(),
  rounds: z.number(),
  monitor: heldMonitorSchema.optional(),
  former: heldMonitorSchema.optional(),
  offSince: instant.optional(),
  healedAt: instant.optional(),
}) satisfies z.ZodType<MonitorHolding>;

export const watchlistHoldingSchema = z.object({
  ...facts,
  type: z.literal('watchlist'),
  dataset: z.string().optional(),
  ready: z.boolean(),
  unreadySince: instant.optional(),
  members: z.record(
    z.string(),
    z.object({ id: z.string(), digest: z.string(), outside: z.literal(true).optional() }),
  ),
}) satisfies z.ZodType<WatchlistHolding>;

/** What lies in a record of upstream objects beside its keys. */
export const holdingSchema = z.discriminatedUnion('type', [
  projectHoldingSchema,
  monitorHoldingSchema,
  watchlistHoldingSchema,
]);

export const takenRunSchema = z.object({
  watchId: z.string(),
  jobId: z.string(),
  takenAt: instant,
  isPulled: z.boolean(),
  expiresAt: instant,
});

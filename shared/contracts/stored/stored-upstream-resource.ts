import * as z from 'zod';
import type {
  KnownMonitor,
  Intent,
  MonitorResource,
  ProjectResource,
  WatchlistResource,
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

const projectResourceSchema = z.object({
  ...facts,
  type: z.literal('project'),
  id: z.string().optional(),
}) satisfies z.ZodType<ProjectResource>;

const knownMonitorSchema = z.object({
  ...monitorFacts,
  id: z.string(),
  enabled: z.boolean(),
}) satisfies z.ZodType<KnownMonitor>;

export const monitorResourceSchema = z.object({
  ...facts,
  type: z.literal('monitor'),
  question: z.string().optional(),
  silent: z.boolean(),
  webhook: z.object({ id: z.string(), name: z.string(), url: z.string() }).optional(),
  secrets: z.array(z.string()),
  reference: z.object({ extractionId: z.string(), jobId: z.string().optional() }).optional(),
  rounds: z.number(),
  monitor: knownMonitorSchema.optional(),
  former: knownMonitorSchema.optional(),
  offSince: instant.optional(),
  healedAt: instant.optional(),
}) satisfies z.ZodType<MonitorResource>;

export const watchlistResourceSchema = z.object({
  ...facts,
  type: z.literal('watchlist'),
  dataset: z.string().optional(),
  ready: z.boolean(),
  unreadySince: instant.optional(),
  members: z.record(
    z.string(),
    z.object({ id: z.string(), hash: z.string(), outside: z.literal(true).optional() }),
  ),
}) satisfies z.ZodType<WatchlistResource>;

/** An upstream resource's item without its keys. */
export const resourceSchema = z.discriminatedUnion('type', [
  projectResourceSchema,
  monitorResourceSchema,
  watchlistResourceSchema,
]);

/** A run of a monitor whose records were collected. */
export const collectedRunSchema = z.object({
  watchId: z.string(),
  jobId: z.string(),
  takenAt: instant,
  isPulled: z.boolean(),
  expiresAt: instant,
});

import * as z from 'zod';
import type {
  Intent,
  KnownMonitor,
  MonitorResource,
  ProjectResource,
  UpstreamResource,
  WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import { ABSENT, expiry, type Key, type Table } from '../table.ts';

const RESOURCES = 'RESOURCES';

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
      at: z.number(),
      monitor: z.object(monitorFacts).optional(),
    })
    .optional() satisfies z.ZodType<Intent | undefined>,
  failures: z.number(),
  error: z.string().optional(),
  retryAt: z.number().optional(),
  checkedAt: z.number().optional(),
};

const projectSchema = z.object({
  ...facts,
  type: z.literal('project'),
  id: z.string().optional(),
}) satisfies z.ZodType<ProjectResource>;

const knownMonitorSchema = z.object({
  ...monitorFacts,
  id: z.string(),
  enabled: z.boolean(),
}) satisfies z.ZodType<KnownMonitor>;

const monitorSchema = z.object({
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
  offSince: z.number().optional(),
  healedAt: z.number().optional(),
}) satisfies z.ZodType<MonitorResource>;

const watchlistSchema = z.object({
  ...facts,
  type: z.literal('watchlist'),
  dataset: z.string().optional(),
  ready: z.boolean(),
  unreadySince: z.number().optional(),
  members: z.record(
    z.string(),
    z.object({ id: z.string(), hash: z.string(), outside: z.literal(true).optional() }),
  ),
}) satisfies z.ZodType<WatchlistResource>;

const resourceSchema = z.discriminatedUnion('type', [projectSchema, monitorSchema, watchlistSchema]);

/** Our records of the resources that we keep at the extraction service, in one partition. */
export function upstreamResourcesIn(table: Table) {
  return {
    all: (): Promise<UpstreamResource[]> => table.query({ partition: RESOURCES }, resourceSchema),

    monitor: (watchId: string): Promise<MonitorResource | undefined> =>
      table.get(keyOf({ type: 'monitor', name: watchId }), monitorSchema),

    watchlist: (name: string): Promise<WatchlistResource | undefined> =>
      table.get(keyOf({ type: 'watchlist', name }), watchlistSchema),

    /**
     * Writes a record on condition that nobody else has written it since: `revision` is that of the one before, 0 for
     * a new one. Returns it as it is then.
     */
    async write<R extends UpstreamResource>(resource: R): Promise<R | undefined> {
      const { revision } = resource;
      const next = { ...resource, revision: revision + 1 };
      const written = await table.putIf(
        { ...next, ...keyOf(resource) },
        revision === 0 ? ABSENT : { is: { revision } },
      );
      return written ? next : undefined;
    },

    remove: (resource: UpstreamResource): Promise<void> => table.remove(keyOf(resource)),
  };
}

function keyOf({ type, name }: Pick<UpstreamResource, 'type' | 'name'>): Key {
  return { pk: RESOURCES, sk: `${type.toUpperCase()}#${name}` };
}

const collectedRunSchema = z.object({
  watchId: z.string(),
  jobId: z.string(),
  takenAt: z.number(),
  /** Its records were pulled, so that nothing cut is missing. */
  isPulled: z.boolean(),
  /** When it may be forgotten. */
  expiresAt: z.number(),
});

/** A run of a monitor whose records were collected. */
export type CollectedRun = z.output<typeof collectedRunSchema>;

/** Runs of monitors whose records are all collected, in the partition of their watch. */
export function collectedRunsIn(table: Table) {
  const runKey = (watchId: string, jobId: string): Key => ({ pk: `WATCH#${watchId}`, sk: `RUN#${jobId}` });
  return {
    /** Records a run; one that was recorded as pulled stays so. */
    async note(run: CollectedRun): Promise<void> {
      const item = { ...run, ...runKey(run.watchId, run.jobId), ...expiry(run.expiresAt) };
      await (run.isPulled ? table.put(item) : table.putIf(item, ABSENT));
    },

    /** Those of these jobs that are recorded. */
    of: (watchId: string, jobIds: readonly string[]): Promise<CollectedRun[]> =>
      table.getMany(
        jobIds.map((jobId) => runKey(watchId, jobId)),
        collectedRunSchema,
      ),
  };
}

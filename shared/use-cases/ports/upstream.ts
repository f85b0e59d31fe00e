import type { Instant } from '../../domain/time/instant.ts';
import type { KnownMonitor, MonitorFacts } from '../../domain/upstream/upstream-resource.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Company } from '../../domain/watches/watchlist.ts';
import type { CallLimits } from './clock.ts';
import type { FoundItems } from './source.ts';

/** Webhook payloads, as they were received. */
export interface WebhookPayloads {
  put(key: string, body: Uint8Array): Promise<void>;
  /** Undefined when there is none, or none any more. */
  read(key: string): Promise<Uint8Array | undefined>;
}

/** How records are read. */
export interface RecordReading {
  exclude: Watch['exclude'];
  /** The time of reading, which counts as their time. */
  now: Instant;
}

export interface SeenRecords extends FoundItems {
  /** The job that each record came from, by fingerprint, where its articles say so. */
  origins: ReadonlyMap<string, string>;
  /** Records without an identity. */
  refused: number;
}

/** A webhook payload that was read; `unknown` is anything without records, such as a test. */
export interface WebhookPayload extends SeenRecords {
  kind: 'monitor' | 'job' | 'record' | 'unknown';
  monitorId?: string;
  referenceJobId?: string;
  jobId?: string;
  /** How many records the service says there are. */
  count?: number;
}

/** Reads the body of a webhook payload. Undefined: it is not JSON. */
export type WebhookReader = (body: Uint8Array, sight: RecordReading) => WebhookPayload | undefined;

/** The project that groups what we own. Errors are `UpstreamError`s, here and below. */
export interface UpstreamProjects {
  /** Our own project of this name and description. */
  find(project: ProjectNames, limits: CallLimits): Promise<string | undefined>;
  /** Makes a project, once: after a lost answer there may be one. */
  create(project: ProjectNames, limits: CallLimits): Promise<string>;
  isEmpty(id: string, limits: CallLimits): Promise<boolean>;
  /** Deletes the project itself, nothing in it. That it is gone is success, here and below. */
  remove(id: string, limits: CallLimits): Promise<void>;
}

export interface ProjectNames {
  name: string;
  description: string;
}

/** A monitor as the service lists it. */
export interface SeenMonitor {
  id: string;
  referenceJobId?: string;
  enabled: boolean;
}

/** A run of a monitor that has ended well. */
export interface SeenRun {
  jobId: string;
  beganAt?: Instant;
  endedAt: Instant;
}

export interface WebhookFacts {
  name: string;
  url: string;
  secret: string;
}

/** Monitors and their webhooks. */
export interface UpstreamMonitors {
  /** Our own webhook whose name begins so, and the monitors that notify it. */
  findWebhook(
    search: { projectId: string; prefix: string },
    limits: CallLimits,
  ): Promise<{ id: string; name: string; monitorIds: string[] } | undefined>;
  createWebhook(webhook: WebhookFacts & { projectId: string }, limits: CallLimits): Promise<string>;
  changeWebhook(id: string, webhook: WebhookFacts, limits: CallLimits): Promise<void>;
  hasWebhook(id: string, limits: CallLimits): Promise<boolean>;
  removeWebhook(id: string, limits: CallLimits): Promise<void>;
  /** Our own monitors, all or those of a project. */
  list(search: { projectId?: string }, limits: CallLimits): Promise<SeenMonitor[]>;
  create(
    monitor: MonitorFacts & { backfill: boolean; projectId: string },
    limits: CallLimits,
  ): Promise<string>;
  change(
    id: string,
    change: Partial<Pick<MonitorFacts, 'schedule' | 'timezone' | 'limit'>>,
    limits: CallLimits,
  ): Promise<void>;
  /** Lets a monitor notify a webhook beside those that it notifies already. */
  assign(monitor: KnownMonitor, limits: CallLimits): Promise<void>;
  enable(id: string, given: { backfill: boolean }, limits: CallLimits): Promise<void>;
  disable(id: string, limits: CallLimits): Promise<void>;
  remove(id: string, limits: CallLimits): Promise<void>;
  removeJob(id: string, limits: CallLimits): Promise<void>;
  /** The latest runs that have ended well, newest first. */
  runs(id: string, limits: CallLimits): Promise<SeenRun[]>;
  /** How many records the job of a run has given, those that earlier runs gave among them. */
  countRecords(jobId: string, limits: CallLimits): Promise<number>;
  /** Jobs whose delivery to a webhook was cut, of those delivered since then. */
  cutDeliveries(search: { webhookId: string; since: Instant }, limits: CallLimits): Promise<string[]>;
  /** The records of all runs together, each once. */
  records(id: string, sight: RecordReading, limits: CallLimits): Promise<SeenRecords>;
}

/** An entity as the service lists it. */
export interface SeenEntity {
  id: string;
  externalId: string;
}

/** Entities and the datasets that hold them. */
export interface UpstreamWatchlists {
  /** Our own dataset of this name. */
  findDataset(search: { projectId: string; name: string }, limits: CallLimits): Promise<string | undefined>;
  createDataset(
    dataset: { projectId: string; name: string; entityIds: readonly string[] },
    limits: CallLimits,
  ): Promise<string>;
  /** Undefined: it is not there any more. */
  isReady(datasetId: string, limits: CallLimits): Promise<boolean | undefined>;
  removeDataset(id: string, limits: CallLimits): Promise<void>;
  /** Entities with external ids, newest first: all of ours that were made since then, or all in datasets of a project. */
  entities(search: { since: Instant } | { projectId: string }, limits: CallLimits): Promise<SeenEntity[]>;
  /** Makes entities, answered in the order given; all or none. */
  createEntities(
    companies: readonly { externalId: string; company: Company }[],
    limits: CallLimits,
  ): Promise<string[]>;
  changeEntity(id: string, company: Company, limits: CallLimits): Promise<void>;
  removeEntity(id: string, limits: CallLimits): Promise<void>;
  putIn(datasetId: string, entityIds: readonly string[], limits: CallLimits): Promise<void>;
}

import type { Identity, PendingSignIn } from '../../domain/pages/sign-in.ts';
import type { Extraction } from '../../domain/extraction/extraction.ts';
import type { Finding, FoundItem } from '../../domain/findings/finding.ts';
import type { UnusableItem } from '../../domain/findings/quarantine.ts';
import type { Service, UpstreamError } from '../../domain/lib/errors.ts';
import type { Instant, Window } from '../../domain/time/instant.ts';
import type { KnownMonitor, MonitorFacts } from '../../domain/upstream/upstream-resource.ts';
import type { PlanFigures } from '../../domain/usage/budget.ts';
import type { RunOrder, Watch } from '../../domain/watches/watch.ts';
import type { Company } from '../../domain/watches/watchlist.ts';
import type { CallLimits } from './clock.ts';
import type { FeedAnswer, Validators } from '../../domain/feeds/feed.ts';
import type { FrameCount } from '../../domain/runs/run-state.ts';
import type { ArchiveFile, ListedFile, Stream } from '../../domain/world/archive-file.ts';
import type { FileAnswer } from '../../domain/world/archive-state.ts';
import type { WorldRow } from '../../domain/world/read-row.ts';

/** The items of an answer, all of them read. */
export interface FoundItems {
  findings: Finding[];
  /** What cannot be read. */
  unusable?: readonly UnusableItem[];
  /** The parsed JSON of each finding, by fingerprint. */
  sources?: ReadonlyMap<string, unknown>;
}

/** What a source found on one page of one window. */
export interface FoundPage {
  items: readonly FoundItem[];
  /** What cannot be read. */
  unusable?: readonly UnusableItem[];
  /** Items, or parts of items, without an identity. They are counted and not stored. */
  refused: number;
  /** Matches the service counts, up to its cap. */
  hits: number;
  pages: number;
  /** The service counts no further: the window may hold more than it can give. */
  capped: boolean;
  /** Requests this took, with retries. */
  calls: number;
  correlationId?: string;
  /** For watches that count: numbers of items by time frame. */
  counts?: readonly FrameCount[];
  /** Spans in which items may have come and gone unseen, by the time at which that was recognised: their ends. */
  missed?: readonly Window[];
  /** The service said that this page has more items than it gave. What it gave is good; its window stays open. */
  incomplete?: UpstreamError;
}

/** One service as a run sees it. Errors are `UpstreamError`s. */
export interface Source {
  fetchPage(ask: { watch: Watch; window: Window; page: number }, limits: CallLimits): Promise<FoundPage>;
  /** How many items the service counts in a window; one call. */
  count(ask: { watch: Watch; window: Window }, limits: CallLimits): Promise<{ hits: number; calls: number }>;
  /**
   * The span in which windows of a watch can be covered now, by runs of a track; undefined: none yet. Left out: there
   * is no such limit, because the service itself says what it knows.
   */
  knownSpan?(watch: Watch, track: RunOrder['track']): Promise<Window | undefined>;
  /**
   * Asks the service of a watch for something that takes it no time. It says whether a service that did not
   * answer a query answers nobody. Left out: nobody is asked.
   */
  probe?(watch: Watch, limits: CallLimits): Promise<void>;
}

/** Polls one feed. Never throws for what a server does. */
export type PollFeed = (url: string, validators: Validators | undefined) => Promise<FeedAnswer>;

/** The workflow that calls the steps of an extraction. */
export interface Workflow {
  /** Starts an execution; that there is one of this name already is success. */
  start(name: string, extractionId: string): Promise<void>;
}

/** What the workflow has under way. */
export interface Executions {
  /** Names of the executions that run. May lag behind by moments. */
  running(): Promise<ReadonlySet<string>>;
}

/** What one call took. */
export interface Counted {
  /** Requests sent, retries included. */
  calls: number;
  correlationId?: string;
}

/** The query of a job, by which it is also found in a list of jobs. */
export type JobAsk = Pick<Extraction, 'query' | 'range'>;

/** One page of records, as findings. */
export interface RecordPage extends Counted, FoundItems {
  /** Records without an identity. */
  refused: number;
  pages: number;
  /** The limit of records that the job was given. */
  limit?: number;
  /** Of a failed job. */
  error?: string;
}

/** The extraction service as an extraction sees it. Errors are `UpstreamError`s. */
export interface JobService {
  /** Sends a job once. A lost answer is a `TransportError` or `BadShapeError`: there may be a job. */
  submit(ask: JobAsk, limits: CallLimits): Promise<Counted & { upstreamId: string }>;
  /** Our own jobs with the same query, made since then, oldest first. */
  find(ask: JobAsk & { since: Instant }, limits: CallLimits): Promise<Counted & { upstreamIds: string[] }>;
  /** The state of the job, in the service's own word. */
  stage(upstreamId: string, limits: CallLimits): Promise<Counted & { stage: string }>;
  /** A page of records, from 1; of a job at work, a part. */
  records(
    ask: {
      upstreamId: string;
      page: number;
      exclude: Watch['exclude'];
      /** When they are seen: what counts as their time, as the service gives none. */
      now: Instant;
    },
    limits: CallLimits,
  ): Promise<RecordPage>;
  /** Sends a completed job back to work with a higher limit. */
  continue(ask: { upstreamId: string; limit: number }, limits: CallLimits): Promise<Counted>;
  /** Credits left this month; undefined where the plan does not say. */
  credits(limits: CallLimits): Promise<Counted & { left: number | undefined }>;
}

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
  /** Entities with external ids, newest first: those in datasets of a project, or all. */
  entities(search: { projectId?: string }, limits: CallLimits): Promise<SeenEntity[]>;
  /** Makes entities, answered in the order given; all or none. */
  createEntities(
    companies: readonly { externalId: string; company: Company }[],
    limits: CallLimits,
  ): Promise<string[]>;
  changeEntity(id: string, company: Company, limits: CallLimits): Promise<void>;
  removeEntity(id: string, limits: CallLimits): Promise<void>;
  putIn(datasetId: string, entityIds: readonly string[], limits: CallLimits): Promise<void>;
}

/** Asks each service of this stack for its own figures. Errors are `UpstreamError`s. */
export type Plans = Readonly<Partial<Record<Service, (limits: CallLimits) => Promise<PlanFigures>>>>;

/** The open archive of the world's news. It never throws for what a server does. */
export interface Archive {
  /** The latest file of a stream; undefined: the list cannot be read. */
  latest(stream: Stream): Promise<ListedFile | undefined>;
  /** Reads a file, and keeps the rows that are wanted. */
  read(file: ArchiveFile, isWanted: (row: WorldRow) => boolean): Promise<FileAnswer>;
}

/** Signs people in at the issuer of the stage. Both throw SignInRefused. */
export interface SignIn {
  /** Where a browser goes to sign in, and what it keeps meanwhile. `path` is the page that was asked for. */
  begin(path: string): Promise<{ url: string; pending: PendingSignIn }>;
  /** Who has come back with this query. A code can be used once. */
  end(query: Readonly<Record<string, string>>, pending: PendingSignIn): Promise<Identity>;
}

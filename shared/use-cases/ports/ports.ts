import type { Message, Protocol } from '../../domain/alerts/message.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import type { DrillOrder } from '../../domain/channels/drill.ts';
import type { Service } from '../../domain/lib/errors.ts';
import type { ReaderAction } from '../../domain/pages/reader-action.ts';
import type { ReportNumbers } from '../../domain/reports/report-numbers.ts';
import type { Named, TextForm } from '../../domain/reports/report-record.ts';
import type { Instant, Window } from '../../domain/time/instant.ts';
import type { RunOrder, Severity } from '../../domain/watches/watch.ts';
import type { StoredMessage } from '../../store/alerts/messages.ts';
import type { Judging } from '../../store/watches/judging.ts';
import type { Store } from '../../store/open-store.ts';
import type { CallLimits, Clock } from './clock.ts';
import type { OpenModel } from './models.ts';
import type {
  Executions,
  JobService,
  Source,
  UpstreamMonitors,
  UpstreamProjects,
  UpstreamWatchlists,
  WebhookPayloads,
  WebhookReader,
  Workflow,
} from './services.ts';
import type { DecideOrder } from '../../domain/alerts/decision.ts';

/** What lies outside of the store. */
interface World {
  clock: Clock;
  queue: RunQueue;
  decideQueue: DecideQueue;
  source: Source;
  raw: RawStore;
  topic: Topic;
  transportQueue: TransportQueue;
  subscriptions: Subscriptions;
  schedules: Schedules;
  workflow: Workflow;
  executions: Executions;
  jobs: JobService;
  webhookPayloads: WebhookPayloads;
  deliveries: WebhookQueue;
  readWebhook: WebhookReader;
  projects: UpstreamProjects;
  monitors: UpstreamMonitors;
  upstreamWatchlists: UpstreamWatchlists;
  counter: NameCounter;
  models: OpenModel;
  files: ReportFiles;
  spreadsheet: SpreadsheetRenderer;
  render: ReportRenderer;
  reportSchedules: ReportSchedules;
}

/**
 * Everything that use-cases reach, by the name under which they take it: the repositories of the store, and the world.
 * A use-case lists those that it uses: `Pick<Ports, 'clock'>`.
 */
export interface Ports extends Store, World {
  judging: Judging;
}

/** Sends orders to the queue of the service that answers the watch. */
export interface RunQueue {
  /** @param delay milliseconds, at most 15 minutes. */
  send(service: Service, order: RunOrder, delay?: number): Promise<void>;
}

/** The queue of the function that decides. */
export interface DecideQueue {
  /** @param delay milliseconds, at most 15 minutes. */
  send(order: DecideOrder, delay?: number): Promise<void>;
}

/** The queue of the function that serves the lanes of other transports than SNS. */
export interface TransportQueue {
  /**
   * Orders it to send what is due on these channels, or the drill with this id, or to show who has acknowledged the
   * alert with this id. Once too often does no harm: each lane has one deliverer at a time.
   */
  send(channels: readonly string[], instead?: { drill?: string; acknowledged?: string }): Promise<void>;
}

/** A webhook payload that was stored and waits to be processed. */
export interface WebhookOrder {
  watchId: string;
  /** The key of its body in the bucket. */
  key: string;
  receivedAt: Instant;
}

/** The queue of webhook payloads. */
export interface WebhookQueue {
  send(order: WebhookOrder): Promise<void>;
}

/** The queue on which a drill begins, as runs do. */
export interface DrillQueue {
  order(order: DrillOrder): Promise<void>;
}

/** A schedule as the scheduler holds it. */
export interface WatchSchedule {
  watchId: string;
  service: Service;
  expression: string;
  timezone: string;
  /** A rate counts from here. */
  start?: Instant;
}

/** The schedules of the watches. A change replaces the whole schedule. */
export interface Schedules {
  list(): Promise<WatchSchedule[]>;
  put(schedule: WatchSchedule, existing: boolean): Promise<void>;
  remove(watchId: string): Promise<void>;
}

/** Asks the service how many articles name somebody. Errors are `UpstreamError`s. */
export interface NameCounter {
  count(
    name: Pick<Named, 'names'> & { exclude: readonly string[] },
    window: Window,
    limits: CallLimits,
  ): Promise<{ articles: number; calls: number }>;
}

/** Where the forms of reports lie, by the key that `reportKey` gives. */
export interface ReportFiles {
  put(key: string, file: { body: string | Uint8Array; type: string }): Promise<void>;
  /** Text in UTF-8; with `base64` the bytes of a file in Base64. */
  get(key: string, encoding?: 'utf-8' | 'base64'): Promise<string | undefined>;
}

/** Makes the forms of a report. The same numbers and link give the same texts. */
export type ReportRenderer = (
  numbers: ReportNumbers,
  link: string | undefined,
) => Promise<Record<TextForm, string>>;

/** Makes the spreadsheet of a report, as a file. The same numbers give the same bytes. */
type SpreadsheetRenderer = (numbers: ReportNumbers) => Promise<Uint8Array>;

/** A schedule that writes a report. */
export interface ReportSchedule {
  reportId: string;
  expression: string;
  timezone: string;
}

/** The schedules of the reports. A change replaces the whole schedule. */
export interface ReportSchedules {
  list(): Promise<ReportSchedule[]>;
  put(schedule: ReportSchedule, existing: boolean): Promise<void>;
  remove(reportId: string): Promise<void>;
}

/** Raw JSON of findings of watches with `keep: full`. */
export interface RawStore {
  put(key: string, body: string): Promise<void>;
}

/** Objects of the bucket. A folder is a prefix of their keys that ends in a slash. */
export interface StoredObjects {
  count(folder: string): Promise<number>;
  /** Deletes all objects below a folder. Returns how many there were. */
  remove(folder: string): Promise<number>;
}

/** A message to be sent. */
export interface Outgoing extends StoredMessage {
  /** This deliverer has just written it: nobody else can have sent it. */
  isNew: boolean;
}

/** How a message is published. */
interface PublishLimits extends CallLimits {
  /** An earlier try may have sent it: a transport that can find it there does not send it again. */
  isRepeat?: boolean;
}

/**
 * A transport: the SNS topic with all subscribers, or what another lane sends to. Throws `PublishRefused`,
 * `PublishThrottled` or `PublishUnsure`.
 */
export interface Topic {
  /**
   * Publishes once, without a second try, and not after the deadline. Returns the id that the service gives the
   * message.
   */
  publish(message: Message, channel: Channel, limits?: PublishLimits): Promise<string>;
  /** Ends the incident of a story at a service that has incidents. A repeat changes nothing. */
  resolve?(key: string, channel: Channel, limits?: CallLimits): Promise<void>;
  /**
   * Shows in a message that was sent what readers did about its alerts.
   *
   * @param how.sentAs what `publish` returned.
   */
  edit?(
    message: Message,
    channel: Channel,
    how: CallLimits & { sentAs: string; taken: readonly ReaderAction[] },
  ): Promise<void>;
}

/** The address of a subscriber. The topic has each address once. */
export interface Address {
  protocol: Protocol;
  endpoint: string;
}

/** Which messages a subscriber gets. */
export interface Filter {
  /** Channels whose messages it gets. */
  channels: readonly string[];
  /**
   * The least severity that it takes from a channel, by the channel's name, where that is more than info. Absent: from
   * none.
   */
  severities?: Readonly<Record<string, Severity>> | undefined;
}

/** A subscriber behind the topic. */
export interface Subscription extends Address, Filter {
  /** Absent while it waits for its confirmation. */
  arn?: string;
  /** What SNS cannot deliver to it is kept in our dead-letter queue. Absent for a pending one: it cannot be read. */
  keepsFailures?: true;
}

/**
 * The subscribers of the topic whose filter has the form of ours. A person may have made one with the same form: only
 * `SubscriptionRecords` says which are ours.
 */
export interface Subscriptions {
  /** All of them, or those of these addresses: then the filters of the others are not read. */
  list(of?: readonly Address[]): Promise<Subscription[]>;
  /** Every address at the topic, whoever subscribed it: one call for a hundred, as no filter is read. */
  addresses(): Promise<(Address & { isConfirmed: boolean })[]>;
  /**
   * Subscribes; of protocols of which failures are kept, they are. Returns the ARN, or undefined while the address
   * must confirm.
   */
  subscribe(wanted: Subscription): Promise<string | undefined>;
  /** Changes which messages a confirmed subscriber gets. SNS may take 15 minutes for it. */
  refilter(existing: Subscription, filter: Filter): Promise<void>;
  /** Lets SNS keep what it cannot deliver to a confirmed subscriber. For protocols of which it is kept. */
  keepFailures(existing: Subscription): Promise<void>;
  /** Ends a confirmed subscription. A pending one cannot be ended. */
  unsubscribe(existing: Subscription): Promise<void>;
}

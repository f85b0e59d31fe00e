import type { PlanFigures } from '../../../shared/domain/usage/budget.ts';
import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { PolledSource, Service, UpstreamService } from '../../../shared/domain/lib/errors.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import type { ApplyOutcome } from '../../../shared/domain/runs/outcome.ts';
import type { WhenOverruled } from '../../../shared/use-cases/apply/settle-edits.ts';
import type { FeedOrder, SharedFeed } from '../../../shared/domain/pages/shared-feed.ts';
import type { PageLinks } from '../../../shared/domain/pages/signed-link.ts';
import type { Silence, SilenceOrder } from '../../../shared/domain/channels/silence.ts';
import type { WatchQuery } from '../../../shared/domain/watches/watch.ts';
import type { JobRecord } from '../../../shared/providers/extraction/source/record.ts';
import type { RecordSource, WebhookTest } from '../../../shared/providers/extraction/source/single-calls.ts';
import type { JobAdvice } from '../../../shared/providers/extraction/source/job-advice.ts';
import type { CallLimits } from '../../../shared/use-cases/ports/clock.ts';
import type { Store } from '../../../shared/store/open-store.ts';
import type { UpstreamOutcome } from '../../../shared/domain/upstream/upstream-resource.ts';
import type { DrillQueue, RunQueue, Subscriptions } from '../../../shared/use-cases/ports/ports.ts';
import type { Source } from '../../../shared/use-cases/ports/services.ts';
import type { Forgetting } from '../forget/open-forgetting.ts';
import type { SmokeTools } from '../smoke/smoke-tools.ts';
import type { MailAccount } from '../../../shared/aws/read-mail-account.ts';
import type { SmsAccount } from '../../../shared/aws/sns-sms.ts';
import type { apiOf } from './call-api.ts';
import type { OpenModel } from '../../../shared/use-cases/ports/models.ts';
import type { ArticleSearch } from './find-article.ts';
import type { TriedOut, TryOutOrder } from './try-out.ts';

/** A report that was written. */
export interface WrittenReport {
  /** The id that a link to it signs. */
  recordId: string;
  headline: string;
}

/** One filter of the list of outlets. */
export type OutletFilter =
  | { source_url: string[] }
  | { source_name: string[] }
  | { predefined_sources: string[] };

/** Outlets by their domains. `message` says when the plan shortened the list; `dropped` counts unreadable entries. */
export interface OutletList {
  domains: string[];
  message: string;
  dropped: number;
}

/** A stack as the command line sees it. It reads by itself, and changes things only by functions and messages. */
export interface Stack extends Store {
  /** For messages. */
  name: string;
  /** True for a local stack whose process no longer runs: nothing answers. */
  isStopped?: boolean;
  /** The time on its clock. A stack on this machine may have another time than the computer. */
  now: () => Instant;
  /** Which pollers the stack was deployed with. */
  polls: Readonly<Record<PolledSource, boolean>>;
  /** Makes the stack reconcile its objects at the extraction service. Returns what was done and what is left. */
  reconcileUpstream: () => Promise<UpstreamOutcome>;
  /** Slugs of the source groups of the extraction service for this key. Errors are `UpstreamError`s. */
  sourceGroups: (limits: CallLimits) => Promise<string[]>;
  /** The outlets of the news service that match a filter. Errors are `UpstreamError`s. */
  outlets: (filter: OutletFilter, limits: CallLimits) => Promise<OutletList>;
  subscriptions: Pick<Subscriptions, 'list'>;
  queue: Pick<RunQueue, 'send'>;
  /** Invokes the function that applies watches, and returns its outcome. */
  apply: (desired: Desired, edits?: WhenOverruled) => Promise<ApplyOutcome>;
  /** Redrives dead messages, one by its id or `all`, and delivers. Returns the ids of those that were dead. */
  redrive: (which: string) => Promise<string[]>;
  /** Queues a drill. */
  drill: DrillQueue['order'];
  /** The ARNs of the subscriptions to which SNS could not deliver a drill. `unknown`: that may not be read. */
  undeliveredDrill: (id: string) => Promise<string[] | 'unknown'>;
  /** Mutes alerts from now on. Returns the silence. */
  /** Undefined: there are as many silences as there may be. */
  silence: (order: SilenceOrder) => Promise<Silence | undefined>;
  /** Ends a silence, by its id. Returns undefined when no silence with that id is in force. */
  expireSilence: (id: string) => Promise<Silence | undefined>;
  /** Shares a feed. Returns it with its id. */
  shareFeed: (order: FeedOrder) => Promise<SharedFeed>;
  /** Revokes the address of a feed. Undefined: none of this id is shared. */
  revokeFeed: (id: string) => Promise<SharedFeed | undefined>;
  /** The start date of the schedule of a watch. Undefined when it has no schedule. */
  schedule: (watchId: string) => Promise<{ start: Instant | undefined } | undefined>;
  services: Readonly<Record<UpstreamService, ServiceAccess>>;
  /** The advice of the extraction service on a query, before it becomes a job. Errors are `UpstreamError`s. */
  adviseOn: (query: WatchQuery, limits: CallLimits) => Promise<JobAdvice>;
  /**
   * Lets the extraction service send a test to a webhook. Returns whether our receiver took it, and else why not.
   * Errors are `UpstreamError`s.
   */
  testWebhook: (webhookId: string, limits: CallLimits) => Promise<WebhookTest>;
  /** All records of a job or a monitor of the extraction service. Errors are `UpstreamError`s. */
  recordsOf: (source: RecordSource, limits: CallLimits) => Promise<JobRecord[]>;
  /**
   * The article of an address, as the news service has it, and how far back it was searched. Errors are
   * `UpstreamError`s.
   */
  findArticle: (address: string) => Promise<ArticleSearch>;
  /** Asks a service, or what the poller stored, as a run asks it. Errors are `UpstreamError`s. */
  askService: <R>(service: Service, ask: (source: Source) => Promise<R>) => Promise<R>;
  /** What a watch would have found in a window, from the service or from what the poller stored. Errors are `UpstreamError`s. */
  tryOut: (order: TryOutOrder) => Promise<TriedOut>;
  /** Invokes the function that writes reports. It rolls up days for at most `patience` before it answers. */
  writeReport: (order: {
    reportId: string;
    period: { first: string; last: string };
    /** Milliseconds. */
    patience: number;
  }) => Promise<
    ({ status: 'written' } & WrittenReport) | { status: 'folding'; rolledUp: number; left: number }
  >;
  /** A file of a written report, by the address at which pages serve it. */
  download: (address: string) => Promise<Uint8Array>;
  /** Calls the HTTP API as the operator of the stack. */
  callApi: ReturnType<typeof apiOf>;
  /** The address of the pages, and the key that signs links to them. */
  pageLinks: () => Promise<PageLinks>;
  /**
   * The value of a secret that a channel names.
   *
   * @throws PublishRefused while it has none.
   */
  secretOf: (name: string) => Promise<string>;
  /** The models that its stage names, called as the person at this machine. */
  models: OpenModel;
  /** How many messages are in the dead letters of runs and webhook payloads. */
  deadOrders: () => Promise<number>;
  /** How many messages SNS could not deliver to https addresses and queues, and keeps. None on this machine. */
  undelivered: () => Promise<number>;
  /** What `forget` does itself. */
  forgetting: () => Promise<Forgetting>;
  /** What the smoke test does itself. */
  smoke: SmokeTools;
  /** The limits for SMS of the account. Undefined where messages stay on this machine. */
  sms: () => Promise<SmsLimits | undefined>;
  /** What SES says about the account and these senders. Undefined where messages stay on this machine. */
  mail: (senders: readonly string[]) => Promise<MailAccount | undefined>;
}

/** How the stack calls an upstream service. */
export interface ServiceAccess {
  url: string | undefined;
  /** The key of the service. Empty while none has been set. */
  key: () => Promise<string>;
  /** How to set the key. */
  keyAdvice: string;
  /** The plan as the service returns it. Errors are `UpstreamError`s. */
  plan: () => Promise<ServicePlan>;
}

/** Calls of a plan, or credits of the extraction service. Undefined: the service does not say. */
export interface ServicePlan extends Partial<Omit<PlanFigures, 'allowed' | 'left'>> {
  /** Its name. */
  plan?: string | undefined;
  allowed?: number | undefined;
  left?: number | undefined;
}

/** What SNS says about SMS of the account. */
export type SmsLimits = Omit<SmsAccount, 'optedOut'> & Partial<Pick<SmsAccount, 'optedOut'>>;

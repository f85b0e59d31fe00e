import type { PlanFigures } from '../../../shared/domain/usage/budget.ts';
import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { Service } from '../../../shared/domain/lib/errors.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import type { ApplyOutcome } from '../../../shared/domain/runs/outcome.ts';
import type { PageLinks } from '../../../shared/domain/pages/page-links.ts';
import type { Silence, SilenceOrder } from '../../../shared/domain/channels/silence.ts';
import type { Watch, WatchQuery } from '../../../shared/domain/watches/watch.ts';
import type { Window } from '../../../shared/domain/time/window.ts';
import type { JobAdvice } from '../../../shared/providers/extraction/source/job-advice.ts';
import type { UpstreamResources, Watchlists } from '../../../shared/use-cases/ports/upstream-ports.ts';
import type { UpstreamOutcome } from '../../../shared/domain/upstream/upstream-outcome.ts';
import type { Budgets } from '../../../shared/use-cases/ports/usage-ports.ts';
import type { Silences } from '../../../shared/use-cases/ports/channel-ports.ts';
import type {
  Alerts,
  CallLimits,
  Definitions,
  Findings,
  Messages,
  RunQueue,
  RunStates,
  Subscriptions,
  Incidents,
  Windows,
} from '../../../shared/use-cases/ports/ports.ts';
import type { Extractions } from '../../../shared/use-cases/ports/extraction-ports.ts';
import type { ReportPlans } from '../../../shared/use-cases/ports/report-ports.ts';
import type { Stories, NotifiedStories } from '../../../shared/use-cases/ports/story-ports.ts';
import type { ArticleSearch } from './find-article.ts';
import type { TriedOut } from './try-out.ts';

/** A report that was written. */
export interface WrittenReport {
  /** The id in a link to it. */
  recordId: string;
  headline: string;
}

/** A stack for the command line, which reads directly and changes things only through functions and messages. */
export interface Stack {
  /** For messages. */
  name: string;
  /** Its clock; a local stack may have been started with `--now`. */
  now: () => Instant;
  definitions: Pick<Definitions, 'watches' | 'channels'>;
  states: Pick<RunStates, 'read'>;
  troubles: Pick<Incidents, 'open'>;
  findings: Pick<Findings, 'read' | 'foundIn'>;
  extractions: Pick<Extractions, 'madeOn'>;
  alerts: Pick<Alerts, 'get' | 'madeIn'>;
  messages: Pick<Messages, 'dead' | 'get'>;
  stories: Pick<Stories, 'records'>;
  told: Pick<NotifiedStories, 'read'>;
  windows: Pick<Windows, 'open' | 'covering'>;
  budgets: Pick<Budgets, 'get'>;
  lists: Pick<Watchlists, 'all'>;
  resources: Pick<UpstreamResources, 'all'>;
  /** Runs one sweep of the reconciler; returns what was done and what is left. */
  reconcileUpstream: () => Promise<UpstreamOutcome>;
  /** Slugs of the source groups of the extraction service for this key. Errors are `UpstreamError`s. */
  sourceGroups: (limits: CallLimits) => Promise<string[]>;
  subscriptions: Pick<Subscriptions, 'list'>;
  queue: RunQueue;
  /** Invokes the function that applies watches. */
  apply: (desired: Desired) => Promise<ApplyOutcome>;
  /** Sends dead messages again, one by its id or `all`; returns their ids. */
  redrive: (which: string) => Promise<string[]>;
  silences: Pick<Silences, 'since'>;
  /** Mutes alerts from now on. */
  silence: (order: SilenceOrder) => Promise<Silence>;
  /** Ends a silence; undefined when no active silence has this id. */
  expireSilence: (id: string) => Promise<Silence | undefined>;
  /** The start of the schedule of a watch; undefined without a schedule. */
  schedule: (watchId: string) => Promise<{ start: Instant | undefined } | undefined>;
  services: Readonly<Record<Service, ServiceAccess>>;
  /** Advice of the extraction service on a query, without a job. Errors are `UpstreamError`s. */
  adviseOn: (query: WatchQuery, limits: CallLimits) => Promise<JobAdvice>;
  /** Searches the news service for the article of an address. Errors are `UpstreamError`s. */
  findArticle: (address: string) => Promise<ArticleSearch>;
  /** What a watch would have found in a window. Errors are `UpstreamError`s. */
  tryOut: (watch: Watch, window: Window) => Promise<TriedOut>;
  reports: Pick<ReportPlans, 'plans'>;
  /** Invokes the function that writes reports; it rolls up days for at most `patience` before it answers. */
  writeReport: (order: {
    reportId: string;
    period: { first: string; last: string };
    /** Milliseconds. */
    patience: number;
  }) => Promise<
    ({ status: 'written' } & WrittenReport) | { status: 'folding'; rolledUp: number; left: number }
  >;
  /** The address of the pages, and the key that signs links to them. */
  pageLinks: () => Promise<PageLinks>;
  /** The number of dead letters. */
  deadOrders: () => Promise<number>;
  /** SMS limits of the account; undefined for a local stack. */
  sms: () => Promise<SmsLimits | undefined>;
}

/** How the stack reaches an upstream service. */
export interface ServiceAccess {
  url: string | undefined;
  /** The key of the service; empty while none has been set. */
  key: () => Promise<string>;
  /** How to set the key. */
  keyAdvice: string;
  /** Reads the plan from the service. Errors are `UpstreamError`s. */
  plan: () => Promise<ServicePlan>;
}

/** Calls of a plan, or credits of the extraction service; undefined when the service does not say. */
export interface ServicePlan extends Partial<Omit<PlanFigures, 'allowed' | 'left'>> {
  /** Its name. */
  plan?: string | undefined;
  allowed?: number | undefined;
  left?: number | undefined;
}

export interface SmsLimits {
  /** Only verified numbers are reached. */
  inSandbox: boolean;
  /** US dollars per month; when it was never set it is undefined, and AWS applies 1 dollar. */
  monthlyLimit: number | undefined;
}

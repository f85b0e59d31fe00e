import type { Store } from '../../store/open-store.ts';
import type { Clock } from './clock.ts';
import type { Executions, JobService, Workflow } from './extraction.ts';
import type { RawStore } from './findings.ts';
import type { Topic } from './messages.ts';
import type { DecideQueue, DrillQueue, RunQueue, TransportQueue, WebhookQueue } from './queues.ts';
import type {
  NameCounter,
  ReportFiles,
  ReportRenderer,
  ReportSchedules,
  SpreadsheetRenderer,
} from './reports.ts';
import type { Schedules } from './schedules.ts';
import type { Source } from './source.ts';
import type { Subscriptions } from './subscriptions.ts';
import type {
  UpstreamMonitors,
  UpstreamProjects,
  UpstreamWatchlists,
  WebhookPayloads,
  WebhookReader,
} from './upstream.ts';

/** What lies outside of the store. */
interface World {
  clock: Clock;
  queue: RunQueue;
  decideQueue: DecideQueue;
  source: Source;
  raw: RawStore;
  topic: Topic;
  drillQueue: DrillQueue;
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
  files: ReportFiles;
  spreadsheet: SpreadsheetRenderer;
  render: ReportRenderer;
  reportSchedules: ReportSchedules;
}

/**
 * Everything that use-cases reach, by the name under which they take it: the repositories of the store, and the world. A use-case
 * lists those that it uses: `Pick<Ports, 'clock'>`.
 */
export interface Ports extends Store, World {}

import type { Clock } from './clock.ts';
import type { DrillQueue, Drills } from './drill/drills.ts';
import type { FeedStore } from './feeds/feed-store.ts';
import type { Definitions, FeedLists, RemovedWatches, Watchlists } from './definitions.ts';
import type { ExpectedRuns, RunStates } from './run-states.ts';
import type { Windows } from './windows.ts';
import type { HourlyCountsStore } from './counting.ts';
import type { Leases } from './leases.ts';
import type { RunQueue, TransportQueue, WebhookQueue } from './queues.ts';
import type { Source } from './source.ts';
import type { Budgets } from './usage.ts';
import type { Findings, Quarantine, RawStore, SeenValues, RecordKeys } from './findings.ts';
import type { Stories, NotifiedStories, StoryOrders } from './stories.ts';
import type { Timeline } from './pages/timeline.ts';
import type {
  Alerts,
  ReaderActions,
  Silences,
  Cooldowns,
  ChannelActivity,
  ChannelStories,
} from './alerts.ts';
import type { Incidents } from './incidents.ts';
import type {
  Messages,
  Outbox,
  ChannelGate,
  PagerIncidents,
  StoryThreads,
  Topic,
  Unsubscriptions,
} from './messages.ts';
import type { SubscriptionRecords, Subscriptions } from './subscriptions.ts';
import type { Schedules } from './schedules.ts';
import type { Extractions, Workflow, Executions, JobService } from './extraction.ts';
import type {
  UpstreamResources,
  CollectedRuns,
  WebhookPayloads,
  WebhookReader,
  UpstreamProjects,
  UpstreamMonitors,
  UpstreamWatchlists,
} from './upstream.ts';
import type {
  Rollups,
  FoundByDay,
  RecordedWindows,
  ReportPlans,
  ReportRecords,
  NameCounts,
  NameCounter,
  ReportFiles,
  SpreadsheetRenderer,
  ReportRenderer,
  ReportSchedules,
} from './reports.ts';

/** Every port, by the name under which use-cases take it. A use-case lists those it uses: `Pick<Ports, 'clock'>`. */
export interface Ports {
  clock: Clock;
  definitions: Definitions;
  lists: Watchlists;
  feedLists: FeedLists;
  feeds: FeedStore;
  removedWatches: RemovedWatches;
  states: RunStates;
  expectedRuns: ExpectedRuns;
  windows: Windows;
  timeline: Timeline;
  countStore: HourlyCountsStore;
  leases: Leases;
  queue: RunQueue;
  source: Source;
  budgets: Budgets;
  findings: Findings;
  quarantine: Quarantine;
  raw: RawStore;
  seen: SeenValues;
  marks: RecordKeys;
  stories: Stories;
  notifiedStories: NotifiedStories;
  storyOrders: StoryOrders;
  alerts: Alerts;
  silences: Silences;
  readerActions: ReaderActions;
  cooldowns: Cooldowns;
  channelStories: ChannelStories;
  life: ChannelActivity;
  incidents: Incidents;
  messages: Messages;
  outbox: Outbox;
  gate: ChannelGate;
  topic: Topic;
  threads: StoryThreads;
  pagers: PagerIncidents;
  unsubscriptions: Unsubscriptions;
  drills: Drills;
  drillQueue: DrillQueue;
  transportQueue: TransportQueue;
  subscriptions: Subscriptions;
  subscriptionRecords: SubscriptionRecords;
  schedules: Schedules;
  extractions: Extractions;
  workflow: Workflow;
  executions: Executions;
  jobs: JobService;
  resources: UpstreamResources;
  collectedRuns: CollectedRuns;
  bodies: WebhookPayloads;
  deliveries: WebhookQueue;
  readWebhook: WebhookReader;
  projects: UpstreamProjects;
  monitors: UpstreamMonitors;
  watchlists: UpstreamWatchlists;
  rollups: Rollups;
  found: FoundByDay;
  recorded: RecordedWindows;
  reportPlans: ReportPlans;
  records: ReportRecords;
  counts: NameCounts;
  counter: NameCounter;
  files: ReportFiles;
  spreadsheet: SpreadsheetRenderer;
  render: ReportRenderer;
  reportSchedules: ReportSchedules;
}

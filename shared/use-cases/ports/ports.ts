import type { Findings } from '../../store/findings/findings.ts';
import type { Removals } from '../../store/removals.ts';
import type { Spaces } from '../../store/stories/spaces.ts';
import type { Stories } from '../../store/stories/stories.ts';
import type { StoryOrders } from '../../store/stories/story-orders.ts';
import type {
  Alerts,
  ChannelActivity,
  ChannelStories,
  Cooldowns,
  ReaderActions,
  Silences,
} from './alerts.ts';
import type { Clock } from './clock.ts';
import type { HourlyCountsStore } from './counting.ts';
import type { Definitions, FeedLists, RemovedWatches, Watchlists } from './definitions.ts';
import type { DrillQueue, Drills } from './drill/drills.ts';
import type { Executions, Extractions, JobService, Workflow } from './extraction.ts';
import type { FeedStore } from './feeds/feed-store.ts';
import type { Quarantine, RawStore, RecordKeys, SeenValues } from './findings.ts';
import type { Incidents } from './incidents.ts';
import type { Leases } from './leases.ts';
import type {
  ChannelGate,
  Messages,
  Outbox,
  PagerIncidents,
  StoryThreads,
  Topic,
  Unsubscriptions,
} from './messages.ts';
import type { Timeline } from './pages/timeline.ts';
import type { DecideQueue, RunQueue, TransportQueue, WebhookQueue } from './queues.ts';
import type {
  NameCounter,
  NameCounts,
  RecordedWindows,
  ReportFiles,
  ReportPlans,
  ReportRecords,
  ReportRenderer,
  ReportSchedules,
  Rollups,
  SpreadsheetRenderer,
} from './reports.ts';
import type { ExpectedRuns, RunStates } from './run-states.ts';
import type { Schedules } from './schedules.ts';
import type { Source } from './source.ts';
import type { SubscriptionRecords, Subscriptions } from './subscriptions.ts';
import type {
  CollectedRuns,
  UpstreamMonitors,
  UpstreamProjects,
  UpstreamResources,
  UpstreamWatchlists,
  WebhookPayloads,
  WebhookReader,
} from './upstream.ts';
import type { Budgets } from './usage.ts';
import type { Windows } from './windows.ts';

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
  decideQueue: DecideQueue;
  source: Source;
  budgets: Budgets;
  findings: Findings;
  quarantine: Quarantine;
  raw: RawStore;
  seen: SeenValues;
  marks: RecordKeys;
  stories: Stories;
  spaces: Spaces;
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
  removals: Removals;
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

import { dynamoAlerts } from './alerts/dynamo-alerts.ts';
import { dynamoChannelGate } from './alerts/dynamo-channel-gate.ts';
import { dynamoChannelStories } from './alerts/dynamo-channel-stories.ts';
import { dynamoCooldowns } from './alerts/dynamo-cooldowns.ts';
import { dynamoDrills } from './alerts/dynamo-drills.ts';
import { dynamoChannelActivity } from './alerts/dynamo-heartbeats.ts';
import { dynamoIncidents } from './alerts/dynamo-incidents.ts';
import { dynamoMessages } from './alerts/dynamo-messages.ts';
import { dynamoOutbox } from './alerts/dynamo-outbox.ts';
import { dynamoPagerIncidents } from './alerts/dynamo-pager-incidents.ts';
import { dynamoReaderActions } from './alerts/dynamo-reader-actions.ts';
import { dynamoSilences } from './alerts/dynamo-silences.ts';
import { dynamoStoryThreads } from './alerts/dynamo-story-threads.ts';
import { dynamoSubscriptionRecords } from './alerts/dynamo-subscription-records.ts';
import { dynamoUnsubscriptions } from './alerts/dynamo-unsubscriptions.ts';
import { dynamoFeedLists, dynamoFeeds } from './feeds/dynamo-feeds.ts';
import { dynamoQuarantine } from './findings/dynamo-quarantine.ts';
import { dynamoRecordKeys } from './findings/dynamo-record-keys.ts';
import { dynamoTimeline } from './findings/dynamo-timeline.ts';
import { findingsIn } from './findings/findings.ts';
import { spacesIn } from './stories/spaces.ts';
import { storiesIn } from './stories/stories.ts';
import { storyOrdersIn } from './stories/story-orders.ts';
import { removalsIn } from './removals.ts';
import { dynamoRollups } from './reports/dynamo-rollups.ts';
import {
  dynamoNameCounts,
  dynamoRecordedWindows,
  dynamoReportPlans,
  dynamoReportRecords,
} from './reports/dynamo-reports.ts';
import type { Table } from './table.ts';
import { dynamoExtractions } from './upstream/dynamo-extractions.ts';
import {
  dynamoCollectedRuns,
  dynamoUpstreamResources,
  dynamoWatchlists,
} from './upstream/dynamo-upstream-resources.ts';
import { dynamoBudgets } from './watches/dynamo-budgets.ts';
import { dynamoDefinitions } from './watches/dynamo-definitions.ts';
import { dynamoExpectedRuns } from './watches/dynamo-expected-runs.ts';
import { dynamoHourlyCounts } from './watches/dynamo-hourly-counts.ts';
import { dynamoLeases } from './watches/dynamo-leases.ts';
import { dynamoRemovedWatches } from './watches/dynamo-removed-watches.ts';
import { dynamoRunStates } from './watches/dynamo-run-states.ts';
import { dynamoSeenValues } from './watches/dynamo-seen-values.ts';
import { dynamoWindows } from './watches/dynamo-windows.ts';
/** The repositories of all that is stored, above one table. */
export function openStore(table: Table) {
  return {
    definitions: dynamoDefinitions(table),
    removedWatches: dynamoRemovedWatches(table),
    states: dynamoRunStates(table),
    expectedRuns: dynamoExpectedRuns(table),
    findings: findingsIn(table),
    quarantine: dynamoQuarantine(table),
    windows: dynamoWindows(table),
    countStore: dynamoHourlyCounts(table),
    seen: dynamoSeenValues(table),
    extractions: dynamoExtractions(table),
    lists: dynamoWatchlists(table),
    feedLists: dynamoFeedLists(table),
    feeds: dynamoFeeds(table),
    resources: dynamoUpstreamResources(table),
    collectedRuns: dynamoCollectedRuns(table),
    marks: dynamoRecordKeys(table),
    spaces: spacesIn(table),
    stories: storiesIn(table),
    storyOrders: storyOrdersIn(table),
    alerts: dynamoAlerts(table),
    messages: dynamoMessages(table),
    outbox: dynamoOutbox(table),
    gate: dynamoChannelGate(table),
    life: dynamoChannelActivity(table),
    cooldowns: dynamoCooldowns(table),
    channelStories: dynamoChannelStories(table),
    threads: dynamoStoryThreads(table),
    pagers: dynamoPagerIncidents(table),
    unsubscriptions: dynamoUnsubscriptions(table),
    silences: dynamoSilences(table),
    readerActions: dynamoReaderActions(table),
    drills: dynamoDrills(table),
    leases: dynamoLeases(table),
    subscriptionRecords: dynamoSubscriptionRecords(table),
    incidents: dynamoIncidents(table),
    budgets: dynamoBudgets(table),
    timeline: dynamoTimeline(table),
    reportPlans: dynamoReportPlans(table),
    records: dynamoReportRecords(table),
    counts: dynamoNameCounts(table),
    rollups: dynamoRollups(table),
    recorded: dynamoRecordedWindows(table),
    removals: removalsIn(table),
  };
}

export type Store = ReturnType<typeof openStore>;

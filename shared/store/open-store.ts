import { dynamoAlerts } from './alerts/dynamo-alerts.ts';
import { dynamoBudgets } from './watches/dynamo-budgets.ts';
import { dynamoChannelActivity } from './alerts/dynamo-heartbeats.ts';
import { dynamoReaderActions } from './alerts/dynamo-reader-actions.ts';
import { dynamoSilences } from './alerts/dynamo-silences.ts';
import { dynamoChannelStories } from './alerts/dynamo-channel-stories.ts';
import { dynamoCooldowns } from './alerts/dynamo-cooldowns.ts';
import { dynamoDefinitions } from './watches/dynamo-definitions.ts';
import { dynamoDrills } from './alerts/dynamo-drills.ts';
import { dynamoExtractions } from './upstream/dynamo-extractions.ts';
import { dynamoFeedLists, dynamoFeeds } from './feeds/dynamo-feeds.ts';
import { dynamoFindings } from './findings/dynamo-findings.ts';
import { dynamoQuarantine } from './findings/dynamo-quarantine.ts';
import {
  dynamoUpstreamResources,
  dynamoCollectedRuns,
  dynamoWatchlists,
} from './upstream/dynamo-upstream-resources.ts';
import { dynamoChannelGate } from './alerts/dynamo-channel-gate.ts';
import { dynamoExpectedRuns } from './watches/dynamo-expected-runs.ts';
import { dynamoLeases } from './watches/dynamo-leases.ts';
import { dynamoMessages } from './alerts/dynamo-messages.ts';
import { dynamoOutbox } from './alerts/dynamo-outbox.ts';
import { dynamoRecordKeys } from './findings/dynamo-record-keys.ts';
import { dynamoRemovedWatches } from './watches/dynamo-removed-watches.ts';
import { dynamoRunStates } from './watches/dynamo-run-states.ts';
import { dynamoStories } from './findings/dynamo-stories.ts';
import { dynamoNotifiedStories } from './findings/dynamo-notified-stories.ts';
import { dynamoStoryOrders } from './findings/dynamo-story-orders.ts';
import { dynamoSeenValues } from './watches/dynamo-seen-values.ts';
import { dynamoHourlyCounts } from './watches/dynamo-hourly-counts.ts';
import { dynamoSubscriptionRecords } from './alerts/dynamo-subscription-records.ts';
import { dynamoIncidents } from './alerts/dynamo-incidents.ts';
import { dynamoWindows } from './watches/dynamo-windows.ts';
import { dynamoStoryThreads } from './alerts/dynamo-story-threads.ts';
import { dynamoPagerIncidents } from './alerts/dynamo-pager-incidents.ts';
import { dynamoUnsubscriptions } from './alerts/dynamo-unsubscriptions.ts';
import { dynamoTimeline } from './findings/dynamo-timeline.ts';
import { dynamoRemovals } from './removals/dynamo-removals.ts';
import { dynamoRollups } from './reports/dynamo-rollups.ts';
import {
  dynamoFoundByDay,
  dynamoNameCounts,
  dynamoRecordedWindows,
  dynamoReportPlans,
  dynamoReportRecords,
} from './reports/dynamo-reports.ts';
import type { Table } from './table.ts';

/** The repositories of all that is stored, above one table. */
export function openStore(table: Table) {
  return {
    definitions: dynamoDefinitions(table),
    removedWatches: dynamoRemovedWatches(table),
    states: dynamoRunStates(table),
    expectedRuns: dynamoExpectedRuns(table),
    findings: dynamoFindings(table),
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
    stories: dynamoStories(table),
    notifiedStories: dynamoNotifiedStories(table),
    storyOrders: dynamoStoryOrders(table),
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
    found: dynamoFoundByDay(table),
    recorded: dynamoRecordedWindows(table),
    removals: dynamoRemovals(table),
  };
}

export type Store = ReturnType<typeof openStore>;

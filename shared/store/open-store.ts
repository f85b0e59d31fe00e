import { alertsIn, escalationsIn } from './alerts/alerts.ts';
import { channelStoriesIn, messagesIn, outboxIn } from './alerts/messages.ts';
import { apiKeysIn } from './api-keys.ts';
import { drillsIn } from './channels/drills.ts';
import { subscriptionRecordsIn, unsubscriptionsIn } from './channels/recipients.ts';
import {
  channelActivityIn,
  channelGateIn,
  cooldownsIn,
  muteNotesIn,
  readerActionsIn,
  silencesIn,
} from './channels/sending.ts';
import { pagerIncidentsIn, storyThreadsIn } from './channels/threads.ts';
import { feedsIn } from './feeds.ts';
import { findingsIn } from './findings/findings.ts';
import { quarantineIn } from './findings/quarantine.ts';
import { recordKeysIn, seenValuesIn } from './findings/record-keys.ts';
import { timelineIn } from './findings/timeline.ts';
import {
  budgetsIn,
  clockRecordIn,
  expectedRunsIn,
  incidentsIn,
  leasesIn,
  servicePausesIn,
} from './operations.ts';
import { removalsIn } from './removals.ts';
import { nameCountsIn, reportRecordsIn, rollupsIn } from './reports.ts';
import { sharedFeedsIn } from './shared-feeds.ts';
import { spacesIn, storyOrdersIn } from './stories/spaces.ts';
import { sessionsIn, visitsIn } from './sessions.ts';
import { storiesIn } from './stories/stories.ts';
import type { Table } from './table.ts';
import { extractionsIn } from './upstream/extractions.ts';
import { collectedRunsIn, upstreamResourcesIn } from './upstream/upstream-resources.ts';
import {
  definitionsIn,
  feedListsIn,
  removedWatchesIn,
  reportPlansIn,
  watchlistsIn,
} from './watches/definitions.ts';
import { hourlyCountsIn } from './watches/hourly-counts.ts';
import { runStatesIn, windowsIn } from './watches/runs.ts';
import { worldIn } from './world.ts';

/** The repositories of all that is stored, above one table. */
export function openStore(table: Table) {
  return {
    definitions: definitionsIn(table),
    removedWatches: removedWatchesIn(table),
    states: runStatesIn(table),
    expectedRuns: expectedRunsIn(table),
    pauses: servicePausesIn(table),
    findings: findingsIn(table),
    quarantine: quarantineIn(table),
    windows: windowsIn(table),
    hourlyCounts: hourlyCountsIn(table),
    seenValues: seenValuesIn(table),
    extractions: extractionsIn(table),
    watchlists: watchlistsIn(table),
    feedLists: feedListsIn(table),
    feeds: feedsIn(table),
    world: worldIn(table),
    resources: upstreamResourcesIn(table),
    collectedRuns: collectedRunsIn(table),
    recordKeys: recordKeysIn(table),
    spaces: spacesIn(table),
    stories: storiesIn(table),
    storyOrders: storyOrdersIn(table),
    alerts: alertsIn(table),
    messages: messagesIn(table),
    outbox: outboxIn(table),
    escalations: escalationsIn(table),
    gate: channelGateIn(table),
    channelActivity: channelActivityIn(table),
    cooldowns: cooldownsIn(table),
    channelStories: channelStoriesIn(table),
    threads: storyThreadsIn(table),
    pagers: pagerIncidentsIn(table),
    unsubscriptions: unsubscriptionsIn(table),
    silences: silencesIn(table),
    muteNotes: muteNotesIn(table),
    readerActions: readerActionsIn(table),
    visits: visitsIn(table),
    sessions: sessionsIn(table),
    drills: drillsIn(table),
    apiKeys: apiKeysIn(table),
    leases: leasesIn(table),
    clockRecord: clockRecordIn(table),
    subscriptionRecords: subscriptionRecordsIn(table),
    incidents: incidentsIn(table),
    budgets: budgetsIn(table),
    timeline: timelineIn(table),
    reportPlans: reportPlansIn(table),
    reportRecords: reportRecordsIn(table),
    nameCounts: nameCountsIn(table),
    rollups: rollupsIn(table),
    removals: removalsIn(table),
    sharedFeeds: sharedFeedsIn(table),
  };
}

export interface Store extends ReturnType<typeof openStore> {}

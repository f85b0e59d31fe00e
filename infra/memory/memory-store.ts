import type { Budget } from '../../shared/domain/usage/budget.ts';
import type { Channel } from '../../shared/domain/channels/channel.ts';
import type { Incident } from '../../shared/domain/incidents/incident.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import type { Store } from '../../shared/store/open-store.ts';
import { byKey } from './by-key.ts';
import { copyOf } from './copy-of.ts';
import { memoryAlerts } from './alerts/memory-alerts.ts';
import { memoryDrills } from './alerts/memory-drills.ts';
import { memoryExpectedRuns } from './memory-expected-runs.ts';
import { memoryExtractions } from './memory-extractions.ts';
import { memoryFeedLists, memoryFeeds } from './memory-feeds.ts';
import { memoryFindings } from './memory-findings.ts';
import { memoryUpstreamResources, memoryTakenRuns, memoryWatchlists } from './memory-holdings.ts';
import { memoryLeases } from './memory-leases.ts';
import { memoryGate, memoryMessages } from './alerts/memory-messages.ts';
import {
  memoryChannelLife,
  memoryChannelStories,
  memoryCooldowns,
  memoryReaderActions,
  memoryStoryOrders,
  memorySilences,
} from './alerts/memory-noise.ts';
import { memoryHourlyCounts, memorySeenValues } from './memory-policies.ts';
import { memoryQuarantine } from './memory-quarantine.ts';
import { memoryRecordKeys } from './memory-record-marks.ts';
import { memoryRemovedWatches } from './memory-removed-watches.ts';
import { memoryRunStates } from './memory-run-states.ts';
import { memoryTimeline } from './memory-timeline.ts';
import { memoryStories } from './memory-stories.ts';
import {
  memoryPagerIncidents,
  memoryStoryThreads,
  memoryUnsubscriptions,
} from './alerts/memory-story-threads.ts';
import { memorySubscriptionRecords } from './alerts/memory-subscription-records.ts';
import { memoryWindows } from './memory-windows.ts';

/** The store in memory: the same promises as the table, held by the same suite. */
export function memoryStore() {
  const watches = new Map<string, Watch>();
  const channels = new Map<string, Channel>();
  const incidents = new Map<string, Incident>();
  const budgets = new Map<string, Budget>();
  const leases = memoryLeases();
  const states = memoryRunStates();
  const windows = memoryWindows();
  const alerts = memoryAlerts();
  const { messages, outbox, held: heldMessages } = memoryMessages(alerts);
  const { gate, sendTimes } = memoryGate(leases);

  const findings = memoryFindings();
  const quarantine = memoryQuarantine();
  const countStore = memoryHourlyCounts();
  const seen = memorySeenValues();
  const extractions = memoryExtractions();
  const collectedRuns = memoryTakenRuns();
  const marks = memoryRecordKeys();
  const stories = memoryStories(channels);
  const notifiedStories = stories.notified;
  const silences = memorySilences();
  const readerActions = memoryReaderActions();
  const storyOrders = memoryStoryOrders();
  const channelStories = memoryChannelStories();
  const store: Store = {
    subscriptionRecords: memorySubscriptionRecords(),
    definitions: {
      watch: async (id) => copyOf(watches.get(id)),
      watches: async () => byKey(copyOf([...watches.values()]), ({ id }) => id),
      putWatch: async (watch) => void watches.set(watch.id, copyOf(watch)),
      removeWatch: async (id) => void watches.delete(id),
      channel: async (name) => copyOf(channels.get(name)),
      channels: async () => byKey(copyOf([...channels.values()]), ({ name }) => name),
      putChannel: async (channel) => void channels.set(channel.name, copyOf(channel)),
      removeChannel: async (name) => void channels.delete(name),
    },
    states,
    findings,
    quarantine,
    windows,
    countStore,
    seen,
    extractions,
    lists: memoryWatchlists(),
    feedLists: memoryFeedLists(),
    feeds: memoryFeeds(),
    resources: memoryUpstreamResources(),
    collectedRuns,
    marks,
    stories,
    notifiedStories,
    alerts: alerts.port,
    messages,
    outbox,
    gate,
    life: memoryChannelLife(sendTimes),
    cooldowns: memoryCooldowns(),
    channelStories,
    threads: memoryStoryThreads(),
    pagers: memoryPagerIncidents(),
    unsubscriptions: memoryUnsubscriptions(),
    silences,
    readerActions,
    storyOrders,
    drills: memoryDrills(),
    leases: leases.port,
    incidents: {
      raise: async (incident) => {
        if (!incidents.has(incident.subject)) incidents.set(incident.subject, copyOf(incident));
        return copyOf(incidents.get(incident.subject) ?? incident);
      },
      get: async (subject) => copyOf(incidents.get(subject)),
      open: async () => copyOf([...incidents.values()]),
      clear: async (subject) => void incidents.delete(subject),
    },
    expectedRuns: memoryExpectedRuns(),
    removedWatches: memoryRemovedWatches(),

    budgets: {
      get: async (service) => copyOf(budgets.get(service)),
      put: async (budget) => void budgets.set(budget.service, copyOf(budget)),
    },
    timeline: memoryTimeline({ findings, stories: stories.held.stories, alerts: alerts.port }),
  };
  return {
    ...store,
    leaveShared: stories.leaveShared,
    held: {
      states: states.held,
      windows: windows.held,
      alerts: alerts.held,
      messages: heldMessages,
      findings: findings.held,
      quarantine: quarantine.held,
      counts: countStore.held,
      seen: seen.held,
      extractions: extractions.held,
      runs: collectedRuns.held,
      marks: marks.held,
      stories: stories.held,
      notified: notifiedStories.held,
      silences: silences.held,
      readerActions: readerActions.held,
      storyOrders: storyOrders.held,
      channelStories: channelStories.held,
    },
  };
}

export type MemoryStore = ReturnType<typeof memoryStore>;

import { isDeepStrictEqual } from 'node:util';
import type { Alert } from '../../shared/domain/alerts/alert.ts';
import type { Budget } from '../../shared/domain/usage/budget.ts';
import { memoryStoryThreads } from './memory-story-threads.ts';
import { urgencyOf, type Channel, type Urgency } from '../../shared/domain/channels/channel.ts';
import { dayOf, type Instant, MINUTE } from '../../shared/domain/time/instant.ts';
import type { RunState } from '../../shared/domain/runs/run-state.ts';
import type { Incident } from '../../shared/domain/incidents/incident.ts';
import { TRACKS, type Watch } from '../../shared/domain/watches/watch.ts';
import type { WindowRecord } from '../../shared/domain/runs/window-record.ts';
import { contains } from '../../shared/domain/time/window.ts';
import type { Store } from '../../shared/aws/dynamo/open-store.ts';
import { copyOf } from './copy-of.ts';
import {
  memoryChannelLife,
  memoryChannelStories,
  memoryCooldowns,
  memoryReaderActions,
  memorySilences,
} from './memory-noise.ts';
import { memoryRemovedWatches } from './memory-removed-watches.ts';
import { memoryExpectedRuns } from './memory-expected-runs.ts';
import { memoryExtractions } from './memory-extractions.ts';
import { memoryFindings } from './memory-findings.ts';
import { memoryQuarantine } from './memory-quarantine.ts';
import { memoryStories } from './memory-stories.ts';
import { memoryFeedLists, memoryFeeds } from './memory-feeds.ts';
import { memoryUpstreamResources, memoryTakenRuns, memoryWatchlists } from './memory-holdings.ts';
import { memorySubscriptionRecords } from './memory-services.ts';
import { memorySeenValues, memoryHourlyCounts } from './memory-policies.ts';
import { memoryRecordKeys } from './memory-record-marks.ts';
import type { StoredAlert } from '../../shared/use-cases/ports/alerts.ts';
import type { Lease } from '../../shared/use-cases/ports/leases.ts';
import type { GateLease, StoredMessage } from '../../shared/use-cases/ports/messages.ts';

const byKey = <T>(items: Iterable<T>, key: (item: T) => string | number): T[] =>
  [...items].toSorted((a, b) => (key(a) < key(b) ? -1 : 1));

interface HeldState extends RunState {
  /** Only the fence of a removed state is left. */
  removed?: true;
  lease?: Lease;
  released: number;
}

function newState({ watchId, track }: Pick<RunState, 'watchId' | 'track'>, fence: number): HeldState {
  return {
    watchId,
    track,
    fence,
    clean: true,
    released: fence,
    baseFound: 0,
    failures: 0,
    incidents: [],
    counters: { month: '', calls: 0, runs: 0, quietWindows: 0, found: 0 },
  };
}

/** The store in memory: the same promises as the table, held by the same suite. */
export function memoryStore() {
  const watches = new Map<string, Watch>();
  const channels = new Map<string, Channel>();
  const states = new Map<string, HeldState>();
  const windows = new Map<string, WindowRecord>();
  const alerts = new Map<string, StoredAlert>();
  const messages = new Map<string, StoredMessage>();
  const leases = new Map<string, Lease>();
  const sendTimes = new Map<string, readonly Instant[]>();
  const incidents = new Map<string, Incident>();
  const budgets = new Map<string, Budget>();

  const take = (name: string, lease: Lease, now: Instant): boolean => {
    const held = leases.get(name);
    if (held && held.until >= now && held.owner !== lease.owner) return false;
    leases.set(name, lease);
    return true;
  };
  const giveBack = (name: string, lease: Lease): void => {
    if (leases.get(name)?.owner === lease.owner) leases.delete(name);
  };
  const listed = () =>
    [...alerts.values()].filter(({ alert: { channel, lanes = [channel] } }) => lanes[0] === channel);
  const alertKey = (id: string, channel: string) => `${id}/${channel}`;
  const gateOf = (channel: string, { urgency = 'normal' }: GateLease) => `gate/${channel}/${urgency}`;
  const isOn = (item: Pick<Alert, 'channel' | 'severity'>, channel: string, urgency?: Urgency) =>
    item.channel === channel && (urgency === undefined || urgencyOf(item) === urgency);
  const pending = (channel: string, urgency?: Urgency) =>
    byKey(
      [...alerts.values()].filter(
        ({ alert, state }) => isOn(alert, channel, urgency) && state.state === 'pending',
      ),
      ({ state }) => (state.state === 'pending' ? state.dueAt : 0),
    );
  const waiting = (channel: string, urgency?: Urgency) =>
    [...messages.values()].filter(
      ({ message, delivery }) =>
        isOn(message, channel, urgency) && !['accepted', 'dead'].includes(delivery.state),
    );

  const findings = memoryFindings();
  const quarantine = memoryQuarantine();
  const countStore = memoryHourlyCounts();
  const seen = memorySeenValues();
  const extractions = memoryExtractions();
  const collectedRuns = memoryTakenRuns();
  const marks = memoryRecordKeys();
  const stories = memoryStories();
  const notifiedStories = stories.notified;
  const silences = memorySilences();
  const readerActions = memoryReaderActions();
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
    states: {
      acquire: async ({ watchId, track }, lease, now) => {
        const key = `${watchId}/${track}`;
        const held = states.get(key);
        if (held?.lease && held.lease.until >= now && held.lease.owner !== lease.owner) return undefined;
        const before = held ?? newState({ watchId, track }, 0);
        const { removed: _removed, ...entered } = before;
        states.set(key, { ...entered, fence: before.fence + 1, lease });
        const { lease: _lease, released, ...state } = copyOf(entered);
        return { ...state, fence: before.fence + 1, clean: released === before.fence };
      },
      save: async ({ watchId, track, fence }, { set, release, unjudged }) => {
        const held = states.get(`${watchId}/${track}`);
        if (!held?.lease || held.fence !== fence) return false;
        const next: HeldState = { ...held, ...copyOf(set) };
        if (release) {
          delete next.lease;
          if (!unjudged) next.released = fence;
        }
        states.set(`${watchId}/${track}`, next);
        return true;
      },
      orderJudging: async (watchId, { by, now, lostBefore }) => {
        const held = states.get(`${watchId}/live`) ?? newState({ watchId, track: 'live' }, 0);
        const { judgeOrderedAt, judgeOrderedBy } = held;
        if (judgeOrderedAt !== undefined && judgeOrderedAt >= lostBefore && judgeOrderedBy !== by)
          return false;
        const { removed: _removed, ...entered } = held;
        states.set(`${watchId}/live`, { ...entered, judgeOrderedAt: now, judgeOrderedBy: by });
        return true;
      },
      read: async (watchId, track) => {
        const held = states.get(`${watchId}/${track}`);
        if (!held || held.removed) return undefined;
        const { lease: _lease, released, ...state } = copyOf(held);
        return { ...state, clean: released === held.fence - 1 };
      },
      setRate: async (watchId, rate) => {
        const held = states.get(`${watchId}/live`);
        if (!held || held.removed) return;
        const { rate: _pace, ...rest } = held;
        states.set(`${watchId}/live`, { ...rest, ...(rate && { rate: copyOf(rate) }) });
      },
      remove: async (watchId) => {
        for (const track of TRACKS) {
          const fence = states.get(`${watchId}/${track}`)?.fence;
          if (fence === undefined) continue;
          states.set(`${watchId}/${track}`, { ...newState({ watchId, track }, fence + 1), removed: true });
        }
      },
    },
    findings,
    quarantine,
    windows: {
      put: async (record) => void windows.set(`${record.watchId}/${record.from}`, copyOf(record)),
      of: async (watchId) =>
        byKey(
          [...windows.values()].filter((one) => one.watchId === watchId),
          ({ from }) => -from,
        ),
      latest: async (watchId, limit) =>
        byKey(
          copyOf([...windows.values()].filter((one) => one.watchId === watchId)),
          ({ from }) => -from,
        ).slice(0, limit),
      covering: async (watchId, at) =>
        byKey(
          copyOf([...windows.values()].filter((one) => one.watchId === watchId && contains(one, at))),
          ({ from }) => -from,
        ),
      between: async (watchId, span) =>
        byKey(
          [...windows.values()].filter((one) => one.watchId === watchId && contains(span, one.from)),
          ({ from }) => from,
        ),
      open: async (before, limit) =>
        byKey(
          [...windows.values()].filter(
            ({ state, retryAt }) => state === 'open' && retryAt !== undefined && retryAt <= before,
          ),
          ({ retryAt = 0 }) => retryAt,
        ).slice(0, limit),
    },
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
    alerts: {
      put: async (alert, due) => {
        const key = alertKey(alert.id, alert.channel);
        if (alerts.has(key)) return false;
        alerts.set(key, copyOf({ alert, state: { state: 'pending', ...due } }));
        return true;
      },
      get: async (id) => copyOf([...alerts.values()].find(({ alert }) => alert.id === id)),
      onLanes: async (id) => copyOf([...alerts.values()].filter(({ alert }) => alert.id === id)),
      held: async (channel, limit) => copyOf(pending(channel).slice(0, limit)),
      bind: async (channel, { id, alertIds }) => {
        for (const alertId of alertIds) {
          const one = alerts.get(alertKey(alertId, channel));
          if (one?.state.state !== 'pending') continue;
          alerts.set(alertKey(alertId, channel), { ...one, state: { state: 'told', messageId: id } });
        }
      },
      settle: async ({ id, channel }, state) => {
        const one = alerts.get(alertKey(id, channel));
        if (one?.state.state !== 'pending') return false;
        alerts.set(alertKey(id, channel), { ...one, state });
        return true;
      },
      madeOn: async (day, limit) =>
        byKey(
          copyOf(listed().filter(({ alert }) => dayOf(alert.createdAt) === day)),
          ({ alert }) => alert.createdAt,
        ).slice(0, limit),
      latestOn: async (day, limit) =>
        byKey(
          copyOf(listed().filter(({ alert }) => dayOf(alert.createdAt) === day)),
          ({ alert }) => -alert.createdAt,
        ).slice(0, limit),
      madeIn: async (minute) =>
        copyOf(
          listed().filter(
            ({ alert }) => Math.floor(alert.createdAt / MINUTE) === Math.floor(minute / MINUTE),
          ),
        ),
    },
    messages: {
      put: async (message) => {
        if (messages.has(message.id)) return false;
        const delivery = { state: 'pending', tries: 0, retryAt: message.createdAt } as const;
        messages.set(message.id, copyOf({ message, delivery }));
        return true;
      },
      get: async (id) => copyOf(messages.get(id)),
      move: async ({ message, delivery: from }, to) => {
        const one = messages.get(message.id);
        if (!one) return false;
        const { state, tries, retryAt } = one.delivery;
        if (state !== from.state || tries !== from.tries || retryAt !== from.retryAt) return false;
        messages.set(message.id, { ...one, delivery: copyOf(to) });
        return true;
      },
      dead: async () => copyOf([...messages.values()].filter(({ delivery }) => delivery.state === 'dead')),
      madeOn: async (day, limit) =>
        byKey(
          copyOf([...messages.values()].filter(({ message }) => dayOf(message.createdAt) === day)),
          ({ message }) => message.createdAt,
        ).slice(0, limit),
    },
    outbox: {
      hasWork: async (channel, before, { urgency, since = 0 } = {}) =>
        [
          ...pending(channel, urgency).map(({ state }) =>
            state.state === 'pending' ? state.dueAt : Infinity,
          ),
          ...waiting(channel, urgency).map(({ delivery }) => delivery.retryAt),
        ].some((at) => at >= since && at <= before),
      due: async (channel, before, limit, urgency) =>
        copyOf({
          alerts: byKey(
            pending(channel, urgency).filter(
              ({ state }) => state.state === 'pending' && state.dueAt <= before,
            ),
            ({ alert }) => alert.createdAt,
          ).slice(0, limit),
          messages: byKey(
            waiting(channel, urgency).filter(({ delivery }) => delivery.retryAt <= before),
            ({ message }) => message.createdAt,
          ),
        }),
    },
    gate: {
      enter: async (channel, lease, now) =>
        take(gateOf(channel, lease), lease, now) ? (sendTimes.get(channel) ?? []) : undefined,
      note: async (channel, lease, sent, before) => {
        const name = gateOf(channel, lease);
        if (leases.get(name)?.owner !== lease.owner) return false;
        if (before && !isDeepStrictEqual(before, sendTimes.get(channel) ?? [])) return false;
        leases.set(name, lease);
        sendTimes.set(channel, sent);
        return true;
      },
      leave: async (channel, lease) => giveBack(gateOf(channel, lease), lease),
    },
    life: memoryChannelLife(sendTimes),
    cooldowns: memoryCooldowns(),
    channelStories,
    threads: memoryStoryThreads(),
    silences,
    readerActions,
    leases: {
      take: async (name, lease, now) => take(name, lease, now),
      giveBack: async (name, lease) => giveBack(name, lease),
    },
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
  };
  return {
    ...store,
    leaveShared: stories.leaveShared,
    held: {
      states,
      windows,
      alerts,
      messages,
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
      channelStories: channelStories.held,
    },
  };
}

export type MemoryStore = ReturnType<typeof memoryStore>;

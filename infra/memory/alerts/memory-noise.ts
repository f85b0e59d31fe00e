import type { Instant } from '../../../shared/domain/time/instant.ts';
import type { ReaderAction } from '../../../shared/domain/pages/reader-action.ts';
import {
  isStoryOrderWaiting,
  type StoryOrder,
  storyOrderKey,
} from '../../../shared/domain/stories/story-order.ts';
import type { StoryOrders } from '../../../shared/use-cases/ports/stories.ts';
import type { Silence } from '../../../shared/domain/channels/silence.ts';
import type {
  ChannelActivity,
  ChannelStories,
  Cooldowns,
  ReaderActions,
  Silences,
  StoriesOfMessage,
} from '../../../shared/use-cases/ports/alerts.ts';
import { copyOf } from '../copy-of.ts';

/** Silences in memory. */
export function memorySilences() {
  const silences = new Map<string, Silence>();
  const port: Silences = {
    put: async (silence) => void silences.set(silence.id, copyOf(silence)),
    since: async (end) =>
      copyOf(
        [...silences.values()]
          .filter(({ endsAt }) => endsAt >= end)
          .toSorted((a, b) => a.endsAt - b.endsAt || (a.id < b.id ? -1 : 1)),
      ),
    expire: async ({ id }, at) => {
      const silence = silences.get(id);
      if (silence) silences.set(id, { ...silence, endsAt: at });
    },
  };
  return { ...port, held: silences };
}

/** What readers did, in memory. */
export function memoryReaderActions() {
  const actions = new Map<string, ReaderAction>();
  const keyOf = ({ alertId, kind, lane }: ReaderAction) => `${alertId}#${kind}#${lane}`;
  const port: ReaderActions = {
    put: async (action, was) => {
      const now = actions.get(`${action.watchId}/${keyOf(action)}`);
      if (now?.at !== was?.at || now?.undoneAt !== was?.undoneAt) return false;
      actions.set(`${action.watchId}/${keyOf(action)}`, copyOf(action));
      return true;
    },
    of: async (watchId, alertId) =>
      copyOf(
        [...actions.values()]
          .filter((one) => one.watchId === watchId && (alertId === undefined || one.alertId === alertId))
          .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
      ),
    acknowledgedSince: async (at) =>
      copyOf(
        [...actions.values()]
          .filter((one) => one.kind === 'acknowledge' && one.undoneAt === undefined && one.at >= at)
          .toSorted((a, b) => a.at - b.at),
      ),
  };
  return { ...port, held: actions };
}

/** What people have ordered about stories, in memory. */
export function memoryStoryOrders() {
  const orders = new Map<string, StoryOrder>();
  const keyOf = (order: StoryOrder) => `${order.watchId}/${storyOrderKey(order)}`;
  const port: StoryOrders = {
    put: async (order, was) => {
      if (orders.get(keyOf(order))?.revision !== was?.revision) return false;
      orders.set(keyOf(order), copyOf(order));
      return true;
    },
    of: async (watchId) =>
      copyOf(
        [...orders.values()]
          .filter((one) => one.watchId === watchId)
          .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
      ),
    waiting: async (limit) =>
      copyOf(
        [...orders.values()]
          .filter(isStoryOrderWaiting)
          .toSorted((a, b) => (a.undoneAt ?? a.at) - (b.undoneAt ?? b.at))
          .slice(0, limit),
      ),
  };
  return { ...port, held: orders };
}

/** When topics were last notified, in memory. */
export function memoryCooldowns(): Cooldowns {
  const notified = new Map<string, Instant>();
  return {
    lastNotified: async (channel, topics) =>
      new Map(
        topics.flatMap((topic) => {
          const at = notified.get(`${channel}/${topic}`);
          return at === undefined ? [] : [[topic, at]];
        }),
      ),
    note: async (channel, { topic, at }) => void notified.set(`${channel}/${topic}`, at),
  };
}

/** What channels were notified of, in memory. */
export function memoryChannelStories() {
  const held = new Map<string, { channel: string; noted: StoriesOfMessage }>();
  const port: ChannelStories = {
    since: async (channel, at, limit) =>
      copyOf(
        [...held.values()]
          .filter((one) => one.channel === channel && one.noted.at >= at)
          .map(({ noted }) => noted)
          .toSorted((a, b) => b.at - a.at || (a.messageId < b.messageId ? 1 : -1))
          .slice(0, limit),
      ),
    note: async (channel, { messageId, at, stories }) => {
      const key = `${channel}/${at}/${messageId}`;
      if (!held.has(key)) held.set(key, { channel, noted: copyOf({ messageId, at, stories }) });
    },
  };
  return { ...port, held };
}

/** The life of channels, over the sending times of their gates. */
export function memoryChannelLife(sent: ReadonlyMap<string, readonly Instant[]>): ChannelActivity {
  const known = new Map<string, Instant>();
  return {
    lastSign: async (channel, now) => {
      const last = sent.get(channel)?.at(-1) ?? known.get(channel);
      if (last === undefined) known.set(channel, now);
      return last ?? now;
    },
  };
}

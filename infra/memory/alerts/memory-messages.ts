import { isDeepStrictEqual } from 'node:util';
import { untried } from '../../../shared/domain/alerts/message.ts';
import type { Urgency } from '../../../shared/domain/channels/channel.ts';
import { dayOf, type Instant } from '../../../shared/domain/time/instant.ts';
import type { StoredAlert } from '../../../shared/use-cases/ports/alerts.ts';
import type {
  ChannelGate,
  GateLease,
  Messages,
  Outbox,
  StoredMessage,
} from '../../../shared/use-cases/ports/messages.ts';
import { byKey } from '../by-key.ts';
import { copyOf } from '../copy-of.ts';
import { LaneMap } from './lane-map.ts';
import { isOn } from './memory-alerts.ts';
import type { memoryLeases } from '../memory-leases.ts';

/** Messages in memory, and what waits on a lane with its pending alerts. */
export function memoryMessages({
  pending,
}: {
  pending: (channel: string, urgency?: Urgency) => StoredAlert[];
}) {
  const held = new LaneMap<StoredMessage>(({ message, delivery }) =>
    ['accepted', 'dead'].includes(delivery.state) ? undefined : message.channel,
  );
  const waiting = (channel: string, urgency?: Urgency) =>
    held.on(channel).filter(({ message }) => isOn(message, channel, urgency));
  const messages: Messages = {
    put: async (message) => {
      if (held.has(message.id)) return false;
      held.set(message.id, copyOf({ message, delivery: untried(message) }));
      return true;
    },
    get: async (id) => copyOf(held.get(id)),
    move: async ({ message, delivery: from }, to) => {
      const one = held.get(message.id);
      if (!one) return false;
      const { state, tries, retryAt } = one.delivery;
      if (state !== from.state || tries !== from.tries || retryAt !== from.retryAt) return false;
      held.set(message.id, { ...one, delivery: copyOf(to) });
      return true;
    },
    dead: async () => copyOf([...held.values()].filter(({ delivery }) => delivery.state === 'dead')),
    madeOn: async (day, limit) =>
      byKey(
        copyOf([...held.values()].filter(({ message }) => dayOf(message.createdAt) === day)),
        ({ message }) => message.createdAt,
      ).slice(0, limit),
  };
  const outbox: Outbox = {
    hasWork: async (channel, before, { urgency, since = 0 } = {}) =>
      [
        ...pending(channel, urgency).map(({ state }) => (state.state === 'pending' ? state.dueAt : Infinity)),
        ...waiting(channel, urgency).map(({ delivery }) => delivery.retryAt),
      ].some((at) => at >= since && at <= before),
    due: async (channel, before, limit, urgency) =>
      copyOf({
        alerts: byKey(
          pending(channel, urgency).filter(({ state }) => state.state === 'pending' && state.dueAt <= before),
          ({ alert }) => alert.createdAt,
        ).slice(0, limit),
        messages: byKey(
          waiting(channel, urgency).filter(({ delivery }) => delivery.retryAt <= before),
          ({ message }) => message.createdAt,
        ),
      }),
  };
  return { messages, outbox, held };
}

const gateOf = (channel: string, { urgency = 'normal' }: GateLease) => `gate/${channel}/${urgency}`;

/** The gates of lanes in memory. */
export function memoryGate({ leases, take, giveBack }: ReturnType<typeof memoryLeases>) {
  const sendTimes = new Map<string, readonly Instant[]>();
  const gate: ChannelGate = {
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
  };
  return { gate, sendTimes };
}

import * as z from 'zod';
import type { SendTimes, Urgency } from '../../domain/channels/channel.ts';
import type { Lease } from '../../domain/lib/in-parallel.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { expiry, type Key, type Table, type When } from '../table.ts';

// When a channel sends: one message at a time for each urgency, not too many, and nothing again within its cooldown.

/** The lease of an urgency of a channel: of the normal urgency if it names none. */
export interface GateLease extends Lease {
  urgency?: Urgency;
}

const gateSchema = z.object({ sent: z.array(z.number()).default([]), knownSince: z.number().optional() });

/** The attributes of the lease of each urgency. */
const LEASE: Readonly<Record<Urgency, { owner: string; until: string }>> = {
  normal: { owner: 'leaseOwner', until: 'leaseUntil' },
  critical: { owner: 'criticalOwner', until: 'criticalUntil' },
};

export function gateKey(channel: string): Key {
  return { pk: `CHANNEL#${channel}`, sk: 'GATE' };
}

/**
 * The gate of a channel is one item: a lock for each urgency, and when the channel sent its last messages. Both urgencies write
 * these times, so each write is conditional on the times that were read.
 */
export function channelGateIn(table: Table) {
  return {
    /** Enters the gate for an urgency and returns the channel's sending times; undefined while another deliverer has entered for it. */
    async enter(
      channel: string,
      { owner, until, urgency = 'normal' }: GateLease,
      now: Instant,
    ): Promise<SendTimes | undefined> {
      const lease = LEASE[urgency];
      const set = { [lease.owner]: owner, [lease.until]: until };
      const isFree = [
        { is: { [lease.owner]: undefined } },
        { below: { [lease.until]: now } },
        { is: { [lease.owner]: owner } },
      ];
      const gate = await table.update(gateKey(channel), { set, when: { anyOf: isFree } }, gateSchema);
      return gate?.sent;
    },

    /**
     * Books a sending time before the Publish: `sent` are the times with the new one, `before` those without it, as they
     * were read. False when the lease is lost, or when the other urgency has booked since. Without `before`, what the other
     * urgency has booked is not compared.
     */
    note(
      channel: string,
      { owner, until, urgency = 'normal' }: GateLease,
      sent: SendTimes,
      before?: SendTimes,
    ): Promise<boolean> {
      const lease = LEASE[urgency];
      return table.change(gateKey(channel), {
        set: { sent, [lease.until]: until },
        when: { is: { [lease.owner]: owner }, ...(before && { anyOf: unchangedSince(before) }) },
      });
    },

    async leave(channel: string, { owner, urgency = 'normal' }: GateLease): Promise<void> {
      const lease = LEASE[urgency];
      await table.change(gateKey(channel), {
        set: { [lease.owner]: undefined, [lease.until]: undefined },
        when: { is: { [lease.owner]: owner } },
      });
    },
  };
}

/** The times only grow. So the same number of them with the same last one are the same times. */
function unchangedSince(before: SendTimes): When[] {
  const last = before.at(-1);
  const size = { sent: before.length };
  if (last === undefined) return [{ is: { sent: undefined } }, { size }];
  return [{ size, is: { [`sent.${before.length - 1}`]: last } }];
}

/** Since when a channel has sent nothing. */
export function channelActivityIn(table: Table) {
  return {
    /** When the channel last sent; before its first message, when this was first called. */
    async lastSign(channel: string, now: Instant): Promise<Instant> {
      const key = gateKey(channel);
      const gate = await table.get(key, gateSchema);
      const known = gate?.sent.at(-1) ?? gate?.knownSince;
      if (known !== undefined) return known;
      await table.change(key, { set: { knownSince: now }, when: { is: { knownSince: undefined } } });
      return now;
    },
  };
}

const cooldownSchema = z.object({ topic: z.string(), at: z.number() });

/** When a channel last sent a group or a story. During its cooldown it is not sent again. */
export function cooldownsIn(table: Table) {
  const keyOf = (channel: string, topic: string): Key => ({
    pk: `CHANNEL#${channel}`,
    sk: `COOLDOWN#${topic}`,
  });
  return {
    /** When these were last sent; those never sent, or expired, are left out. */
    async lastNotified(channel: string, topics: readonly string[]): Promise<Map<string, Instant>> {
      const keys = [...new Set(topics)].map((topic) => keyOf(channel, topic));
      const found = await table.getMany(keys, cooldownSchema);
      return new Map(found.map(({ topic, at }) => [topic, at]));
    },

    /** @param until when it may be forgotten. */
    note: (
      channel: string,
      { topic, at, until }: { topic: string; at: Instant; until: Instant },
    ): Promise<void> => table.put({ ...keyOf(channel, topic), topic, at, ...expiry(until) }),
  };
}

import * as z from 'zod';
import type { Urgency, SendTimes } from '../../domain/channels/channel.ts';
import type { ChannelGate } from '../../use-cases/ports/messages.ts';
import type { Key, Table, When } from '../table.ts';

const gateSchema = z.object({ sent: z.array(z.number()).default([]) });

/** The attributes of the lease of each urgency. */
const LEASE: Readonly<Record<Urgency, { owner: string; until: string }>> = {
  normal: { owner: 'leaseOwner', until: 'leaseUntil' },
  critical: { owner: 'criticalOwner', until: 'criticalUntil' },
};

/**
 * The gate of a channel is one item: a lock for each urgency, and when the channel sent its last messages. Both urgencies write
 * these times, so each write is conditional on the times that were read.
 */
export function dynamoChannelGate(table: Table): ChannelGate {
  return {
    async enter(channel, { owner, until, urgency = 'normal' }, now) {
      const lease = LEASE[urgency];
      const gate = await table.update(
        gateKey(channel),
        {
          set: { [lease.owner]: owner, [lease.until]: until },
          when: {
            anyOf: [
              { is: { [lease.owner]: undefined } },
              { below: { [lease.until]: now } },
              { is: { [lease.owner]: owner } },
            ],
          },
        },
        gateSchema,
      );
      return gate?.sent;
    },

    note(channel, { owner, until, urgency = 'normal' }, sent, before) {
      const lease = LEASE[urgency];
      return table.change(gateKey(channel), {
        set: { sent, [lease.until]: until },
        when: { is: { [lease.owner]: owner }, ...(before && { anyOf: unchangedSince(before) }) },
      });
    },

    async leave(channel, { owner, urgency = 'normal' }) {
      const lease = LEASE[urgency];
      await table.change(gateKey(channel), {
        set: { [lease.owner]: undefined, [lease.until]: undefined },
        when: { is: { [lease.owner]: owner } },
      });
    },
  };
}

export function gateKey(channel: string): Key {
  return { pk: `CHANNEL#${channel}`, sk: 'GATE' };
}

/** The times only grow. So the same number of them with the same last one are the same times. */
function unchangedSince(before: SendTimes): When[] {
  const last = before.at(-1);
  const size = { sent: before.length };
  if (last === undefined) return [{ is: { sent: undefined } }, { size }];
  return [{ size, is: { [`sent.${before.length - 1}`]: last } }];
}

import * as z from 'zod';
import type { Lease, Leases } from '../../../use-cases/ports/leases.ts';
import type { ChannelGate } from '../../../use-cases/ports/messages.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import type { Key, Table } from '../table/table.ts';

const gateSchema = z.object({ sent: z.array(z.number()).default([]) });
const FREE = 'attribute_not_exists(leaseOwner) OR leaseUntil < :now OR leaseOwner = :leaseOwner';
const OWN = { condition: 'leaseOwner = :owner' };

/** Named locks, one item each. */
export function dynamoLeases(table: Table): Leases {
  const keyOf = (name: string): Key => ({ pk: 'LEASES', sk: name });
  return {
    take: async (name, lease, now) => (await take(table, keyOf(name), { lease, now })) !== undefined,
    giveBack: (name, lease) => release(table, keyOf(name), lease),
  };
}

/** The gate of a channel is a lock that also stores when the channel sent its last messages. */
export function dynamoChannelGate(table: Table): ChannelGate {
  return {
    async enter(channel, lease, now) {
      const gate = await take(table, gateKey(channel), { lease, now });
      return gate?.sent;
    },

    note: (channel, { owner, until }, sent) =>
      table.change(gateKey(channel), {
        set: { sent, leaseUntil: until },
        ...OWN,
        values: { ':owner': owner },
      }),

    leave: (channel, lease) => release(table, gateKey(channel), lease),
  };
}

export function gateKey(channel: string): Key {
  return { pk: `CHANNEL#${channel}`, sk: 'GATE' };
}

function take(table: Table, key: Key, { lease, now }: { lease: Lease; now: Instant }) {
  return table.update(
    key,
    { set: { leaseOwner: lease.owner, leaseUntil: lease.until }, condition: FREE, values: { ':now': now } },
    gateSchema,
  );
}

async function release(table: Table, key: Key, { owner }: Lease): Promise<void> {
  await table.change(key, {
    set: { leaseOwner: undefined, leaseUntil: undefined },
    ...OWN,
    values: { ':owner': owner },
  });
}

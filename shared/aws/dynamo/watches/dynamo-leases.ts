import * as z from 'zod';
import type { Lease, Leases } from '../../../use-cases/ports/leases.ts';
import type { ChannelGate } from '../../../use-cases/ports/messages.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import type { Key, Table } from '../table/table.ts';

const gateSchema = z.object({ sent: z.array(z.number()).default([]) });
const FREE = 'attribute_not_exists(leaseOwner) OR leaseUntil < :now OR leaseOwner = :leaseOwner';
const OWN = { condition: 'leaseOwner = :owner' };

/** Named locks: an item each. */
export function dynamoLeases(table: Table): Leases {
  const keyOf = (name: string): Key => ({ pk: 'LEASES', sk: name });
  return {
    take: async (name, lease, now) => (await take(table, keyOf(name), { lease, now })) !== undefined,
    giveBack: (name, lease) => giveBack(table, keyOf(name), lease),
  };
}

/** The gate of a channel is a lock that also remembers when the channel sent last. */
export function dynamoChannelGate(table: Table): ChannelGate {
  return {
    async enter(channel, lease, now) {
      const gate = await take(table, gateKey(channel), { lease, now });
      return gate?.sent;
    },

    async note(channel, lease, sent) {
      const noted = await table.update(
        gateKey(channel),
        { set: { sent, leaseUntil: lease.until }, ...OWN, values: { ':owner': lease.owner } },
        gateSchema,
      );
      return noted !== undefined;
    },

    leave: (channel, lease) => giveBack(table, gateKey(channel), lease),
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

async function giveBack(table: Table, key: Key, { owner }: Lease): Promise<void> {
  await table.update(
    key,
    { set: { leaseOwner: undefined, leaseUntil: undefined }, ...OWN, values: { ':owner': owner } },
    gateSchema,
  );
}

import type { Instant } from '../../domain/time/instant.ts';
import type { Leases } from '../../use-cases/ports/leases.ts';
import type { Key, Table, When } from '../table.ts';

/** Nobody holds the lease of an item any more, or this owner does. */
export function isFree(owner: string, now: Instant): When {
  return {
    anyOf: [{ is: { leaseOwner: undefined } }, { below: { leaseUntil: now } }, { is: { leaseOwner: owner } }],
  };
}

/** Named locks, one item each. */
export function dynamoLeases(table: Table): Leases {
  const keyOf = (name: string): Key => ({ pk: 'LEASES', sk: name });
  return {
    take: (name, { owner, until }, now) =>
      table.change(keyOf(name), {
        set: { leaseOwner: owner, leaseUntil: until },
        when: isFree(owner, now),
      }),
    async giveBack(name, { owner }) {
      await table.change(keyOf(name), {
        set: { leaseOwner: undefined, leaseUntil: undefined },
        when: { is: { leaseOwner: owner } },
      });
    },
  };
}

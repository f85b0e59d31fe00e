import type { Leases } from '../../../use-cases/ports/leases.ts';
import type { Key, Table } from '../table/table.ts';

const FREE = 'attribute_not_exists(leaseOwner) OR leaseUntil < :now OR leaseOwner = :leaseOwner';

/** Named locks, one item each. */
export function dynamoLeases(table: Table): Leases {
  const keyOf = (name: string): Key => ({ pk: 'LEASES', sk: name });
  return {
    take: (name, { owner, until }, now) =>
      table.change(keyOf(name), {
        set: { leaseOwner: owner, leaseUntil: until },
        condition: FREE,
        values: { ':now': now },
      }),
    async giveBack(name, { owner }) {
      await table.change(keyOf(name), {
        set: { leaseOwner: undefined, leaseUntil: undefined },
        condition: 'leaseOwner = :owner',
        values: { ':owner': owner },
      });
    },
  };
}

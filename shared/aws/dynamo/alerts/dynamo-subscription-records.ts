import * as z from 'zod';
import { subscriptionRecordSchema } from '../../../contracts/stored/stored-subscription.ts';
import { idOf } from '../../../domain/lib/hash.ts';
import type { Address, SubscriptionRecords } from '../../../use-cases/ports/subscriptions.ts';
import type { Key, Table } from '../table/table.ts';

const PARTITION = 'SUBSCRIPTIONS';
const ADOPTED = 'ADOPTED';
const PREFIX = 'ADDRESS#';
/** SNS allows 200 filtered subscriptions of a topic. Records of removed addresses may be among them for some days. */
const MOST = 2_000;

const itemSchema = z.union([subscriptionRecordSchema, z.object({ sk: z.literal(ADOPTED) })]);

/** One item for each subscription that we made, and one that says that those of older versions are recorded. */
export function dynamoSubscriptionRecords(table: Table): SubscriptionRecords {
  return {
    async all() {
      const items = await table.query({ partition: PARTITION, limit: MOST }, itemSchema);
      return {
        adopted: items.some((item) => 'sk' in item),
        records: items.flatMap((item) => ('sk' in item ? [] : [item])),
      };
    },
    put: (record) => table.put({ ...keyOf(record), ...record }),
    remove: (address) => table.remove(keyOf(address)),
    noteAdopted: () => table.put({ pk: PARTITION, sk: ADOPTED }),
  };
}

/** A sort key has at most 1,024 bytes, and an https address may be longer. */
function keyOf({ protocol, endpoint }: Address): Key {
  return { pk: PARTITION, sk: `${PREFIX}${idOf(protocol, endpoint)}` };
}

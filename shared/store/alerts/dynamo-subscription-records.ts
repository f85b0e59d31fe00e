import { subscriptionRecordSchema } from '../../contracts/stored/stored-subscription.ts';
import { idOf } from '../../domain/lib/hash.ts';
import type { Address, SubscriptionRecords } from '../../use-cases/ports/subscriptions.ts';
import type { Key, Table } from '../table.ts';

const PARTITION = 'SUBSCRIPTIONS';
const PREFIX = 'ADDRESS#';
/** SNS allows 200 filtered subscriptions of a topic. Records of removed addresses may be among them for some days. */
const MOST = 2_000;

/** One item for each subscription that we made. */
export function dynamoSubscriptionRecords(table: Table): SubscriptionRecords {
  return {
    all: () => table.query({ partition: PARTITION, limit: MOST }, subscriptionRecordSchema),
    put: (record) => table.put({ ...keyOf(record), ...record }),
    remove: (address) => table.remove(keyOf(address)),
  };
}

/** A sort key has at most 1,024 bytes, and an https address may be longer. */
function keyOf({ protocol, endpoint }: Address): Key {
  return { pk: PARTITION, sk: `${PREFIX}${idOf(protocol, endpoint)}` };
}

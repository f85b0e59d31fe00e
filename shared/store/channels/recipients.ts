import * as z from 'zod';
import { PROTOCOLS } from '../../domain/alerts/message.ts';
import type { Unsubscription } from '../../domain/channels/unsubscribed.ts';
import { idOf } from '../../domain/lib/hash.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import type { Key, Table } from '../table.ts';

// Who gets messages: the subscriptions that we made at SNS, and who has unsubscribed from a lane.

const SUBSCRIPTIONS = 'SUBSCRIPTIONS';

const subscriptionSchema = z.object({
  protocol: z.enum(PROTOCOLS),
  endpoint: z.string(),
  channels: z.array(z.string()).readonly(),
  severities: z.record(z.string(), z.enum(SEVERITIES)).readonly().optional(),
  /** Absent until it was seen confirmed. */
  arn: z.string().optional(),
  /** When it was last subscribed or wanted otherwise. */
  askedAt: z.number(),
  /** It is pending, and is to be changed or ended: a sweep settles it once it is confirmed. */
  isUnsettled: z.literal(true).optional(),
});

/** A subscription that we made. The filter is the one that it was last given. */
export type SubscriptionRecord = z.output<typeof subscriptionSchema>;

/** Which subscriptions we made. */
export function subscriptionRecordsIn(table: Table) {
  return {
    all: (): Promise<SubscriptionRecord[]> => table.query({ partition: SUBSCRIPTIONS }, subscriptionSchema),
    put: (record: SubscriptionRecord): Promise<void> => table.put({ ...subscriptionKey(record), ...record }),
    remove: (of: Pick<SubscriptionRecord, 'protocol' | 'endpoint'>): Promise<void> =>
      table.remove(subscriptionKey(of)),
  };
}

export type SubscriptionRecords = ReturnType<typeof subscriptionRecordsIn>;

/** A sort key has at most 1,024 bytes, and an https address may be longer. */
function subscriptionKey({ protocol, endpoint }: Pick<SubscriptionRecord, 'protocol' | 'endpoint'>): Key {
  return { pk: SUBSCRIPTIONS, sk: `ADDRESS#${idOf(protocol, endpoint)}` };
}

const UNSUBSCRIBED = 'UNSUBSCRIBED';

const unsubscriptionSchema = z.object({
  lane: z.string(),
  recipient: z.string(),
  at: z.number(),
  undoneAt: z.number().optional(),
}) satisfies z.ZodType<Unsubscription>;

/** Who wants no mail of a lane any more: one item for each recipient, without an end. */
export function unsubscriptionsIn(table: Table) {
  const keyOf = ({ lane, recipient }: Pick<Unsubscription, 'lane' | 'recipient'>): Key => ({
    pk: UNSUBSCRIBED,
    sk: `${lane}#${recipient}`,
  });
  return {
    /** Records it, in place of what was recorded of the same recipient. */
    put: (record: Unsubscription): Promise<void> => table.put({ ...keyOf(record), ...record }),

    /** All of a lane, undone ones among them. */
    of: (lane: string): Promise<Unsubscription[]> =>
      table.query({ partition: UNSUBSCRIBED, prefix: `${lane}#` }, unsubscriptionSchema),

    get: (lane: string, recipient: string): Promise<Unsubscription | undefined> =>
      table.get(keyOf({ lane, recipient }), unsubscriptionSchema),
  };
}

export type Unsubscriptions = ReturnType<typeof unsubscriptionsIn>;
